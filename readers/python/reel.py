"""Reads .reel files, version 1: recordings of XR motion. REEL.md is the specification.

    import reel
    recording = reel.read("my.reel")
    position, rotation = recording["head"].groups[0].vectors
    print(position.curves[0].times, position.curves[0].values)

Times and values are NumPy arrays if NumPy is installed, otherwise lists. No other package is needed.
As a command, `python3 reel.py my.reel` prints the recording as JSON, as fixtures/reels/README.md describes.
"""

import json
import struct
import sys
import zlib
from math import copysign, floor, inf, isinf, isnan, nan, sqrt

try:
    import numpy
except ImportError:
    numpy = None

SIGNATURE = b"\x8aREEL\r\n\x1a"
NAN = 0x7FC00000
PLAIN, ROTATION, DIRECTION, BOOLEAN = range(4)
KINDS = {0: ((PLAIN, 3), (ROTATION, 4)), 1: ((PLAIN, 3), (DIRECTION, 3)), 2: ((PLAIN, 1),), 3: ((BOOLEAN, 1),)}
KNOWN = ("head", "hands", "gaze", "others")
FINGERS = tuple(finger + part for finger in ("index", "middle", "ring", "pinky")
                for part in ("Metacarpal", "Knuckle", "Middle", "Distal", "Tip"))
#: The names of the 27 poses of a hand, in their order.
JOINTS = ("none", "wrist", "palm", "thumbMetacarpal", "thumbProximal", "thumbDistal", "thumbTip") + FINGERS


class ReelError(ValueError):
    """A file that cannot be read. `code` is one of the codes of REEL.md."""

    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code


def damaged(message):
    return ReelError("reel-damaged", message)


class Curve:
    """The keys of one number over time. `words` has `words_per_key` 32-bit words for each key."""

    def __init__(self, words_per_key, pre_wrap=8, post_wrap=8):
        self.words_per_key, self.pre_wrap, self.post_wrap = words_per_key, pre_wrap, post_wrap
        self.words = []

    def field(self, index):
        """One field of all keys: time, value, in and out tangent, in and out weight (floats), mode (whole numbers)."""
        if numpy is not None:
            column = numpy.asarray(self.words, dtype=numpy.uint32)[index::self.words_per_key]
            return column if index == 6 else column.view(numpy.float32) if column.flags.c_contiguous else column.copy().view(numpy.float32)
        column = list(self.words[index::self.words_per_key])
        return column if index == 6 else [f32(word) for word in column]

    @property
    def times(self):
        return self.field(0)

    @property
    def values(self):
        return self.field(1)


class Vector:
    def __init__(self, role, curves):
        self.role, self.curves = role, curves
        self.first = 0        # the number of its first curve in the file
        self.references = []  # pairs of numbers of vectors, position and rotation
        self.joints = []      # numbers of rotation vectors
        self.left = None      # the number of the same vector of the left hand
        self.hand = False


class Group:
    """A pose (kind 0), ray (1), scalar (2) or boolean (3), or an open kind from 128."""

    def __init__(self, kind, vectors):
        self.kind, self.vectors = kind, vectors


class Section:
    def __init__(self, name, groups, references):
        self.name, self.groups, self.references = name, groups, references


class Recording:
    """`markers` are pairs of time and name, `metadata` is the JSON object, `warnings` lists what was skipped."""

    def __init__(self):
        self.layout, self.metadata, self.markers, self.sections, self.warnings = 2, {}, [], [], []
        self.curves, self.vectors, self.duration = [], [], 0.0

    def __getitem__(self, name):
        for section in self.sections:
            if section.name == name:
                return section
        raise KeyError(name)

    def joints(self, side):
        """The poses of the `left` or `right` hand by the names of their joints."""
        start = 4 if side == "left" else 31
        return dict(zip(JOINTS, self["hands"].groups[start:start + 27]))


# Numbers -------------------------------------------------------------------------------------------------------------

def f32(word):
    return struct.unpack("<f", struct.pack("<I", word))[0]


def word_of(x):
    """The bits of a number that is rounded to float32."""
    if x != x:
        return NAN
    try:
        return struct.unpack("<I", struct.pack("<f", x))[0]
    except OverflowError:
        return 0x7F800000 if x > 0 else 0xFF800000


def divide(a, b):
    if b:
        return a / b
    return nan if a == 0 or a != a else copysign(inf, a) * copysign(1.0, b)


def root(x):
    return sqrt(x) if x >= 0 else nan


def int32(x):
    return ((x + 0x80000000) & 0xFFFFFFFF) - 0x80000000


def to_ordinal(word):
    i = int32(word)
    return i if i >= 0 else i ^ 0x7FFFFFFF


def bits_of(ordinal):
    return (ordinal if ordinal >= 0 else ordinal ^ 0x7FFFFFFF) & 0xFFFFFFFF


def ordinal_of(x):
    return to_ordinal(word_of(x))


def length(v):
    return (v if v >= 0 else ~v).bit_length()


def checksum(words):
    h = 0
    for word in words:
        h = ((h ^ word) * 0x9E3779B1) & 0xFFFFFFFF
        h ^= h >> 15
    return h


class Budget:
    """What a file may still cost: bytes, words and steps of loops."""

    def __init__(self, left):
        self.left = left

    def charge(self, cost):
        self.left -= cost
        if self.left < 0:
            raise ReelError("too-large", "the file costs more than the budget of the reader")


