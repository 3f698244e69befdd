// The innermost loops of a sampler as AssemblyScript, for WebAssembly with SIMD. They do what key-table.ts,
// line-table.ts, cubic-table.ts and write-poses.ts in src/sample do, on the same arrays, with the same operations in the
// same order on the same float64 numbers, and so give the same bits. What is rare is left to those files: `locate`.
//
// `npm run kernel` turns this file into src/sample/kernel-bytes.ts; a test fails when the two do not fit together.

/** Finds the segment of a group of a table at a time, wherever it is, and fills in its coefficients. */
declare function locate(table: Table, group: i32, time: f64): void;

/** A table as src/sample/simd-part.ts writes it: numbers, and where its arrays lie, by the names they have there. */
@unmanaged
class Table {
	gridOrigin: f64;
	gridScale: f64;
	gridStep: f64;
	lastTime: f64;
	streamFrom: f64;
	streamUntil: f64;
	groups: i32;
	/** Slices of the grid, the last included. */
	slices: i32;
	rows: usize;
	offsets: usize;
	sizes: usize;
	until: usize;
	lefts: usize;
	ends: usize;
	places: usize;
	times: usize;
	gridLefts: usize;
	streamTimes: usize;
	streamGroups: usize;
	streamCoefficients: usize;
	streamLength: i32;
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
	/** Whether the stream is followed, and how far: then only the coefficients are kept up to date. */
	isFollowing: i32;
	streamed: i32;
	/** Of no use but that reading is not optimised away. */
	touched: i32;
}

const PLACE_BYTES = 12;
/** From the start of a row to some number near the end of the next one: rows of lines take 16 or 20 bytes. */
const TOUCHED_BYTES = 44;
/** Keys that are looked at one by one before `locate` bisects. */
const MAX_STEPS = 8;
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
	// Outside of time whatever has a value is held, so any time will do. Adding 0 makes 0 of −0.
	const time = f64x2.splat(abs(clock) < Infinity ? clock + 0 : 0);
	if (table.isCubic) writeCubics(table, time, out);
	else writeLines(table, time, out);
	writeRotations(table, time, out);
	writeDirections(table, time, out);
}

/** Brings the coefficients to a time. */
function seek(table: Table, time: f64): void {
	// After a small step forwards most groups are still in their segment and the others in the next one.
	const last = table.lastTime;
	const isStep = time >= last && time - last < table.gridStep;
	table.lastTime = time;
	if (isStep && last >= table.streamFrom && time < table.streamUntil) {
		play(table, last, time);
		return;
	}
	if (!isStep || table.isFollowing) {
		table.isFollowing = 0;
		jump(table, time);
		return;
	}
	// Collects the groups whose segments have ended as bits, eight at once: branches would be guessed wrong.
	const now = f64x2.splat(time);
	const until = table.until;
	const groups = table.groups;
	for (let first = 0; first < groups; first += 64) {
		const count = min(groups - first, 64);
		let ended: u64 = 0;
		for (let g = 0; g < count; g += 8) {
			const at = until + ((<usize>(first + g)) << 3);
			const a = f64x2.gt(v128.load(at), now);
			const b = f64x2.gt(v128.load(at, 16), now);
			const c = f64x2.gt(v128.load(at, 32), now);
			const d = f64x2.gt(v128.load(at, 48), now);
			const running = i16x8.narrow_i32x4_s(v128.shuffle<i32>(a, b, 0, 2, 4, 6), v128.shuffle<i32>(c, d, 0, 2, 4, 6));
			ended |= (<u64>(i16x8.bitmask(running) ^ 0xff)) << g;
		}
		// What follows the last group is none.
		ended &= u64.MAX_VALUE >> (64 - count);
		for (; ended !== 0; ended &= ended - 1) step(table, first + <i32>ctz(ended), time);
	}
}

/** Copies the segments of the stream that start before a time. */
function play(table: Table, last: f64, time: f64): void {
	if (!table.isFollowing) table.streamed = findStreamed(table, last);
	table.isFollowing = 1;
	let next = table.streamed;
	for (; streamTime(table, next) < time; next++) copySegment(table, next);
	table.streamed = next;
	// A key's own bits count at its time; its segment is entered after it.
	for (; streamTime(table, next) === time; next++) locate(table, streamGroup(table, next), time);
}

/** The first segment of the stream that does not start before a time. */
function findStreamed(table: Table, time: f64): i32 {
	let low = 0;
	let high = table.streamLength;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (streamTime(table, middle) < time) low = middle + 1;
		else high = middle;
	}
	return low;
}

function streamTime(table: Table, i: i32): f64 {
	return load<f64>(table.streamTimes + ((<usize>i) << 3));
}

function streamGroup(table: Table, i: i32): i32 {
	return load<i32>(table.streamGroups + ((<usize>i) << 2));
}

function copySegment(table: Table, i: i32): void {
	const g = <usize>streamGroup(table, i);
	const size = load<i32>(table.sizes + (g << 2));
	const columnBytes = table.columnBytes;
	let at = table.columns + (load<usize>(table.offsets + (g << 2)) << 3);
	let from = table.streamCoefficients + ((<usize>i) << (table.isCubic ? 7 : 6));
	const end = from + (table.isCubic ? 128 : 64);
	// What follows three outputs is another group's. Not as a branch: it would be guessed wrong half of the time.
	const others = i64x2.replace_lane(i64x2.splat(0), 1, <i64>(size - 4) >> 63);
	for (; from < end; from += 32, at += columnBytes) copyOutputs(at, v128.load(from), v128.load(from, 16), size, others);
	if (!table.isCubic) return;
	const origin = f64x2.splat(streamTime(table, i));
	copyOutputs(at, origin, origin, size, others);
}

