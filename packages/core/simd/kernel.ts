// The innermost loops of a sampler as AssemblyScript, for WebAssembly with SIMD. They do what key-table.ts,
// line-table.ts, cubic-table.ts and write-poses.ts in src/sample do, on the same arrays, with the same operations in the
// same order on the same float64 numbers, and so give the same bits. What is rare is left to those files: `locate`.
//
// `npm run tool -- kernel` turns this file into src/sample/simd/kernel-bytes.ts; a test fails when the two do not fit together.

/** Finds the segment of a timeline of a table at a time, wherever it is, and fills in its coefficients. */
declare function locate(table: Table, timeline: i32, time: f64): void;

/** A table as src/sample/simd/simd-parts.ts writes it: numbers, and where its arrays lie, by the names they have there. */
@unmanaged
class Table {
	/** Where slices of time start, how many a second has, and the seconds that count as a small step. */
	origin: f64;
	scale: f64;
	step: f64;
	lastTime: f64;
	from: f64;
	until: f64;
	timelines: i32;
	/** The slice for all that comes after the last mark. */
	lastSlice: i32;
	markRows: i32;
	owners: usize;
	marks: usize;
	markTimes: usize;
	slices: usize;
	rows: usize;
	/** Words of the rows of each timeline. */
	rowLengths: usize;
	/** Where the copy of the next row starts in the rows of each timeline, in words; 0 for rows with a link. */
	copies: usize;
	/** The first group of each timeline. */
	firsts: usize;
	offsets: usize;
	sizes: usize;
	lefts: usize;
	isCubic: i32;
	/** Values and slopes, or c0, c1, c2, c3 and origins: columns of float64, a multiple of four each. */
	columns: usize;
	columnBytes: usize;
	/** Byte offsets among the float32 outputs of what is brought to unit length; rotations come in pairs. */
	rotations: usize;
	rotationsEnd: usize;
	directions: usize;
	directionsEnd: usize;
	/** Where the outputs go. */
	out: usize;
	/** What is present, up to 32 bytes, and where that goes. */
	present: usize;
	outPresent: usize;
	/** The row of the next key that playback passes, and its number. */
	nextRow: usize;
	next: i32;
	/** Of no use but that reading is not optimized away. */
	touched: i32;
	/** The next table starts at a multiple of eight bytes. */
	padding: i32;
}

/** What a row begins with: a time. */
const HEAD_BYTES = 4;
/** From the start of a row to some number near the end of its copy: rows of lines take 32 or 40 bytes. */
const TOUCHED_BYTES = 28;
/** Hermite segments shorter than this count as this long, as in Unity. */
const SHORTEST: f64 = 1e-4;
/** Directions shorter than this become zero, as Unity's Vector3.Normalize makes them. */
const SHORTEST_DIRECTION: f64 = 1e-5;

/** Samples the tables from `at` to `end` at a time. May overwrite 12 bytes after the outputs of each, and 5 after what is present. */
export function sampleTables(at: usize, end: usize, time: f64): void {
	for (; at < end; at += offsetof<Table>()) {
		const table = changetype<Table>(at);
		sampleTable(table, time, table.out);
		v128.store(table.outPresent, v128.load(table.present));
		v128.store(table.outPresent, v128.load(table.present, 16), 16);
	}
}

/** Samples a table at the float64 times from `at` to `end` into rows of so many bytes. */
export function sampleRows(table: Table, at: usize, end: usize, out: usize, stride: usize): void {
	for (; at < end; at += 8, out += stride) sampleTable(table, load<f64>(at), out);
}

function sampleTable(table: Table, clock: f64, out: usize): void {
	seek(table, clock);
	// Non-finite times hold the end values, so any time will do. Adding 0 turns −0 into 0.
	const time = f64x2.splat(abs(clock) < Infinity ? clock + 0 : 0);
	if (table.isCubic) writeCubics(table, time, out);
	else writeLines(table, time, out);
	writeRotations(table, time, out);
	writeDirections(table, time, out);
}

/** Brings the coefficients to a time. */
function seek(table: Table, time: f64): void {
	const last = table.lastTime;
	table.lastTime = time;
	// A small step forwards, and not from before 0 to 0: what holds −0 depends on the sign of the time.
	const isStep = time >= last && time - last < table.step && last >= 0 === time >= 0;
	if (isStep && last >= table.from && time < table.until) passKeys(table, time);
	else jump(table, time);
	holdKeysAt(table, time);
}

