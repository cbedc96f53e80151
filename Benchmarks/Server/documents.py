#!/usr/bin/env python3
"""Writes what the benchmarks' server serves into a folder, the same bytes each time."""
import gzip
import json
import os
import random
import sys

folder = sys.argv[1]
chance = random.Random(11)
words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(3, 9))) for _ in range(4000)]


def text(count):
    return " ".join(chance.choices(words, k=count))


def item(number):
    return {
        "id": number,
        "name": text(3),
        "tags": chance.choices(words, k=4),
        "price": round(chance.random() * 1000, 2),
        "active": chance.random() < 0.5,
        "note": text(8),
    }


def write(name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)


def answer(items, size):
    """An answer of about `size` bytes; a pad makes it so exactly where it is shorter."""
    document = json.dumps({"code": 200, "desc": "ok", "data": {"items": items, "pad": ""}})
    return document.replace('"pad": ""', '"pad": "%s"' % ("x" * max(0, size - len(document)))).encode()


write("k1.json", answer([item(number) for number in range(4)], 1024))
large = answer([item(number) for number in range(5380)], 1 << 20)
write("m1.json", large)
write("m1.json.gz", gzip.compress(large, 6, mtime=0))
with open(os.path.join(folder, "m100.bin"), "wb") as file:
    for _ in range(100):
        file.write(chance.randbytes(1 << 20))
