"""Answers of systems by their published rules, with linear searches and hashes of its own. See README.md."""
import hashlib
import json
import math
import os
import random
import sys
import zlib

M32, M64 = 2**32 - 1, 2**64 - 1


def rotl(x, by, width):
    return (x << by | x >> (width - by)) & (2**width - 1)


# ---- hashes


def fnv1a_32(data):
    h = 0x811C9DC5
    for byte in data:
        h = (h ^ byte) * 0x01000193 & M32
    return h


def murmur64a(data, seed):
    m, h = 0xC6A4A7935BD1E995, seed ^ (len(data) * 0xC6A4A7935BD1E995 & M64)
    whole = len(data) // 8 * 8
    for i in range(0, whole, 8):
        k = int.from_bytes(data[i : i + 8], "little") * m & M64
        k = (k ^ k >> 47) * m & M64
        h = (h ^ k) * m & M64
    if len(data) > whole:
        h = (h ^ int.from_bytes(data[whole:], "little")) * m & M64
    h = (h ^ h >> 47) * m & M64
    return h ^ h >> 47


def siphash_2_4(data):
    v = [0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573]

    def rounds(count):
        for _ in range(count):
            for a, b, by in ((0, 1, 13), (2, 3, 16)):
                v[a] = (v[a] + v[b]) & M64
                v[b] = rotl(v[b], by, 64) ^ v[a]
            v[0] = rotl(v[0], 32, 64)
            for a, b, by in ((0, 3, 21), (2, 1, 17)):
                v[a] = (v[a] + v[b]) & M64
                v[b] = rotl(v[b], by, 64) ^ v[a]
            v[2] = rotl(v[2], 32, 64)

    whole = len(data) // 8 * 8
    words = [int.from_bytes(data[i : i + 8], "little") for i in range(0, whole, 8)]
    words.append(int.from_bytes(data[whole:], "little") | (len(data) & 255) << 56)
    for word in words:
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xFF
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def xxh32(data):
    p1, p2, p3, p4, p5 = 2654435761, 2246822519, 3266489917, 668265263, 374761393
    at, h = 0, p5
    if len(data) >= 16:
        lanes = [(p1 + p2) & M32, p2, 0, -p1 & M32]
        while at + 16 <= len(data):
            for lane in range(4):
                word = int.from_bytes(data[at : at + 4], "little")
                lanes[lane] = rotl((lanes[lane] + word * p2) & M32, 13, 32) * p1 & M32
                at += 4
        h = sum(rotl(lane, by, 32) for lane, by in zip(lanes, (1, 7, 12, 18))) & M32
    h = (h + len(data)) & M32
    while at + 4 <= len(data):
        h = rotl((h + int.from_bytes(data[at : at + 4], "little") * p3) & M32, 17, 32) * p4 & M32
        at += 4
    for byte in data[at:]:
        h = rotl((h + byte * p5) & M32, 11, 32) * p1 & M32
    h = (h ^ h >> 15) * p2 & M32
    h = (h ^ h >> 13) * p3 & M32
    return h ^ h >> 16


def xxh64(data):
    p1, p2, p3 = 11400714785074694791, 14029467366897019727, 1609587929392839161
    p4, p5 = 9650029242287828579, 2870177450012600261

    def lane_of(lane, word):
        return rotl((lane + word * p2) & M64, 31, 64) * p1 & M64

    at, h = 0, p5
    if len(data) >= 32:
        lanes = [(p1 + p2) & M64, p2, 0, -p1 & M64]
        while at + 32 <= len(data):
            for i in range(4):
                lanes[i] = lane_of(lanes[i], int.from_bytes(data[at : at + 8], "little"))
                at += 8
        h = sum(rotl(lane, by, 64) for lane, by in zip(lanes, (1, 7, 12, 18))) & M64
        for lane in lanes:
            h = ((h ^ lane_of(0, lane)) * p1 + p4) & M64
    h = (h + len(data)) & M64
    while at + 8 <= len(data):
        h = (rotl(h ^ lane_of(0, int.from_bytes(data[at : at + 8], "little")), 27, 64) * p1 + p4) & M64
        at += 8
    if at + 4 <= len(data):
        h = (rotl(h ^ int.from_bytes(data[at : at + 4], "little") * p1 & M64, 23, 64) * p2 + p3) & M64
        at += 4
    for byte in data[at:]:
        h = rotl(h ^ byte * p5 & M64, 11, 64) * p1 & M64
    h = (h ^ h >> 33) * p2 & M64
    h = (h ^ h >> 29) * p3 & M64
    return h ^ h >> 32


def sha256_tail(data):
    return int.from_bytes(hashlib.sha256(data).digest()[-4:], "little")


def md5_words(data):
    digest = hashlib.md5(data).digest()
    return [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 16, 4)]


def murmur_jedis(data):
    return murmur64a(data, 0x1234ABCD)


# ---- lookups: points are (position, node), ascending


def at_or_after(points, h):
    return next((p for p in points if p[0] >= h), points[0])


def at_or_after_else_last(points, h):
    return next((p for p in points if p[0] >= h), points[-1])


def at_or_before(points, h):
    return next((p for p in reversed(points) if p[0] <= h), points[-1])


def at_or_before_else_first(points, h):
    return next((p for p in reversed(points) if p[0] <= h), points[0])


def enyim_lookup(points, h):
    if h < points[0][0]:
        return points[-1]
    return at_or_after(points, h)


# ---- rings


def as_a_map(made):
    return sorted(dict(made).items())


def first_stays(made):
    return sorted(dict(reversed(made)).items())


def stable(made):
    return sorted(made, key=lambda point: point[0])


def split(name):
    host, _, port = name.rpartition(":")
    return host, port