/** A key's own bits count at its time; its segment is entered after it. */
function holdKeysAt(table: Table, time: f64): void {
	let isPlain = true;
	let row = table.nextRow;
	for (let next = table.next; rowStart(row) === time; next++) {
		const t = owner(table, next);
		const stop = rowStart(nextRow(table, t, row));
		// Of several keys of a timeline it depends which one counts, and after the last one what.
		if (stop === time) isPlain = false;
		if (isPlain && stop > time) holdKey(table, t, row, time);
		else locate(table, t, time);
		row += rowBytes(table, t);
	}
}

/** Makes a timeline hold the values of a key; adding −0 changes nothing, not even −0. */
function holdKey(table: Table, t: i32, row: usize, time: f64): void {
	const isCubic = table.isCubic;
	const columnBytes = table.columnBytes;
	const slope: f64 = time < 0 && !isCubic ? 0 : -0.0;
	row += HEAD_BYTES + (isCubic ? 4 : 0);
	for (let g = firstGroup(table, t), last = firstGroup(table, t + 1); g < last; g++) {
		let at = columnOf(table, g);
		for (const end = at + ((<usize>sizeOf(table, g)) << 3); at < end; at += 8, row += isCubic ? 20 : 4) {
			store<f64>(at, <f64>load<f32>(row));
			store<f64>(at + columnBytes, slope);
			if (!isCubic) continue;
			store<f64>(at + 2 * columnBytes, slope);
			store<f64>(at + 3 * columnBytes, slope);
			store<f64>(at + 4 * columnBytes, time);
		}
	}
}

/** Enters the segments after the keys that lie before a time. */
function passKeys(table: Table, time: f64): void {
	// In locals: after each store a field would have to be read again.
	const owners = table.owners;
	const rowLengths = table.rowLengths;
	let next = table.next;
	let row = table.nextRow;
	for (; rowStart(row) < time; next++) {
		const t = <i32>load<u8>(owners + <usize>next);
		const right = nextRow(table, t, row);
		if (F64.isNaN(rowStart(right))) locate(table, t, time);
		else enterSegment(table, t, row, right);
		row += load<usize>(rowLengths + ((<usize>t) << 2)) << 2;
	}
	table.next = next;
	table.nextRow = row;
}

/** Finds all timelines again. */
function jump(table: Table, time: f64): void {
	const timelines = table.timelines;
	const lefts = table.lefts;
	const rows = table.rows;
	const owners = table.owners;
	const rowLengths = table.rowLengths;
	const end = lefts + ((<usize>timelines) << 2);
	const mark = findMark(table, time);
	const marked = table.marks + ((<usize>(mark * (timelines + 1))) << 2);
	const markBytes = (<usize>timelines) << 2;
	memory.copy(lefts, marked, markBytes);
	let next = mark * table.markRows;
	let row = rows + (load<usize>(marked + markBytes) << 2);
	for (; rowStart(row) < time; next++) {
		const t = (<usize>load<u8>(owners + <usize>next)) << 2;
		store<usize>(lefts + t, (row - rows) >> 2);
		row += load<usize>(rowLengths + t) << 2;
	}
	table.next = next;
	table.nextRow = row;
	// Reads something of all of them: asked for at once, they come from memory sooner than when each is waited for.
	let touched = 0;
	for (let at = lefts; at < end; at += 4) {
		const row = rows + ((<usize>max(load<i32>(at), 0)) << 2);
		touched |= load<i32>(row) | load<i32>(row, TOUCHED_BYTES);
	}
	table.touched = touched;
	for (let t = 0; t < timelines; t++) {
		const left = load<i32>(lefts + ((<usize>t) << 2));
		const row = rows + ((<usize>left) << 2);
		const right: usize = left < 0 ? 0 : nextRow(table, t, row);
		if (left >= 0 && rowStart(right) >= time) enterSegment(table, t, row, right);
		else locate(table, t, time);
	}
}

function findMark(table: Table, time: f64): i32 {
	const place = Math.floor((time - table.origin) * table.scale);
	if (!(place >= 0)) return 0;
	const last = table.lastSlice;
	const slice = <i32>min(place, <f64>last);
	let low = sliceStart(table, slice);
	let high = sliceStart(table, min(slice + 1, last));
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (<f64>load<f32>(table.markTimes + ((<usize>middle) << 2)) < time) low = middle + 1;
		else high = middle;
	}
	return max(low - 1, 0);
}

function sliceStart(table: Table, slice: i32): i32 {
	return load<i32>(table.slices + ((<usize>slice) << 2));
}

function owner(table: Table, i: i32): i32 {
	return <i32>load<u8>(table.owners + <usize>i);
}

