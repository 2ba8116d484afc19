# Answers of Ruby's redis and Dalli, asked through their own rings; nothing is connected to. See README.md.
require 'fileutils'
require 'json'
require 'redis'
require 'redis/distributed'
require 'dalli'

FOLDER = ARGV.fetch(0)
KEYS = (ARGV[1] || 300).to_i

def node_sets
  JSON.parse(File.read(File.join(__dir__, 'sets.json'))).transform_values do |list|
    list.is_a?(Integer) ? (1..list).map { |i| ["10.2.0.#{i}:#{7000 + i}", 1] } : list
  end
end

def keys(set)
  random = Random.new(set.sum)
  (0...KEYS).map { |i| i % 9 == 4 ? "schlüssel-#{random.rand(1 << 40)}" : "#{set}:key:#{random.rand(1 << 40)}" }
end

def write(preset, set, nodes, ring, answers)
  folder = File.join(FOLDER, preset, set)
  FileUtils.mkdir_p(folder)
  File.write(File.join(folder, 'nodes.tsv'), nodes.map { |name, weight| "#{name}\t#{weight}\n" }.join)
  File.write(File.join(folder, 'keys.tsv'), answers.map { |row| "#{row.join("\t")}\n" }.join)
  some = ring.each_with_index.select { |_, i| i < 20 || i % 37 == 0 || i == ring.size - 1 }
  File.write(File.join(folder, 'ring-part.tsv'), some.map { |(value, name), i| "#{i}\t#{value}\t#{name}\n" }.join) unless ring.empty?
end

def record_redis(set, list)
  redis = Redis::Distributed.new(list.map { |name, _| "redis://#{name}/0" })
  ring = redis.instance_variable_get(:@ring)
  points = ring.sorted_keys.uniq.map { |value| [value, ring.ring[value].id] }
  answers = keys(set).map { |key| [key, Zlib.crc32(key), redis.node_for(key).id] }
  write('redis-rb', set, redis.nodes.map { |node| [node.id, 1] }, points, answers)
end

def record_dalli(set, list)
  servers = list.map { |name, weight| Dalli::Protocol::Binary.new("#{name}:#{weight}") }
  ring = Dalli::Ring.new(servers, {})
  names = servers.zip(list).to_h { |server, (name, _)| [server, name] } # as configured; Dalli drops brackets
  answers = keys(set).map do |key|
    next [key, '-', names[servers.first]] unless ring.continuum

    value = ring.send(:hash_for, key)
    [key, value, names[ring.send(:server_for_hash_key, value)]]
  end
  points = (ring.continuum || []).map { |entry| [entry.value, names[entry.server]] }
  write('dalli', set, list, points, answers)
end

node_sets.each do |set, list|
  record_redis(set, list) unless list.any? { |name, weight| weight != 1 || name.include?('ü') }
  record_dalli(set, list)
end