def jedis(nodes):
    return as_a_map(
        [(murmur_jedis(f"SHARD-{i}-NODE-{n}".encode()), name) for i, (name, w) in enumerate(nodes) for n in range(160 * w)]
    )


def jedis_named(nodes):
    return as_a_map([(murmur_jedis(f"{name}*{n}".encode()), name) for name, w in nodes for n in range(160 * w)])


def varnish(nodes):
    return stable([(sha256_tail(f"{name}{n}".encode()), name) for name, w in nodes for n in range(67 * w)])


def traffic_server(nodes):
    return first_stays([(siphash_2_4(f"{n}-{name}".encode()), name) for name, w in nodes for n in range(1024 * w)])


def evcache(nodes):
    made = []
    for name, _ in nodes:
        host, port = split(name)
        for n in range(40):
            made += [(word, name) for word in md5_words(f"{host}/{host}:{port}-{n}".encode())]
    return stable(made)


def enyim(nodes):
    return as_a_map([(fnv1a_32(f"{name}-{n}".encode()), name) for name, _ in nodes for n in range(100)])


def opentelemetry(nodes):
    return first_stays([(zlib.crc32(name.encode() + bytes([n])) % 36000, name) for name, _ in nodes for n in range(100)])


def kong(nodes):
    wheel, total = {}, sum(w for _, w in nodes)
    for name, w in sorted(nodes, key=lambda node: (split(node[0])[0].encode(), 0)):
        host, port = split(name)
        entries = max(1, math.floor(w / total * len(nodes) * 160))
        i = 1
        while i <= entries:
            slot = xxh32(f"{host}::{port} {i}".encode()) % 10000
            if slot in wheel:
                entries += 1
            else:
                wheel[slot] = name
            i += 1
    return sorted(wheel.items())


def thanos(nodes):
    return stable([(xxh64(f"{name}:{i}".encode()), name) for name, _ in nodes for i in range(1, 1001)])


def crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0xEDB88320 if byte & 1 else 0)
        table.append(byte)
    return table


CRC = crc_table()


def resty(nodes):
    made = []
    for name, w in nodes:
        base, before = zlib.crc32(name.encode()), 0
        for _ in range(160 * w):
            state = base
            for byte in before.to_bytes(4, "little"):
                state = CRC[(state ^ byte) & 255] ^ state >> 8
            before = state ^ M32
            made.append((before, name))
    return stable(made)


def grpc(nodes):
    total = sum(w for _, w in nodes)
    least = min(w for _, w in nodes) / total
    scale = min(math.ceil(least * 1024) / least, 4096.0)
    made, current, target = [], 0.0, 0.0
    for name, w in nodes:
        target += scale * (w / total)
        i = 0
        while current < target:
            made.append((xxh64(f"{name}_{i}".encode()), name))
            i += 1
            current += 1
    return stable(made)


SYSTEMS = {
    "jedis": (murmur_jedis, jedis, at_or_after, True),
    "jedis-named": (murmur_jedis, jedis_named, at_or_after, True),
    "varnish-shard": (sha256_tail, varnish, at_or_after_else_last, True),
    "traffic-server": (siphash_2_4, traffic_server, at_or_after, True),
    "memcached-evcache": (lambda key: md5_words(key)[0], evcache, at_or_after, False),
    "enyim": (fnv1a_32, enyim, enyim_lookup, False),
    "opentelemetry": (zlib.crc32, opentelemetry, at_or_after, False),
    "kong": (xxh32, kong, at_or_before, True),
    "thanos": (xxh64, thanos, at_or_after, False),
    "resty-chash": (zlib.crc32, resty, at_or_before_else_first, True),
    "grpc-ring": (xxh64, grpc, at_or_after, True),
}
SLOTS = {"opentelemetry": 36000, "kong": 10000}


def node_sets():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sets.json")
    with open(path, encoding="utf-8") as file:
        sets = json.load(file)
    many = sets["forty-nine"]
    sets["forty-nine"] = [(f"10.2.0.{i}:{7000 + i}", 1) for i in range(1, many + 1)]
    return {name: [tuple(node) for node in nodes] for name, nodes in sets.items()}


def record(folder, system, set_name, nodes, count):
    hash_key, ring, lookup, _ = SYSTEMS[system]
    points = ring(nodes)
    draw = random.Random(f"{system} {set_name}")
    path = os.path.join(folder, system, set_name)
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(path, "nodes.tsv"), "w", encoding="utf-8") as out:
        out.writelines(f"{name}\t{w}\n" for name, w in nodes)
    with open(os.path.join(path, "keys.tsv"), "w", encoding="utf-8") as out:
        for i in range(count):
            key = f"schlüssel-{draw.getrandbits(40)}" if i % 9 == 4 else f"{set_name}:key:{draw.getrandbits(40)}"
            value = hash_key(key.encode())
            _, owner = lookup(points, value % SLOTS.get(system, 2**64))
            out.write(f"{key}\t{value}\t{owner}\n")
    with open(os.path.join(path, "ring-part.tsv"), "w", encoding="utf-8") as out:
        for i, (position, name) in enumerate(points):
            if i < 20 or i % 37 == 0 or i == len(points) - 1:
                out.write(f"{i}\t{position}\t{name}\n")


def main():
    folder, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
    for system, (_, _, _, weighted) in SYSTEMS.items():
        for set_name, nodes in node_sets().items():
            if set_name == "forty-nine" and system == "traffic-server":
                continue  # 50176 points say nothing more
            if set_name == "skewed" and system not in ("kong", "grpc-ring"):
                continue  # points by weight would be too many
            if system == "kong" and set_name == "forty-nine":
                continue  # 7840 of 10000 slots: Kong gives up on some, as ringmark does not
            if weighted or all(w == 1 for _, w in nodes):
                record(folder, system, set_name, nodes, count)


main()