function rowBytes(table: Table, t: i32): usize {
	return load<usize>(table.rowLengths + ((<usize>t) << 2)) << 2;
}

function rowStart(row: usize): f64 {
	return <f64>load<f32>(row);
}

/** The row of the next key of the same timeline, or its copy. */
function nextRow(table: Table, t: i32, row: usize): usize {
	const copy = load<usize>(table.copies + ((<usize>t) << 2));
	return copy > 0 ? row + (copy << 2) : table.rows + (~load<usize>(row - 4) << 2);
}

function firstGroup(table: Table, t: i32): i32 {
	return load<i32>(table.firsts + ((<usize>t) << 2));
}

function columnOf(table: Table, g: i32): usize {
	return table.columns + (load<usize>(table.offsets + ((<usize>g) << 2)) << 3);
}

function sizeOf(table: Table, g: i32): i32 {
	return load<i32>(table.sizes + ((<usize>g) << 2));
}

function enterSegment(table: Table, t: i32, row: usize, right: usize): void {
	const from = rowStart(row);
	const to = rowStart(right);
	const columnBytes = table.columnBytes;
	const last = firstGroup(table, t + 1);
	row += HEAD_BYTES;
	right += HEAD_BYTES;
	for (let g = firstGroup(table, t); g < last; g++) {
		const at = columnOf(table, g);
		const size = sizeOf(table, g);
		if (table.isCubic) {
			fillCubics(row, at, columnBytes, size, from, to);
			row += <usize>size * 20;
		} else {
			if (size === 1) fillLine(row, right, at, columnBytes, from, to);
			else fillLines(row, right, at, columnBytes, size, from, to);
			row += (<usize>size) << 2;
			right += (<usize>size) << 2;
		}
	}
}

/** Value and slope of a line. */
function fillLine(values: usize, nexts: usize, at: usize, columnBytes: usize, from: f64, to: f64): void {
	const start = <f64>load<f32>(values);
	const slope = (<f64>load<f32>(nexts) - start) * (1 / (to - from));
	store<f64>(at, start - slope * from);
	store<f64>(at + columnBytes, slope);
}

/** Values and slopes of three or four lines from the values of a key to those of the next. */
function fillLines(values: usize, nexts: usize, at: usize, columnBytes: usize, size: i32, from: f64, to: f64): void {
	const perSecond = f64x2.splat(1 / (to - from));
	const origin = f64x2.splat(from);
	const starts = v128.load(values);
	const stops = v128.load(nexts);
	const start = f64x2.promote_low_f32x4(starts);
	const start2 = f64x2.promote_low_f32x4(v128.shuffle<i64>(starts, starts, 1, 1));
	const stop2 = f64x2.promote_low_f32x4(v128.shuffle<i64>(stops, stops, 1, 1));
	const slope = f64x2.mul(f64x2.sub(f64x2.promote_low_f32x4(stops), start), perSecond);
	const slope2 = f64x2.mul(f64x2.sub(stop2, start2), perSecond);
	storeOutputs(at, f64x2.sub(start, f64x2.mul(slope, origin)), f64x2.sub(start2, f64x2.mul(slope2, origin)), size);
	storeOutputs(at + columnBytes, slope, slope2, size);
}

/** Stores the numbers of three or four outputs. */
function storeOutputs(at: usize, first: v128, second: v128, size: i32): void {
	v128.store(at, first);
	// What follows three outputs is another group's. Not as a branch: it would be guessed wrong half of the time.
	const others = i64x2.replace_lane(i64x2.splat(0), 1, <i64>(size - 4) >> 63);
	v128.store(at, v128.bitselect(v128.load(at, 16), second, others), 16);
}

/** Coefficients of the cubics after a row, which holds five words for each; src/sample/segment-rows.ts names them. */
function fillCubics(row: usize, at: usize, columnBytes: usize, size: i32, from: f64, to: f64): void {
	const dx = to - from;
	const perSecond = 1 / max(dx, SHORTEST);
	for (const end = at + ((<usize>size) << 3); at < end; at += 8, row += 20) {
		const y0 = <f64>load<f32>(row, 4);
		const m0 = <f64>load<f32>(row, 8);
		const m1 = <f64>load<f32>(row, 16);
		const rise = <f64>load<f32>(row, 12) - y0;
		const chord = rise * perSecond;
		const isLine = F64.isNaN(m0);
		store<f64>(at, y0);
		store<f64>(at + columnBytes, isLine ? rise / dx : m0);
		store<f64>(at + 2 * columnBytes, isLine ? 0 : (3 * chord - 2 * m0 - m1) * perSecond);
		store<f64>(at + 3 * columnBytes, isLine ? 0 : (m0 + m1 - 2 * chord) * perSecond * perSecond);
		store<f64>(at + 4 * columnBytes, from);
	}
}

