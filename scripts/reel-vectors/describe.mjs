// What a reader has to find in a reel, as JSON, and what differs. fixtures/reels/README.md describes it.
/** Curves of the section `others`. */
const OTHERS = /^(hands\.\w+\.(aim|pinchStrength)\b|controllers\.|tracks\.)/;
const MOST_DIFFERENCES = 10;
/** Of more words the checksum is given. */
const MOST_WORDS = 4096;

/** Describes a decoded recording as a vector does. `curves`: what `iterateCurves` returns; this file imports nothing, so it runs anywhere. */
export function describeReel(recording, curves) {
	const sections = [];
	for (const [path, curve] of curves) {
		const name = OTHERS.test(path) ? 'others' : path.split('.')[0];
		if (sections.at(-1)?.name !== name) sections.push({ name, curves: [] });
		sections.at(-1).curves.push(describeCurve(curve));
	}
	const markers = recording.markers.map(({ time, name }) => ({ time: toHex64(time), name }));
	return { markers, sections };
}

function describeCurve({ stride, preWrap, postWrap, words, start, count }) {
	const head = `${stride} ${preWrap >>> 0} ${postWrap >>> 0}:`;
	const own = words.subarray(start, start + stride * count);
	if (own.length > MOST_WORDS) return `${head} ${own.length} words, checksum ${toHex32(computeChecksum(own))}`;
	return [head, ...Array.from(own, toHex32)].join(' ');
}

function computeChecksum(words) {
	let hash = 0;
	for (const word of words) {
		hash = Math.imul(hash ^ word, 0x9e37_79b1);
		hash ^= hash >>> 15;
	}
	return hash >>> 0;
}

function toHex32(word) {
	return word.toString(16).padStart(8, '0');
}

function toHex64(time) {
	const view = new DataView(new ArrayBuffer(8));
	view.setFloat64(0, time);
	return view.getBigUint64(0).toString(16).padStart(16, '0');
}

/** Lists what differs between a vector and the answer of a reader; the first few. */
export function listDifferences(expected, actual) {
	if (expected.error !== undefined) {
		return typeof actual?.error === 'string' ? [] : [`read, but ${expected.error} was expected`];
	}
	if (typeof actual?.error === 'string') return [`error: ${actual.error}`];
	const found = [];
	const compare = (what, a, b) => {
		if (a !== b) found.push(`${what}: ${b} instead of ${a}`);
	};
	compare('markers', JSON.stringify(expected.markers), JSON.stringify(actual?.markers));
	for (const { name, curves } of expected.sections) {
		const other = actual?.sections?.find((section) => section.name === name)?.curves;
		compare(`curves of ${name}`, curves.length, other?.length);
		for (const [i, curve] of curves.entries()) compareCurve(`${name}, curve ${i}`, curve, other?.[i] ?? '', compare);
	}
	const more = found.length - MOST_DIFFERENCES;
	return more > 0 ? [...found.slice(0, MOST_DIFFERENCES), `${more} more differences`] : found;
}

function compareCurve(what, expected, actual, compare) {
	if (expected === actual) return;
	const [[head, ...words], [otherHead, ...otherWords]] = [expected.split(' '), actual.split(' ')];
	const at = words.findIndex((word, i) => word !== otherWords[i]);
	if (head !== otherHead || at < 0) compare(what, `${expected.slice(0, 60)} …`, `${actual.slice(0, 60)} …`);
	else compare(`${what}, word ${at - 2}`, words[at], otherWords[at] ?? 'nothing');
}