function copyOutputs(at: usize, first: v128, second: v128, size: i32, others: v128): void {
	if (size === 1) {
		v128.store64_lane(at, first, 0);
		return;
	}
	v128.store(at, first);
	v128.store(at, v128.bitselect(v128.load(at, 16), second, others), 16);
}

/** Goes on to the next segment, which is where a group mostly is when its segment has ended. */
function step(table: Table, g: i32, time: f64): void {
	const rows = table.rows;
	const width = load<i32>(table.places + <usize>g * PLACE_BYTES, 4);
	const left = load<i32>(table.lefts + ((<usize>g) << 2)) + width;
	if (left < load<i32>(table.ends + ((<usize>g) << 2))) {
		const from = rowTime(rows, left);
		const to = rowTime(rows, left + width);
		if (time > from && time < to) {
			enterSegment(table, g, left, width, from, to);
			return;
		}
	}
	locate(table, g, time);
}

/** Finds all groups anew, by the grid. */
function jump(table: Table, time: f64): void {
	const rows = table.rows;
	const groups = table.groups;
	const slice = <usize>((time - table.gridOrigin) * table.gridScale);
	let gridLeft = table.gridLefts + ((slice * <usize>groups) << 2);
	let place = table.places;
	let range = table.times;
	if (slice < <usize>table.slices) touchRows(table, gridLeft);
	for (let g = 0; g < groups; g++, gridLeft += 4, place += PLACE_BYTES, range += 16) {
		if (time > load<f64>(range) && time < load<f64>(range, 8)) {
			const width = load<i32>(place, 4);
			let left = load<i32>(gridLeft);
			const limit = left + MAX_STEPS * width;
			// Mostly none, one or two keys further. Not as branches: one guessed wrong waits for the memory.
			left += width & -(<i32>(rowTime(rows, left + width) <= time));
			left += width & -(<i32>(rowTime(rows, left + width) <= time));
			let from = rowTime(rows, left);
			let to = rowTime(rows, left + width);
			while (to <= time && left < limit) {
				left += width;
				from = to;
				to = rowTime(rows, left + width);
			}
			if (time > from && time < to) {
				enterSegment(table, g, left, width, from, to);
				continue;
			}
		}
		locate(table, g, time);
	}
}

/**
 * Reads two numbers of the rows of all groups that the grid has at a place: asked for all at once, they come from memory
 * sooner than when each is waited for.
 */
function touchRows(table: Table, gridLeft: usize): void {
	const rows = table.rows;
	let touched = 0;
	for (const end = gridLeft + ((<usize>table.groups) << 2); gridLeft < end; gridLeft += 4) {
		const row = rows + (load<usize>(gridLeft) << 2);
		touched |= load<i32>(row) | load<i32>(row, TOUCHED_BYTES);
	}
	table.touched = touched;
}

function rowTime(rows: usize, row: i32): f64 {
	return <f64>load<f32>(rows + ((<usize>row) << 2));
}

function enterSegment(table: Table, g: i32, left: i32, width: i32, from: f64, to: f64): void {
	store<i32>(table.lefts + ((<usize>g) << 2), left);
	store<f64>(table.until + ((<usize>g) << 3), to);
	const row = table.rows + ((<usize>left) << 2);
	const at = table.columns + (load<usize>(table.offsets + ((<usize>g) << 2)) << 3);
	const size = load<i32>(table.sizes + ((<usize>g) << 2));
	if (table.isCubic) fillCubics(row, at, table.columnBytes, size, from, to);
	else fillLines(row, row + ((<usize>width) << 2), at, table.columnBytes, size, from, to);
}

/** Values and slopes of one, three or four lines from row to row. */
function fillLines(row: usize, next: usize, at: usize, columnBytes: usize, size: i32, from: f64, to: f64): void {
	const perSecond = f64x2.splat(1 / (to - from));
	const origin = f64x2.splat(from);
	const starts = v128.load(row, 4);
	const stops = v128.load(next, 4);
	const start = f64x2.promote_low_f32x4(starts);
	const slope = f64x2.mul(f64x2.sub(f64x2.promote_low_f32x4(stops), start), perSecond);
	const value = f64x2.sub(start, f64x2.mul(slope, origin));
	if (size === 1) {
		v128.store64_lane(at, value, 0);
		v128.store64_lane(at + columnBytes, slope, 0);
		return;
	}
	v128.store(at, value);
	v128.store(at + columnBytes, slope);
	const start2 = f64x2.promote_low_f32x4(v128.shuffle<i64>(starts, starts, 1, 1));
	const stop2 = f64x2.promote_low_f32x4(v128.shuffle<i64>(stops, stops, 1, 1));
	const slope2 = f64x2.mul(f64x2.sub(stop2, start2), perSecond);
	const value2 = f64x2.sub(start2, f64x2.mul(slope2, origin));
	if (size === 3) {
		v128.store64_lane(at, value2, 0, 16);
		v128.store64_lane(at + columnBytes, slope2, 0, 16);
		return;
	}
	v128.store(at, value2, 16);
	v128.store(at + columnBytes, slope2, 16);
}

/** Coefficients of the cubics after a row, which holds five words for each; src/sample/segment-rows.ts names them. */
function fillCubics(row: usize, at: usize, columnBytes: usize, size: i32, from: f64, to: f64): void {
	const dx = to - from;
	const perSecond = 1 / max(dx, SHORTEST);
	for (const end = at + ((<usize>size) << 3); at < end; at += 8, row += 20) {
		const y0 = <f64>load<f32>(row, 8);
		const m0 = <f64>load<f32>(row, 12);
		const m1 = <f64>load<f32>(row, 20);
		const rise = <f64>load<f32>(row, 16) - y0;
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

/** Two values of whatever the table holds. */
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