/** Two values of lines. */
function lineAt(at: usize, columnBytes: usize, time: v128): v128 {
	return f64x2.add(v128.load(at), f64x2.mul(v128.load(at + columnBytes), time));
}

/** Two values of cubics. */
function cubicAt(at: usize, columnBytes: usize, time: v128): v128 {
	const s = f64x2.sub(time, v128.load(at + 4 * columnBytes));
	const a = f64x2.add(f64x2.mul(v128.load(at + 3 * columnBytes), s), v128.load(at + 2 * columnBytes));
	const b = f64x2.add(f64x2.mul(a, s), v128.load(at + columnBytes));
	return f64x2.add(f64x2.mul(b, s), v128.load(at));
}

function writeLines(table: Table, time: v128, out: usize): void {
	const columnBytes = table.columnBytes;
	for (let at = table.columns, end = at + columnBytes; at < end; at += 32, out += 16) {
		v128.store(out, joinPairs(lineAt(at, columnBytes, time), lineAt(at + 16, columnBytes, time)));
	}
}

function writeCubics(table: Table, time: v128, out: usize): void {
	const columnBytes = table.columnBytes;
	for (let at = table.columns, end = at + columnBytes; at < end; at += 32, out += 16) {
		v128.store(out, joinPairs(cubicAt(at, columnBytes, time), cubicAt(at + 16, columnBytes, time)));
	}
}

/** Two values of the table. */
function valuesAt(table: Table, at: usize, time: v128): v128 {
	return table.isCubic ? cubicAt(at, table.columnBytes, time) : lineAt(at, table.columnBytes, time);
}

/** Four float32 numbers from two pairs. */
function joinPairs(a: v128, b: v128): v128 {
	return v128.shuffle<i64>(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b), 0, 2);
}

/** Writes rotations again at unit length, two at once; an all-zero one becomes the identity. */
function writeRotations(table: Table, time: v128, out: usize): void {
	for (let at = table.rotations; at < table.rotationsEnd; at += 8) {
		const first = load<usize>(at);
		const second = load<usize>(at, 4);
		const a = table.columns + (first << 1);
		const b = table.columns + (second << 1);
		const xyA = valuesAt(table, a, time);
		const zwA = valuesAt(table, a + 16, time);
		const xyB = valuesAt(table, b, time);
		const zwB = valuesAt(table, b + 16, time);
		const x = v128.shuffle<i64>(xyA, xyB, 0, 2);
		const y = v128.shuffle<i64>(xyA, xyB, 1, 3);
		const z = v128.shuffle<i64>(zwA, zwB, 0, 2);
		const w = v128.shuffle<i64>(zwA, zwB, 1, 3);
		const square = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z)), f64x2.mul(w, w));
		const scale = f64x2.div(f64x2.splat(1), f64x2.sqrt(square));
		const isZero = f64x2.eq(square, f64x2.splat(0));
		const unitX = v128.andnot(f64x2.mul(x, scale), isZero);
		const unitY = v128.andnot(f64x2.mul(y, scale), isZero);
		const unitZ = v128.andnot(f64x2.mul(z, scale), isZero);
		const unitW = v128.bitselect(f64x2.splat(1), f64x2.mul(w, scale), isZero);
		const xy = joinPairs(unitX, unitY);
		const zw = joinPairs(unitZ, unitW);
		v128.store(out + first, v128.shuffle<i32>(xy, zw, 0, 2, 4, 6));
		v128.store(out + second, v128.shuffle<i32>(xy, zw, 1, 3, 5, 7));
	}
}

/** Writes directions again at unit length; one that is too short becomes zero. */
function writeDirections(table: Table, time: v128, out: usize): void {
	for (let at = table.directions; at < table.directionsEnd; at += 4) {
		const offset = load<usize>(at);
		const a = table.columns + (offset << 1);
		const xy = valuesAt(table, a, time);
		const z = f64x2.extract_lane(valuesAt(table, a + 16, time), 0);
		const x = f64x2.extract_lane(xy, 0);
		const y = f64x2.extract_lane(xy, 1);
		const length = sqrt(x * x + y * y + z * z);
		const scale: f64 = length < SHORTEST_DIRECTION ? 0 : 1 / length;
		store<f32>(out + offset, <f32>(x * scale));
		store<f32>(out + offset, <f32>(y * scale), 4);
		store<f32>(out + offset, <f32>(z * scale), 8);
	}
}
