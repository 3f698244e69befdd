"""Writes .reel files that every reader reads, in the fewest lines: all curves whole, in one block (REEL.md, "Conformance")."""

import json
import struct
import zlib


def count(value):
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + count(value >> 7)


def text(value):
    return count(len(value.encode())) + value.encode()


class Encoder:
    def __init__(self):
        self.low, self.range, self.out, self.contexts = 0, 0xFFFFFFFF, bytearray(), {}

    def bit(self, context, b):
        p, n = self.contexts.get(context, (16384, 1))
        bound, rate = (self.range >> 15) * p, 655360 // (10 * n + 16)
        p = p - (p * rate >> 16) if b else p + ((32768 - p) * rate >> 16)
        self.low, self.range = (self.low + bound, self.range - bound) if b else (self.low, bound)
        self.contexts[context] = p, min(n + 1, 127)
        while self.range < 1 << 24:
            self.range <<= 8
            self.shift()

    def shift(self):
        at = len(self.out) - 1
        while self.low >> 32 and at >= 0 and self.out[at] == 255:
            self.out[at] = 0
            at -= 1
        if self.low >> 32:
            self.out[at] += 1
        self.out.append(self.low >> 24 & 255)
        self.low = self.low << 8 & 0xFFFFFFFF


def packed(data, history=b""):
    if not data:
        return b""
    encoder, before = Encoder(), history[-1] if history else 0
    for at, byte in enumerate(data, len(history)):
        if at > 0:
            encoder.bit(("copy", at % 4), 0)
        v = 1
        for shift in range(7, -1, -1):
            encoder.bit(("byte", before, v), byte >> shift & 1)
            v = 2 * v + (byte >> shift & 1)
        before = byte
    for _ in range(4):
        encoder.shift()
    return count(len(encoder.out)) + encoder.out


def chunk(tag, content):
    body = tag + struct.pack("<I", len(content)) + content
    return struct.pack("<I", zlib.crc32(body)) + body


def encode(sections, curves, metadata=None, marker_times=()):
    """`sections`: (name, kinds of groups, pairs of references of the poses); `curves`: pairs of time and value for each curve, in file order."""
    data = json.dumps(metadata).encode() if metadata else b""
    fields = bytes([2 | 64, 0]) + count(len(data)) + packed(data, b'"],"info":{"device":"{"markers":["')
    fields += packed(struct.pack(f"<{len(marker_times)}d", *marker_times)) + count(len(sections))
    for name, kinds, references in sections:
        fields += text(name) + count(len(kinds)) + b"".join(count(1) + bytes([kind]) for kind in kinds)
        fields += count(len(references)) + b"".join(count(1) + count(a) + count(b) for a, b in references)
    head = bytes([0x10]) + count(len(fields)) + fields
    words = b"".join(struct.pack("<2f", *key) for keys in curves for key in keys)
    h = 0
    for word in struct.unpack(f"<{len(words) // 4}I", words):
        h = (h ^ word) * 0x9E3779B1 & 0xFFFFFFFF
        h ^= h >> 15
    block = count(0) + struct.pack("<ffI", float("-inf"), float("inf"), h) + bytes([0])
    block += count(len(curves)) + b"".join(count(0) + count(2 * len(keys)) for keys in curves) + packed(words)
    start = b"\x8aREEL\r\n\x1a" + chunk(b"HEAD", head)
    block = chunk(b"BLCK", block)
    tail = head + count(1) + count(len(start) - 8) + count(len(block)) + bytes([1])
    tail += struct.pack("<4f", float("-inf"), float("inf"), float("inf"), max([0.0] + [key[0] for keys in curves for key in keys]))
    return start + block + chunk(b"TAIL", tail + struct.pack("<I", 12 + len(tail) + 4))