class Bytes:
    """Reads the fields of a content."""

    def __init__(self, data, at=0, end=None):
        self.data, self.start, self.at, self.end = data, at, at, len(data) if end is None else end

    def take(self, size):
        if size > self.end - self.at:
            raise damaged("a field goes past the end of its content")
        self.at += size
        return self.data[self.at - size:self.at]

    def byte(self):
        return self.take(1)[0]

    def unpack(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))

    def count(self, most=2 ** 53):
        value = 0
        for group in range(8):
            byte = self.byte()
            value |= (byte & 127) << 7 * group
            if byte < 128:
                if (byte == 0 and group > 0) or value > most:
                    raise damaged("a Count is too long or too large")
                return value
        raise damaged("a Count has more than eight groups")

    def flags(self, known=0):
        value = self.byte()
        if value & 15 & ~known:
            raise ReelError("reel-version", "the file has a flag that this reader does not know")
        return value

    def text(self):
        try:
            return self.take(self.count(65535)).decode("utf-8")
        except UnicodeDecodeError:
            raise damaged("a text is not UTF-8") from None

    def packed(self, size, budget, history=b""):
        if size == 0:
            return b""
        coded = self.take(self.count())
        if size > 4096 + 512 * len(coded):
            raise damaged("packed bytes stand for too many")
        budget.charge(size)
        return unpack_bytes(Coder(coded, 0, len(coded)), size, history)


# Coder ---------------------------------------------------------------------------------------------------------------

