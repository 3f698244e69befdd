"""Sets the checksums of mutated reels to those of what the reader in Python decodes from them, so that other readers must find the same."""

import struct
import sys
import zlib

import reel


def repair(data):
    recording, budget = reel.Recording(), reel.Budget(10 ** 7)
    if data[12] == 0:
        content = reel.Bytes(bytes(data), 15)
        reel.read_head(content, recording, budget)
        checksums = b""
        while content.at < content.end:
            checksums += struct.pack("<I", reel.read_body(content, recording, content.end - 15, budget).checksum)
        struct.pack_into("<I", data, 8, zlib.crc32(bytes(data[12:]) + checksums))
        return
    at = 8
    while at < len(data):
        tag, size = struct.unpack_from("<4sI", data, at + 4)
        content = reel.Bytes(bytes(data), at + 12, at + 12 + size)
        if tag == b"HEAD":
            reel.read_head(content, recording, budget)
        if tag == b"BLCK":
            content.count()
            content.take(12)
            struct.pack_into("<I", data, content.at - 4, reel.read_body(content, recording, size, budget).checksum)
        struct.pack_into("<I", data, at, zlib.crc32(bytes(data[at + 4:at + 12 + size])))
        at += 12 + size


for path in sys.argv[1:]:
    with open(path, "r+b") as file:
        mutant = bytearray(file.read())
        try:
            repair(mutant)
        except reel.ReelError:
            continue
        file.seek(0)
        file.write(mutant)
