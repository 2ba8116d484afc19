<?php
// Answers of Predis' distributors, asked directly. See README.md.
require_once 'Predis/autoload.php';
spl_autoload_register(function ($class) { require_once '/usr/share/php/' . strtr($class, '\\', '/') . '.php'; });

$folder = $argv[1];
$count = (int) ($argv[2] ?? 300);

function keys_of($set, $count) {
    mt_srand(strlen($set) + 77);
    for ($i = 0; $i < $count; $i++)
        yield ($i % 9 == 4 ? 'schlüssel-' : "$set:key:") . mt_rand();
}

function points_of($ring) {
    $ring->get('any'); // it is made when it is asked
    $read = fn($name) => (function () use ($name) { return $this->$name; })->bindTo($ring, Predis\Cluster\Distributor\HashRing::class)();
    return [$read('ringKeys'), $read('ring')];
}

foreach (json_decode(file_get_contents(__DIR__ . '/sets.json'), true) as $set => $list) {
    if (is_int($list))
        $list = array_map(fn($i) => ["10.2.0.$i:" . (7000 + $i), 1], range(1, $list));
    foreach (['predis' => 'HashRing', 'predis-ketama' => 'KetamaRing'] as $preset => $class) {
        $class = "Predis\\Cluster\\Distributor\\$class";
        $ring = new $class();
        foreach ($list as [$name, $weight])
            $ring->add($name, $weight);
        @mkdir("$folder/$preset/$set", 0777, true);
        file_put_contents("$folder/$preset/$set/nodes.tsv", implode('', array_map(fn($n) => "$n[0]\t$n[1]\n", $list)));
        $rows = '';
        foreach (keys_of($set, $count) as $key)
            $rows .= "$key\t" . $ring->hash($key) . "\t" . $ring->getByHash($ring->hash($key)) . "\n";
        file_put_contents("$folder/$preset/$set/keys.tsv", $rows);
        [$values, $owners] = points_of($ring);
        $rows = '';
        foreach ($values as $i => $value)
            if ($i < 20 || $i % 37 == 0 || $i == count($values) - 1)
                $rows .= "$i\t$value\t$owners[$value]\n";
        file_put_contents("$folder/$preset/$set/ring-part.tsv", $rows);
    }
}