RATES = [655360 // (10 * n + 16) for n in range(128)]


class Coder:
    """The range coder. A table holds the contexts of a symbol; their names within it are whole numbers or texts."""

    def __init__(self, data, at, end):
        self.data, self.at, self.end, self.tables = data, at, end, {}
        self.range, self.code = 0xFFFFFFFF, 0
        for _ in range(4):
            self.code = self.code << 8 | self.next()

    def next(self):
        at = self.at
        self.at = at + 1
        return self.data[at] if at < self.end else 0

    def fill(self):
        while self.range < 0x1000000:
            self.range <<= 8
            self.code = (self.code << 8 | self.next()) & 0xFFFFFFFF

    def table(self, *name):
        return self.tables.setdefault(name, {})

    def bit(self, table, name=0):
        context = table.get(name)
        if context is None:
            context = table[name] = [16384, 1]
        p, n = context
        bound = (self.range >> 15) * p
        if self.code < bound:
            b = 0
            self.range = bound
            context[0] = p + ((32768 - p) * RATES[n] >> 16)
        else:
            b = 1
            self.code -= bound
            self.range -= bound
            context[0] = p - (p * RATES[n] >> 16)
        if n < 127:
            context[1] = n + 1
        if self.range < 0x1000000:
            self.fill()
        return b

    def bits(self, k):
        if k > 12:
            high = self.bits(k - 12)
            return high * 4096 + self.bits(12)
        self.range >>= k
        v = min(self.code // self.range, (1 << k) - 1)
        self.code -= self.range * v
        self.fill()
        return v

    def tree(self, k, table):
        v = 1
        for _ in range(k):
            v = 2 * v + self.bit(table, v)
        return v - (1 << k)

    def number(self, table):
        for i in range(14):
            if self.bit(table, i) == 0:
                return i
        size = 0
        while size < 24 and self.bit(table, 14 + size) == 1:
            size += 1
        return 13 + (1 << size) + self.bits(size)

    def integer(self, table):
        if self.bit(table, "any") == 0:
            return 0
        negative = self.bit(table, "sign")
        m = self.number(table) + 1
        return -m if negative else m

    def residual(self, e, table):
        c, size = e // 2 * 64, e
        if e < 31 and self.bit(table, c) == 1:                        # up: 0 to 1023
            size = e + 1
            while size < 31 and self.bit(table, c + size - e) == 1:
                size += 1
        else:
            while size > 0 and self.bit(table, 1024 + c + e - size) == 1:  # down: 1024 to 2047
                size -= 1
        negative = self.bit(table, 2048 + size)
        m = 0 if size == 0 else 1
        left = size - 1
        while left > 0 and m < 4:
            m = 2 * m + self.bit(table, 4096 + 8 * size + m)
            left -= 1
        if left > 0:
            m = (m << left) + self.bits(left)
        return -m - 1 if negative else m


def unpack_bytes(coder, size, history):
    a, last, after_copy = bytearray(history), 0, 0
    copies, repeat = coder.table("copy"), coder.table("repeat")
    distance, lengths = coder.table("distance"), coder.table("length")
    end = len(a) + size
    while len(a) < end:
        at = len(a)
        copy = coder.bit(copies, at % 4 * 2 + after_copy) if at > 0 else 0
        if copy == 1:
            if last == 0 or coder.bit(repeat) == 0:
                n = min(coder.number(distance), 24)
                last = (1 << n) + coder.bits(n)
            many = min(coder.number(lengths) + 2, end - at)
            source = max(at - last, 0)
            for i in range(source, source + many):
                a.append(a[i])
        else:
            a.append(coder.tree(8, coder.table("byte", a[at - 1] if at > 0 else 0)))
        after_copy = copy
    return bytes(a[len(history):])


class Recent:
    def __init__(self):
        self.words, self.count = [0] * 16, 0

    def code(self, coder, table):
        if coder.bit(table, 0) == 0:
            return None
        return self.words[coder.tree(4, table)]

    def add(self, word):
        self.words[self.count % 16] = word
        self.count += 1


class Value:
    def __init__(self, coder, table, scores):
        self.coder, self.table, self.scores = coder, table, scores
        self.expected, self.count, self.surprise = 138.0, 0, 0.0

    def code(self, predictions, hint):
        scores = self.scores
        best = min(range(len(predictions)), key=scores.__getitem__)
        x = bits_of(predictions[best]) >> 23 & 255
        e = min(max(floor(self.expected + hint - x + 0.5), 0), 31)
        v = self.coder.residual(e, self.table)
        o = int32(predictions[best] + v)
        for i, prediction in enumerate(predictions):
            scores[i] = scores[i] * 0.95 + length(int32(o - prediction))
        self.surprise = length(v) + x - self.expected
        self.expected = self.expected + self.surprise * max(0.08, 1 / (self.count + 3))
        self.count += 1
        return o


# Rotations -----------------------------------------------------------------------------------------------------------

def conjugate(q):
    return -q[0], -q[1], -q[2], q[3]


def product(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def rotated(v, q):
    vx, vy, vz = v[0], v[1], v[2]
    qx, qy, qz, qw = q
    tx, ty, tz = 2 * (qy * vz - qz * vy), 2 * (qz * vx - qx * vz), 2 * (qx * vy - qy * vx)
    return vx + qw * tx + qy * tz - qz * ty, vy + qw * ty + qz * tx - qx * tz, vz + qw * tz + qx * ty - qy * tx


def along_with(position, rotation, x, quaternion):
    if quaternion:
        return product(rotation, x)
    r = rotated(x, rotation)
    return r[0] + position[0], r[1] + position[1], r[2] + position[2], 0.0


def seen_from(position, rotation, x, quaternion):
    if quaternion:
        return product(conjugate(rotation), x)
    away = (x[0] - position[0], x[1] - position[1], x[2] - position[2])
    return rotated(away, conjugate(rotation)) + (0.0,)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]


def recall(memory, shape, like, quaternion):
    least, total, out = 8.0, 0.0, [0.0] * 4
    for vector, other in memory:
        d = 1e-6
        for j, joint in enumerate(shape):
            c = dot(joint, other[j]) if j < len(other) else nan
            d = d + (1 - c * c)
        if not d > 1e-6:
            d = 1e-6
        if d < least:
            least = d
        w = divide(1.0, d * d * d)
        total = total + w
        if quaternion and dot(like, vector) < 0:
            w = -w
        for c in range(4):
            out[c] = out[c] + vector[c] * w
    return [divide(x, total) for x in out], least


def mirrored(memory, quaternion):
    def turn(q):
        return q[0], -q[1], -q[2], q[3]
    return [(turn(v) if quaternion else (-v[0], v[1], v[2], v[3]), [turn(q) for q in shape]) for v, shape in memory]


# Block decoder -------------------------------------------------------------------------------------------------------

TICKS = (0, 24, 25, 30, 50, 60, 72, 90, 120, 144, 1000, 10000, 2, 8, 32, 64, 128, 256, 1024, 4096, 16384, 65536, 262144)


def order(count):
    """Samples of a bounded vector as (sample, distance, level), coarse ones first."""
    for s in range(0, count, 64):
        yield s, 64, 0
    for level, d in enumerate((32, 16, 8, 4, 2, 1), 1):
        for s in range(d, count, 2 * d):
            yield s, d, level


class Lines:
    """A vector that was decoded as a whole: its values at each time of the clock."""

    def __init__(self, clock, mask, values):
        self.clock, self.mask, self.values, self.dense = clock, mask, values, None

    def at(self, i):
        if self.dense is None:
            self.dense = self.fill()
        return self.dense[i]

    def fill(self):
        clock, mask, values = self.clock, self.mask, self.values
        dense = [values[0]] * mask[0]
        for k, i in enumerate(mask[:-1]):
            dense.append(values[k])
            t0, t1 = clock[i], clock[mask[k + 1]]
            for j in range(i + 1, mask[k + 1]):
                share = divide(clock[j] - t0, t1 - t0)
                dense.append([a + (b - a) * share for a, b in zip(values[k], values[k + 1])])
        return dense + [values[-1]] * (len(clock) - mask[-1])


class Body:
    """Decodes an exact or bounded body. `words[c]` are the words of curve c."""

    def __init__(self, recording, content, bounded, size, budget):
        self.recording, self.is_bounded, self.budget = recording, bounded, budget
        self.most = 65536 + 64 * size
        self.total = content.count(self.most)
        budget.charge(8 * self.total)
        self.coder = Coder(content.data, content.at, content.end)
        self.words = [[] for _ in recording.curves]
        self.keys = 0
        self.read_clock()
        self.hits, self.masks, self.last = [0] * self.total, 0, {}
        self.dense, self.memories = {}, {}
        self.scores, self.usual = [[0.0] * 4 for _ in range(4)], {}
        self.tangents, self.steps = (Recent(), Recent(), Recent()), Recent()
        for number, vector in enumerate(recording.vectors):
            self.vector(number, vector)
        if self.coder.at > content.end + 3:
            raise damaged("a block goes past the end of its content")
        content.at = content.end

    def read_clock(self):
        coder, total = self.coder, self.total
        rate = coder.bits(5)
        if rate > 22:
            raise damaged("a rate of ticks that does not exist")
        words = self.clock_words = []
        if TICKS[rate]:
            tick = step = 0.0
            table = coder.table("ticks")
            for _ in range(total):
                step += coder.integer(table)
                tick += step
                words.append(word_of(tick / TICKS[rate]))
        else:
            value = Value(coder, coder.table("clock"), [0.0, 0.0])
            times = []
            for j in range(total):
                t1 = times[j - 1] if j > 0 else 0.0
                t2 = times[j - 2] if j > 1 else t1
                t3 = times[j - 3] if j > 2 else t2
                word = bits_of(value.code([ordinal_of(t1 + (t1 - t2)), ordinal_of(t1 + (t1 - t3) / 2)], 0))
                words.append(word)
                times.append(f32(word))
        self.clock = [f32(word) for word in words]
        ordinals = [to_ordinal(word) for word in words]
        if any(isnan(t) or isinf(t) for t in self.clock) or any(a > b for a, b in zip(ordinals, ordinals[1:])):
            raise damaged("the times of a clock are not finite or not in order")

    def mask(self, role):
        coder, hits = self.coder, self.hits
        if coder.bit(coder.table("mask any", role)) == 0:
            return []
        last = self.last.get(role)
        if last and coder.bit(coder.table("mask same", role)) == 1:
            return last[0]
        self.budget.charge(self.total)
        table, mask, gap, masks = coder.table("mask time", role), [], 0, self.masks
        member = last[1] if last else bytearray(self.total + 2)
        now = bytearray(self.total + 2)          # index i is at i + 1
        for i in range(self.total):
            share = 0 if hits[i] == 0 else 9 if hits[i] == masks else 1 + 8 * hits[i] // masks
            nearby = 2 if member[i + 1] else 1 if member[i] or member[i + 2] else 0
            g = gap.bit_length() if gap < 16 else 5
            if coder.bit(table, share * 18 + nearby * 6 + g) == 1:
                mask.append(i)
                now[i + 1] = 1
                gap = 0
            else:
                gap += 1
        self.last[role] = (mask, now)
        self.masks += 1
        for i in mask:
            hits[i] += 1
        return mask

    def vector(self, number, vector):
        coder, role, curves = self.coder, vector.role, vector.curves
        refs = [(self.dense[p], self.dense[q]) for p, q in vector.references if p in self.dense and q in self.dense]
        if self.is_bounded and (len(curves) == 3 or role == ROTATION):
            if coder.bit(coder.table("bounded")) == 1:
                self.bounded(number, vector, refs)
                return
        if coder.bit(coder.table("together", role)) == 1:
            self.one_layout(curves)
            mask = self.mask(role)
            values = self.coded(number, vector, range(len(curves)), mask, refs)
            if mask and role != BOOLEAN:
                self.dense[number] = Lines(self.clock, mask, values)
            for c, curve in enumerate(curves):
                if curve.words_per_key == 7:
                    self.full(vector.first + c, [value[c] for value in values])
        else:
            for c, curve in enumerate(curves):
                mask = self.mask(role)
                values = self.coded(number, vector, [c], mask, [])
                if curve.words_per_key == 7:
                    self.full(vector.first + c, [value[0] for value in values])

    def one_layout(self, curves):
        if any(curve.words_per_key != curves[0].words_per_key for curve in curves):
            raise damaged("curves that are coded together have other keys")

    def store(self, vector, components, mask, rows):
        """Writes times and values of keys; rows hold the words of a key, one for each component."""
        for place, c in enumerate(components):
            size = vector.curves[c].words_per_key
            words = [0] * (size * len(mask))
            words[0::size] = [self.clock_words[i] for i in mask]
            words[1::size] = [row[place] for row in rows]
            self.words[vector.first + c] = words

    def charge_keys(self, mask, curves):
        self.keys += len(mask) * curves
        if self.keys > self.most:
            raise damaged("a block has too many keys")
        self.budget.charge(64 * len(mask) * curves)

    def coded(self, number, vector, components, mask, refs):
        """The values of the keys of curves; they are stored, too."""
        self.charge_keys(mask, len(components))
        if not mask:
            return []
        rows = self.states(mask) if vector.role == BOOLEAN else self.values(number, vector, len(components), mask, refs)
        self.store(vector, components, mask, rows)
        return [[f32(word) for word in row] for row in rows]

    def states(self, mask):
        coder, last, repeated, rows = self.coder, 0, 0, []
        same, other = coder.table("state same"), coder.table("state other")
        for _ in mask:
            if coder.bit(same, repeated) == 1:
                repeated = 1
            else:
                repeated = 0
                if coder.bit(other) == 0:
                    last = 0x3F800000 if last == 0 else 0
                else:
                    last = coder.bits(16) * 65536
                    last += coder.bits(16)
            rows.append([last])
        return rows

    def values(self, number, vector, n, mask, refs):
        coder, role, clock = self.coder, vector.role, self.clock
        r = refs[0] if refs else None
        quaternion = role == ROTATION and n == 4
        unit = role in (ROTATION, DIRECTION) and n > 1
        components = [Value(coder, coder.table("value", role), self.scores[role]) for _ in range(n)]
        first = Value(coder, coder.table("first"), [0.0])
        last_one = Value(coder, coder.table("last"), [0.0, 0.0])
        joints = [j for j in vector.joints if j in self.dense]
        memory = None
        if vector.hand and refs and joints and len(mask) <= min(256, 8 * (clock[-1] - clock[0])):
            left = self.memories.get(vector.left)
            memory = mirrored(left, quaternion) if left is not None else []
            self.memories[number] = memory
        local, moved, recalled, kind = (0.0, 0.0, 0.0, 1.0), (0.0,) * 4, (0.0,) * 4, 0
        usual_of = self.usual
        values, rows = [], []
        for k, i in enumerate(mask):
            before = values[k - 1] if k > 0 else None
            places = range(n)
            largest = None
            if unit:
                largest = n - 1
                if k > 0:
                    for c in range(n - 1):
                        if abs(before[c]) > abs(before[largest]):
                            largest = c
                places = [c for c in range(n) if c != largest] + [largest]
            if r:
                moved = along_with(r[0].at(i), r[1].at(i), local, quaternion)
                if memory is not None:
                    self.budget.charge(len(memory))
                    shape = [seen_from(refs[-1][0].at(i), refs[-1][1].at(i), self.dense[j].at(i), True) for j in joints]
                    found, difference = recall(memory, shape, local, quaternion)
                    kind = ordinal_of(difference) >> 24
                    recalled = along_with(r[0].at(i), r[1].at(i), found, quaternion)
            s, row, value = 0.0, [0] * n, [0.0] * n
            for place, c in enumerate(places):
                if c == largest:
                    q = 1.0
                    for d in range(n):
                        if d != c:
                            q = q - value[d] * value[d]
                    size = sqrt(q) if q > 0 else 0.0
                    was = before[c] if k > 0 else 0.0
                    o = last_one.code([ordinal_of(-size if was < 0 else size), ordinal_of(was)], 0)
                elif k == 0:
                    o = first.code([ordinal_of(recalled[c] if memory else moved[c])], 0)
                else:
                    b, d = before[c], 0.0
                    if k > 1:
                        t0, t1, t2 = clock[mask[k - 2]], clock[mask[k - 1]], clock[i]
                        d = (b - values[k - 2][c]) * divide(t2 - t1, t1 - t0)
                    predictions = [ordinal_of(b), ordinal_of(b + d)]
                    if r:
                        predictions.append(ordinal_of(moved[c]))
                    if memory:
                        predictions.append(ordinal_of(recalled[c]))
                    usual = usual_of.get((role, kind), 0.0)
                    hint = usual + 0.4 * s
                    o = components[c].code(predictions, hint)
                    surprise = components[c].surprise
                    usual_of[role, kind] = usual + (surprise - hint) * 0.05
                    s = (s + surprise - usual) / (1 if place == 0 else 2)
                row[c] = bits_of(o)
                value[c] = f32(row[c])
            values.append(value)
            rows.append(row)
            if r:
                local = seen_from(r[0].at(i), r[1].at(i), value, quaternion)
                if memory is not None:
                    memory.append((local, shape))
        return rows

    def full(self, curve, values):
        if not values:
            return
        coder, words = self.coder, self.words[curve]
        if coder.bit(coder.table("plain")) == 1:
            words[6::7] = [3] * len(values)
            return
        same = [0] * 5
        fields = [Value(coder, coder.table("full", f), [0.0] * 3) for f in range(5)]
        for k in range(len(values)):
            for f in range(5):
                at = 7 * k + 2 + f
                before = words[at - 7] if k > 0 else 0
                old = same[f]
                if coder.bit(coder.table("repeat", f), old) == 1:
                    words[at] = before
                    same[f] = 1
                    continue
                same[f] = 0
                is_out = f in (1, 3)
                twin = words[at - 1] if is_out else before
                if is_out and coder.bit(coder.table("twin", f), old) == 1:
                    words[at] = twin
                    continue
                word = self.tangents[f // 2].code(coder, coder.table("recent", f))
                if word is None:
                    slope = 0
                    if f < 2 and k > 0:
                        slope = ordinal_of(divide(values[k] - values[k - 1], f32(words[7 * k]) - f32(words[7 * k - 7])))
                    word = bits_of(fields[f].code([to_ordinal(before), to_ordinal(twin), slope], 0))
                    self.tangents[f // 2].add(word)
                words[at] = word

    def bounded(self, number, vector, refs):
        coder, role, clock = self.coder, vector.role, self.clock
        quaternion = role == ROTATION
        self.one_layout(vector.curves)
        mask = self.mask(role)
        self.charge_keys(mask, len(vector.curves))
        frame = None
        if coder.bit(coder.table("relative", role)) == 1:
            second = coder.bit(coder.table("second", role))
            frame = refs[second] if second < len(refs) else None
        if quaternion:
            mean = [(coder.tree(4, coder.table("mean", c)) - 8) / 4 for c in range(4)]
            size = sqrt(dot(mean, mean))
            mean = [0.0, 0.0, 0.0, 1.0] if size == 0 else [x / size for x in mean]
        unit = self.steps.code(coder, coder.table("step", role))
        if unit is None:
            unit = coder.bits(24)
            self.steps.add(unit)
        samples = follow(self.read_steps(role, len(mask)), unit * 2.0 ** -20, [clock[i] for i in mask])
        values, rows = [], []
        for k, i in enumerate(mask):
            x = samples[k]
            if quaternion:
                px, py, pz = x[0] / 4, x[1] / 4, x[2] / 4
                q2 = px * px + py * py + pz * pz
                x = product(mean, (divide(2 * px, 1 + q2), divide(2 * py, 1 + q2), divide(2 * pz, 1 + q2), divide(1 - q2, 1 + q2)))
            if frame:
                x = along_with(frame[0].at(i), frame[1].at(i), x, quaternion)
            if quaternion:
                size = root(dot(x, x))
                x = [divide(a, size) for a in x]
                if k > 0 and dot(x, values[k - 1]) < 0:
                    x = [-a for a in x]
            rows.append([word_of(a) for a in x])
            values.append([f32(word) for word in rows[-1]])
        self.store(vector, range(len(vector.curves)), mask, rows)
        for c, curve in enumerate(vector.curves):
            if curve.words_per_key == 7:
                self.words[vector.first + c][6::7] = [3] * len(mask)
        if mask:
            self.dense[number] = Lines(clock, mask, values)

    def read_steps(self, role, count):
        coder, u, moved, steps = self.coder, 256, [0] * count, [(0, 0, 0)] * count
        for s, d, level in order(count):
            after = moved[s - 2 * d] if s >= 2 * d else 0
            nearby = 0 if level == 0 else moved[s - d] + (moved[s + d] if s + d < count else 0)
            kind = min(u.bit_length(), 13)
            moved[s] = coder.bit(coder.table("moved", role), ((level * 14 + kind) * 2 + after) * 3 + nearby)
            total = 0
            if moved[s]:
                group = 0 if level < 4 else 1 if level < 6 else 2
                step = []
                for c in range(3):
                    other = 0 if c == 0 else 1 if total == 0 else 2
                    step.append(coder.integer(coder.table("steps", role, group, kind, other)))
                    total += abs(step[c])
                steps[s] = step
            u = u + (16 * min(total, 65535) - u >> 2)
        return steps


def follow(steps, unit, t):
    count = len(steps)
    samples = [None] * count
    for s, d, level in order(count):
        if s == 0:
            prediction = (0.0, 0.0, 0.0)
        elif level == 0 or s + d >= count:
            prediction = samples[s - d]
        else:
            prediction = predicted(samples, s, d, t)
        samples[s] = [p + unit * step for p, step in zip(prediction, steps[s])]
    return samples


def predicted(samples, s, d, t):
    def inside(weight):
        return -1.5 <= weight <= 1.5
    x, left, right = t[s], t[s - d], t[s + d]
    wf = we = 0.0
    cubic = False
    if s >= 3 * d and s + 3 * d < len(t):
        f, e = t[s - 3 * d], t[s + 3 * d]
        wf = divide((x - left) * (x - right) * (x - e), (f - left) * (f - right) * (f - e))
        wl = divide((x - f) * (x - right) * (x - e), (left - f) * (left - right) * (left - e))
        wr = divide((x - f) * (x - left) * (x - e), (right - f) * (right - left) * (right - e))
        we = divide((x - f) * (x - left) * (x - right), (e - f) * (e - left) * (e - right))
        cubic = inside(wf) and inside(wl) and inside(wr) and inside(we)
    if not cubic:
        a = divide(x - left, right - left)
        wl, wr = (1 - a, a) if inside(a) else (1.0, 0.0)
        wf = we = 0.0
    result = []
    for c in range(3):
        p = wl * samples[s - d][c] if wl != 0 else 0.0
        if wr != 0:
            p = p + wr * samples[s + d][c]
        if wf != 0:
            p = p + (wf * samples[s - 3 * d][c] + we * samples[s + 3 * d][c])
        result.append(p)
    return result


# Head ----------------------------------------------------------------------------------------------------------------

HISTORY = b'"],"info":{"device":"{"markers":["'


def read_head(content, recording, budget):
    version = content.byte()
    if version >> 4 != 1:
        raise ReelError("reel-version", f"this reader knows version 1, the file has {version >> 4}")
    size = content.count()
    start = content.at
    content.take(size)
    fields = Bytes(content.data, start, start + size)
    layout = fields.byte()
    recording.layout = layout & 7
    if recording.layout == 6:
        raise damaged("a layout that does not exist")
    fields.flags()
    read_metadata(fields.packed(fields.count(2 ** 30), budget, HISTORY), recording)
    names = recording.metadata.get("markers") or []
    times = struct.unpack(f"<{len(names)}d", fields.packed(8 * len(names), budget))
    if any(isnan(time) for time in times):
        raise damaged("the time of a marker is not a number")
    recording.markers = list(zip(times, names))
    full = recording.layout in (0, 4, 1, 5)
    sections = [known_section(name, full) for bit, name in ((8, "head"), (16, "hands"), (32, "gaze")) if layout & bit]
    recording.sections = sections
    if layout & 64:
        for _ in range(fields.count(1024 - len(sections))):
            curves, poses = (sum(map(count, sections)) for count in (curves_of, poses_of))
            sections.append(other_section(fields, full, curves, poses))
    if len({section.name for section in sections}) < len(sections):
        raise damaged("two sections have one name")
    number_curves(recording)
    if layout & 128:
        read_properties(Bytes(fields.packed(fields.count(2 ** 20), budget)), recording.curves)
    check_others(recording)


def new_group(kind, vectors, full):
    return Group(kind, [Vector(role, [Curve(7 if full and role != BOOLEAN else 2) for _ in range(count)]) for role, count in vectors])


def known_section(name, full):
    kinds = {"head": [0], "hands": [3] * 4 + [0] * 54, "gaze": [1]}[name]
    references = [] if name == "gaze" else [()]
    if name == "hands":
        references = [hand_references(p) for p in range(27)] * 2
    return Section(name, [new_group(kind, KINDS[kind], full) for kind in kinds], references)


def hand_references(p):
    """How many poses before pose p of a hand its references are."""
    if p < 2:
        return ()
    return (p - 1,) if p in (2, 3, 7, 12, 17, 22) else (1, p - 1)


def curves_of(section):
    return sum(len(vector.curves) for group in section.groups for vector in group.vectors)


def poses_of(section):
    return sum(group.kind == 0 for group in section.groups)


def other_section(fields, full, curves, poses_before):
    name, groups = fields.text(), []
    for _ in range(fields.count()):
        repetitions = fields.count(65536)
        kind = fields.byte()
        if kind >= 128:
            vectors = [(fields.byte(), fields.byte()) for _ in range(fields.byte())]
            if any(role > 3 or not {0: 1 <= n <= 4, 1: n == 4, 2: n == 3, 3: n == 1}[role] for role, n in vectors):
                raise damaged("a group has a vector that does not exist")
        elif kind in KINDS:
            vectors = KINDS[kind]
        else:
            raise ReelError("reel-version", f"this reader does not know groups of kind {kind}")
        curves += repetitions * sum(n for _, n in vectors)
        if curves > 65536 or len(groups) + repetitions > 65536:
            raise damaged("too many curves")
        groups += [new_group(kind, vectors, full) for _ in range(repetitions)]
    poses = sum(group.kind == 0 for group in groups)
    references = []
    for _ in range(fields.count()):
        repetitions = fields.count(poses - len(references))
        pair = tuple(back for back in (fields.count(), fields.count()) if back)
        references += [pair] * repetitions
    if any(back > poses_before + p for p, pair in enumerate(references) for back in pair):
        raise damaged("a reference to a pose that does not exist")
    if name in ("head", "hands", "gaze"):        # the table of sections has their groups and references
        known = known_section(name, full)
        if [group.kind for group in groups] != [group.kind for group in known.groups]:
            raise damaged(f"the section {name} has other groups")
        return known
    return Section(name, groups, references + [()] * (poses - len(references)))


def number_curves(recording):
    vectors, curves, all_poses = recording.vectors, recording.curves, []
    for section in recording.sections:
        poses = []
        for group in section.groups:
            start = len(vectors)
            for vector in group.vectors:
                vector.first = len(curves)
                curves += vector.curves
                vectors.append(vector)
            if group.kind == 0:
                back = section.references[len(poses)]
                poses.append(start)
                all_poses.append(start)
                for vector in group.vectors:
                    vector.references = [(all_poses[-1 - b], all_poses[-1 - b] + 1) for b in back]
        if section.name == "hands":
            for p, start in enumerate(poses):
                for offset in (0, 1):
                    vector, joint = vectors[start + offset], p % 27
                    vector.hand = True
                    vector.joints = [poses[p - b] + 1 for b in (1, 4, 5) if joint - b > 1]
                    vector.left = poses[p - 27] + offset if p >= 27 else None
    if len(curves) > 65536:
        raise damaged("too many curves")


def read_properties(fields, curves):
    done = 0
    for _ in range(fields.count()):
        repetitions = fields.count(len(curves) - done)
        words, pre, post = fields.byte(), fields.count(2 ** 32 - 1), fields.count(2 ** 32 - 1)
        if words not in (2, 7):
            raise damaged("keys of another number of words")
        for curve in curves[done:done + repetitions]:
            curve.words_per_key, curve.pre_wrap, curve.post_wrap = words, pre, post
        done += repetitions
    if done < len(curves):
        raise damaged("curves without properties")


def read_metadata(data, recording):
    def refuse(text):
        raise ValueError(text)
    if not data:
        return
    try:
        metadata = json.loads(data.decode("utf-8"), parse_int=float, parse_constant=refuse)
    except RecursionError:
        raise ReelError("too-large", "the metadata is too deep") from None
    except ValueError:
        raise damaged("the metadata is not JSON") from None
    names = metadata.get("markers") if isinstance(metadata, dict) else ""
    names = [] if names is None else names
    if not isinstance(names, list) or len(names) > 65536 or any(not isinstance(name, str) for name in names):
        raise damaged("the metadata is not an object, or its markers are not names")
    recording.metadata = metadata
    known = ("markers", "info", "hands", "controllers", "tracks")
    recording.warnings += [f"reel-unknown: field {name!r} of the metadata" for name in metadata if name not in known]


def announced(recording):
    """The kinds of groups that the metadata announces."""
    def part(of, name, kind):
        value = of.get(name) if of else None
        if value is not None and not isinstance(value, kind):
            raise damaged(f"{name} of the metadata is of another type")
        return value

    def check(right, what):
        if not right:
            raise damaged(f"{what} of the metadata is of another type")

    def report(of, path, *known):
        recording.warnings.extend(f"reel-unknown: field '{path}.{name}' of the metadata" for name in of or () if name not in known)
    metadata, kinds = recording.metadata, []
    part(metadata, "info", dict)
    hands = part(metadata, "hands", dict)
    report(hands, "hands", "left", "right")
    for side in ("left", "right"):
        hand = part(hands, side, dict)
        report(hand, f"hands.{side}", "aim", "pinchStrength", "radii")
        radii = part(hand, "radii", dict) or {}
        check(all(isinstance(radius, float) and abs(radius) < inf for radius in radii.values()), "radii")
        kinds += [0] * bool(part(hand, "aim", bool)) + [2] * bool(part(hand, "pinchStrength", bool))
    controllers = part(metadata, "controllers", dict)
    report(controllers, "controllers", "left", "right")
    for side in ("left", "right"):
        controller = part(controllers, side, dict)
        report(controller, f"controllers.{side}", "buttons", "axes", "profiles")
        if controller is not None:
            check(all(isinstance(name, str) for name in part(controller, "profiles", list) or []), "profiles")
            buttons, axes = part(controller, "buttons", float) or 0, part(controller, "axes", float) or 0
            if buttons not in range(17) or axes not in range(9):
                raise damaged("a controller has too many buttons or axes")
            kinds += [3, 0, 0] + [3, 3, 2] * int(buttons) + [2] * int(axes)
    names = set()
    for track in part(metadata, "tracks", list) or []:
        name = part(track, "name", str) if isinstance(track, dict) else None
        if not name or "." in name or name in names:
            raise damaged("a track has no name of its own")
        names.add(name)
        kind = track.get("kind")
        if not isinstance(kind, str):
            raise damaged("a track has no kind")
        kinds += {"pose": [0], "scalar": [2], "boolean": [3]}.get(kind, [])
        if kind in ("pose", "scalar", "boolean", "events", "spans"):
            report(track, f"tracks.{name}", "name", "kind", "events", "spans")
            for span in part(track, "spans", list) or []:
                check(isinstance(span, list) and len(span) > 2 and isinstance(span[2], str), "spans")
                check(all(isinstance(time, float) and abs(time) < inf for time in span[:2]) and span[0] <= span[1], "spans")
                score = span[3] if len(span) > 3 else None
                check(score is None or isinstance(score, float) and abs(score) < inf, "spans")
            for event in part(track, "events", list) or []:
                check(isinstance(event, list) and len(event) > 1 and isinstance(event[1], str), "events")
                check(isinstance(event[0], float) or event[0] in ("-0", "Infinity", "-Infinity"), "events")
        else:
            recording.warnings.append(f"reel-unknown: track {name!r} of kind {kind!r}")
    return kinds


def check_others(recording):
    kinds = announced(recording)
    names = [section.name for section in recording.sections]
    found = [group.kind for group in recording["others"].groups] if "others" in names else []
    if kinds != found or ("others" in names and not found):
        raise damaged("the section others is not what the metadata announces")
    if recording.metadata.get("hands") is not None and "hands" not in names:
        raise damaged("the metadata has hands without their section")


# Blocks and chunks ---------------------------------------------------------------------------------------------------

class Block:
    def __init__(self, start, end, words, whole, clock):
        self.start, self.end, self.words, self.whole, self.clock = start, end, words, whole, clock
        self.checksum = checksum(word for curve in words for word in curve)


def read_body(content, recording, size, budget):
    kind = content.byte()
    if kind > 2:
        raise ReelError("reel-version", f"this reader does not know blocks of kind {kind}")
    if kind > 0:
        body = Body(recording, content, kind == 2, size, budget)
        return Block(body.clock[0] if body.clock else -inf, inf, body.words, None, body.clock)
    numbers, sizes, curve = [], [], -1
    for _ in range(content.count(65536)):
        curve += 1 + content.count(65536)
        if curve >= len(recording.curves):
            raise damaged("a block has a curve that does not exist")
        numbers.append(curve)
        sizes.append(content.count())
        if sizes[-1] % recording.curves[curve].words_per_key:
            raise damaged("a curve ends inside a key")
    data = content.packed(4 * sum(sizes), budget)
    words, at = [[] for _ in recording.curves], 0
    for number, many in zip(numbers, sizes):
        words[number] = list(struct.unpack_from(f"<{many}I", data, 4 * at))
        at += many
    return Block(-inf, inf, words, set(numbers), [])


def join(recording, blocks):
    """Puts the keys of blocks into curves, without those that blocks repeat."""
    taken = set()
    for block in blocks:
        if block.whole is not None:
            if taken & block.whole:
                raise damaged("a curve is whole in two blocks")
            taken |= block.whole
            for number in block.whole:
                recording.curves[number].words = block.words[number]
    others = [block for block in blocks if block.whole is None]
    for place, block in enumerate(others):
        joins_before = place > 0 and others[place - 1].end == block.start
        joins_after = place + 1 < len(others) and others[place + 1].start == block.end
        for number, curve in enumerate(recording.curves):
            words, size = block.words[number], curve.words_per_key
            if words and number in taken:
                raise damaged("a whole curve has keys in another block")
            low, high = 0, len(words)
            if joins_before:
                while low < high and f32(words[low]) < block.start:
                    low += size
            elif curve.words:
                last = f32(curve.words[-size])
                while low < high and f32(words[low]) <= last:
                    low += size
            while joins_after and high > low and f32(words[high - size]) >= block.end:
                high -= size
            curve.words += words[low:high]


def read_small(data, recording, budget):
    if len(data) < 15:
        raise ReelError("reel-cut", "the file ends before it is complete")
    stored, _, size = struct.unpack_from("<IBH", data, 8)
    if len(data) < 15 + size:
        raise ReelError("reel-cut", "the file ends before it is complete")
    if len(data) > 15 + size:
        raise damaged("something follows the content")
    content = Bytes(data, 15)
    read_head(content, recording, budget)
    blocks = []
    while content.at < content.end:
        if len(blocks) == 2:
            raise damaged("a small reel has more than two blocks")
        blocks.append(read_body(content, recording, size, budget))
        if len(blocks) == 2 and blocks[1].whole is not None:
            raise damaged("a small reel has two blocks of whole curves")
    sums = b"".join(struct.pack("<I", block.checksum) for block in blocks)
    if zlib.crc32(data[12:] + sums) != stored:
        raise damaged("the checksum of the file is wrong")
    return blocks


def read_chunks(data, recording, budget):
    at, has_head, blocks = 8, False, []
    while True:
        if len(data) < at + 12:
            raise ReelError("reel-cut", "the file ends before it is complete")
        stored, tag, size = struct.unpack_from("<I4sI", data, at)
        end = at + 12 + size
        if len(data) < end:
            raise ReelError("reel-cut", "the file ends before it is complete")
        if zlib.crc32(data[at + 4:end]) != stored:
            raise damaged(f"the checksum of the chunk at byte {at} is wrong")
        content = Bytes(data, at + 12, end)
        if has_head == (tag == b"HEAD"):
            raise damaged("the first chunk, and no other, is the head")
        if tag == b"HEAD":
            has_head = True
            read_head(content, recording, budget)
        elif tag == b"BLCK":
            blocks.append(read_block(content, recording, len(blocks), size, budget))
        elif tag == b"TAIL":
            if end != len(data):
                raise damaged("something follows the tail")
            return blocks
        elif 97 <= tag[0] <= 122:
            recording.warnings.append(f"reel-unknown: chunk {tag!r}")
        else:
            raise ReelError("reel-version", f"this reader does not know chunks {tag!r}")
        at = end


def read_block(content, recording, number, size, budget):
    if number >= 2 ** 20 or content.count() != number:
        raise damaged("a block is not where its number requires")
    start, end, stored = content.unpack("ffI")
    block = read_body(content, recording, size, budget)
    if block.checksum != stored:
        raise damaged("the checksum of the words of a block is wrong")
    if not start <= end:
        raise damaged("a block ends before it starts")
    block.start, block.end = start, end
    return block


def decode(data, budget=2 ** 30):
    """Reads the bytes of a reel. `budget` limits the memory and work that a file may cost."""
    data = bytes(data)
    if data[:8] != SIGNATURE[:len(data)] or not data:
        raise ReelError("not-a-reel", "the file does not begin as reels do")
    if len(data) < 13:
        raise ReelError("reel-cut", "the file ends before it is complete")
    recording, left = Recording(), Budget(budget)
    blocks = read_small(data, recording, left) if data[12] == 0 else read_chunks(data, recording, left)
    join(recording, blocks)
    dropped = [section.name for section in recording.sections if section.name not in KNOWN]
    recording.warnings += [f"reel-unknown: section {name!r}" for name in dropped]
    recording.sections = [section for section in recording.sections if section.name in KNOWN]
    times = (f32(word) for curve in recording.curves for word in curve.words[0::curve.words_per_key])
    recording.duration = max([0.0] + [time for time in times if not isnan(time)])
    return recording


def read(path, budget=2 ** 30):
    """Reads a file."""
    with open(path, "rb") as file:
        return decode(file.read(), budget)


def describe(recording):
    """The recording as the JSON of the test vectors."""
    def text(curve):
        words = curve.words
        keys = "".join(f" {word:08x}" for word in words)
        if len(words) > 4096:
            keys = f" {len(words)} words, checksum {checksum(words):08x}"
        return f"{curve.words_per_key} {curve.pre_wrap} {curve.post_wrap}:{keys}"
    return {
        "markers": [{"time": struct.pack(">d", time).hex(), "name": name} for time, name in recording.markers],
        "sections": [{"name": section.name, "curves": [text(curve) for group in section.groups for vector in group.vectors
                                                      for curve in vector.curves]} for section in recording.sections],
    }


def main(paths):
    for path in paths:
        try:
            print(json.dumps(describe(read(path))))
        except ReelError as error:
            print(json.dumps({"error": error.code, "message": str(error)}))


if __name__ == "__main__":
    main(sys.argv[1:])
