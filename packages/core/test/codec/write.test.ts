import {
	type Curve,
	createCurve,
	createRecording,
	describeLayout,
	getCurveKeys,
	type HandParts,
	type Issue,
	isRecordingError,
	type LayoutName,
	type Recording,
	type RecordingParts,
	readRecording,
	writeRecording,
	writeRecordingWithLayout,
} from '@handreel/core';
import { chooseLayout, getCurveWords, getKeyWeightedMode, getRecordingByteLength } from '@handreel/core/internal';

import { describe, expect, it } from 'vitest';
import { concat, f32, fileOf, header, i32, markerList, text, u8 } from '../support/bytes.ts';
import { createFullRecording } from '../support/full-recording.ts';

const SIMPLE_KEYS = createCurve([0, 1, 0.5, 2]);
/** Full keys that say the same as simple ones. */
const FLAT_KEYS = createCurve([0, 1, 0, 0, 0, 0, 3, 0.5, 2, 0, 0, 0, 0, 3], { stride: 7 });
const CURVED_KEYS = createCurve([0, 1, 0, 0, 0, 0, 3, 0.5, 2, -1, 4, 0.25, 0.75, 1], { stride: 7 });
const MARKERS = [{ time: 0.25, name: 'grab' }];

/** A recording that states it comes from a file of the given layout. */
function recordingIn(name: LayoutName, parts: RecordingParts): Recording {
	return createRecording({ ...parts, layout: describeLayout(name).layout });
}

/** A recording whose first head curve is given. */
function withCurve(curve: Curve, name: LayoutName = 'documented-1.1'): Recording {
	return recordingIn(name, { head: { position: { x: curve } } });
}

/** The name of the layout that writing without `layout` takes. */
function widenedName(recording: Recording): LayoutName {
	return chooseLayout(readRecording(writeRecording(recording)));
}

/** What writing in a layout reports, and what is then left. */
function writeLossy(recording: Recording, layout: LayoutName): { losses: Issue[]; rest: Recording } {
	const losses: Issue[] = [];
	const bytes = writeRecording(recording, { layout, onIssue: (issue) => losses.push(issue) });
	return { losses, rest: readRecording(bytes, { layout }) };
}

/** What a call throws. */
function thrownBy(call: () => unknown): unknown {
	try {
		call();
	} catch (error) {
		return error;
	}
	throw new Error('nothing was thrown');
}

describe('the bytes', () => {
	it('of an MRTK 1.1 file are flags, simple keys and a marker list', () => {
		const recording = createRecording({
			gaze: { origin: { y: createCurve([0.5, -2], { preWrap: 1, postWrap: -7 }) } },
			markers: [{ time: 1.5, name: 'né' }],
		});
		const empty = i32(8, 8, 0);
		const curve = concat(i32(1, -7, 1), f32(0.5, -2));
		const expected = concat(
			u8(0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a),
			i32(1, 1),
			u8(0, 0, 1),
			...[empty, curve, empty, empty, empty, empty],
			...[i32(1), f32(1.5), u8(3, 0x6e, 0xc3, 0xa9)],
		);
		expect(writeRecording(recording, { layout: 'mrtk-1.1' })).toEqual(expected);
	});

	it('of a documented 1.1 file hold full keys and end with the last curve', () => {
		const key = concat(f32(0.5, 2, -1, 4, 0.25, 0.75), i32(1));
		const first = concat(i32(8, 8, 2), f32(0, 1, 0, 0, 0, 0), i32(3), key);
		const others = Array.from({ length: 6 }, () => i32(8, 8, 0));
		expect(writeRecording(withCurve(CURVED_KEYS))).toEqual(concat(header('1.1', { head: true }), first, ...others));
	});

	it('of a long marker name start with a length of two or three bytes', () => {
		for (const [length, prefix] of [
			[127, u8(0x7f)],
			[128, u8(0x80, 0x01)],
			[16_383, u8(0xff, 0x7f)],
			[16_384, u8(0x80, 0x80, 0x01)],
		] as const) {
			const name = 'x'.repeat(length);
			const bytes = writeRecording(createRecording({ markers: [{ time: 2, name }] }), { layout: 'mrtk-1.1' });
			const expected = concat(header('1.1'), i32(1), f32(2), prefix, new Uint8Array(length).fill(0x78));
			expect(Buffer.compare(bytes, expected)).toBe(0);
			expect(Buffer.compare(bytes, concat(header('1.1'), i32(1), f32(2), text(name)))).toBe(0);
		}
	});

	it('of a 1.0 file without head and hands hold them without keys', () => {
		const recording = createRecording({ markers: MARKERS });
		const expected = fileOf(describeLayout('mrtk-1.0').layout, { markers: MARKERS });
		expect(writeRecording(recording, { layout: 'mrtk-1.0' })).toEqual(expected);
	});
});

describe('the layout without an option', () => {
	const hands = {};
	const head = { position: { x: SIMPLE_KEYS } };
	const curved = { position: { x: CURVED_KEYS } };

	it.each<[string, LayoutName, RecordingParts, LayoutName]>([
		['stays', 'simple-1.1', { head }, 'simple-1.1'],
		['stays', 'mrtk-1.1', { head }, 'mrtk-1.1'],
		['stays', 'documented-1.0', { head, hands }, 'documented-1.0'],
		['stays with simple keys', 'documented-1.1', { head }, 'documented-1.1'],
		['gains a marker list for markers', 'simple-1.1', { head, markers: MARKERS }, 'mrtk-1.1'],
		['gains a marker list for markers', 'documented-1.1', { head, markers: MARKERS }, 'extended-1.1'],
		['gains a marker list for markers', 'documented-1.0', { head, hands, markers: MARKERS }, 'mrtk-1.0'],
		['gains full keys for tangents', 'mrtk-1.1', { head: curved }, 'extended-1.1'],
		['gains full keys for tangents', 'simple-1.1', { head: curved }, 'documented-1.1'],
		['becomes 1.1 for a gaze', 'documented-1.0', { head, hands, gaze: {} }, 'mrtk-1.1'],
		['becomes 1.1 for a gaze', 'mrtk-1.0', { head, hands, gaze: {} }, 'mrtk-1.1'],
		['becomes 1.1 for a gaze, with tangents', 'mrtk-1.0', { head: curved, hands, gaze: {} }, 'extended-1.1'],
		['becomes 1.1 without a head', 'mrtk-1.0', { hands: { left: { joints: { palm: head } } } }, 'mrtk-1.1'],
		['becomes 1.1 without hands', 'documented-1.0', { head }, 'mrtk-1.1'],
		['becomes 1.1 without hands, with tangents', 'documented-1.0', { head: curved }, 'documented-1.1'],
		['becomes everything at once', 'simple-1.1', { head: curved, markers: MARKERS }, 'extended-1.1'],
	])('%s: %s', (_, from, parts, to) => {
		expect(widenedName(recordingIn(from, parts))).toBe(to);
	});

	it('is what MRTK reads for a recording that comes from elsewhere, unless its keys have tangents', () => {
		expect(createRecording({}).layout).toBeNull();
		expect(widenedName(createRecording({ head }))).toBe('mrtk-1.1');
		expect(widenedName(createRecording({ head: curved }))).toBe('documented-1.1');
		expect(widenedName(createRecording({ head: curved, markers: MARKERS }))).toBe('extended-1.1');
	});

	it.each([undefined, 'documented-1.1'] as const)('is returned with the bytes: %s', (layout) => {
		const recording = createRecording({ head });
		const written = writeRecordingWithLayout(recording, { layout });
		expect(written.layout).toBe(layout ?? chooseLayout(recording));
		expect(written.bytes).toEqual(writeRecording(recording, { layout }));
	});

	it('can be given as an object', () => {
		const layout = { version: '1.1', keys: 'simple', markers: true } as const;
		expect(readRecording(writeRecording(createRecording({ head }), { layout })).layout).toEqual(layout);
	});

	it('is refused when it is none of the six', () => {
		const layout = { version: '1.0', keys: 'simple', markers: true } as const;
		const recording = createRecording({ head });
		expect(() => writeRecording(recording, { layout })).toThrow(TypeError);
		expect(() => writeRecording(recording, { layout: 'mrtk' as LayoutName })).toThrow(/^layout: 'mrtk' /);
	});
});

describe('a layout that cannot hold the content', () => {
	const head = { position: { x: CURVED_KEYS, z: CURVED_KEYS } };
	const full = createRecording({ head, hands: {}, gaze: { origin: { x: CURVED_KEYS } }, markers: MARKERS });
	const surrogate = createRecording({ markers: [...MARKERS, { time: 1, name: 'a\ud83d!' }] });

	it.each<[LayoutName, Recording, string, string]>([
		['mrtk-1.0', full, 'section-lost', 'gaze'],
		['documented-1.0', createRecording({ gaze: {} }), 'section-lost', 'gaze'],
		['mrtk-1.1', full, 'tangents-lost', 'head.position.x'],
		['documented-1.1', full, 'markers-lost', 'markers'],
		['mrtk-1.1', surrogate, 'characters-lost', 'markers[1].name'],
	])('is refused without onIssue: %s', (layout, recording, code, path) => {
		for (const call of [
			() => writeRecording(recording, { layout }),
			() => getRecordingByteLength(recording, { layout }),
		]) {
			const error = thrownBy(call);
			if (!isRecordingError(error)) throw error;
			expect(error.issue).toMatchObject({ code, path, severity: 'error', byteOffset: null });
			expect(error.message).toContain(`writing ${layout} would lose data: ${path}: `);
		}
	});

	it('reports each loss to onIssue and writes what is left', () => {
		const { losses, rest } = writeLossy(full, 'simple-1.1');
		expect(losses.map(({ code, path }) => `${code} ${path}`)).toEqual([
			'tangents-lost head.position.x',
			'tangents-lost head.position.z',
			'tangents-lost gaze.origin.x',
			'markers-lost markers',
		]);
		for (const loss of losses) expect(loss).toMatchObject({ severity: 'warning', byteOffset: null });
		expect(losses[0]?.message).toContain('1 of 2 keys');
		expect(rest.markers).toEqual([]);
		expect(keysOf(rest.head?.position.x)).toEqual(Float32Array.of(0, 1, 0.5, 2));
		expect(keysOf(rest.gaze?.origin.x)).toEqual(Float32Array.of(0, 1, 0.5, 2));
	});

	it('reports a lost gaze and lost markers of a 1.0 file', () => {
		const { losses, rest } = writeLossy(full, 'documented-1.0');
		expect(losses.map(({ code }) => code)).toEqual(['section-lost', 'markers-lost']);
		expect(rest.gaze).toBeNull();
		expect(wordsOf(rest.head?.position.x)).toEqual(CURVED_KEYS.words);
	});

	it('replaces lone surrogates by U+FFFD', () => {
		const { losses, rest } = writeLossy(surrogate, 'mrtk-1.1');
		expect(losses.map(({ code, path }) => `${code} ${path}`)).toEqual(['characters-lost markers[1].name']);
		expect(rest.markers).toEqual([...MARKERS, { time: 1, name: 'a\ufffd!' }]);
		expect(thrownBy(() => writeRecording(surrogate))).toMatchObject({ issue: { code: 'characters-lost' } });
	});
});

describe('full keys', () => {
	it('narrow to simple ones and back when they say the same', () => {
		const { losses, rest } = writeLossy(withCurve(FLAT_KEYS), 'mrtk-1.1');
		expect(losses).toEqual([]);
		expect(wordsOf(rest.head?.position.x)).toEqual(SIMPLE_KEYS.words);
		const again = readRecording(writeRecording(rest, { layout: 'documented-1.1' }));
		expect(wordsOf(again.head?.position.x)).toEqual(FLAT_KEYS.words);
		expect(again.head && getKeyWeightedMode(again.head.position.x, 1)).toBe(3);
	});

	it('stay simple in a simple layout when they say the same', () => {
		expect(widenedName(withCurve(FLAT_KEYS, 'mrtk-1.1'))).toBe('mrtk-1.1');
	});

	it('keep every bit of times and values when they narrow', () => {
		const key = [0, 0, 0, 0, 0, 0, 3];
		const odd = createCurve(key, { stride: 7 });
		odd.words.set([0x7f80_0001, 0xffc1_2345]);
		const { losses, rest } = writeLossy(withCurve(odd), 'simple-1.1');
		expect(losses).toEqual([]);
		expect(wordsOf(rest.head?.position.x)).toEqual(Uint32Array.of(0x7f80_0001, 0xffc1_2345));
	});

	it.each([
		['an in tangent', [0, 1, -0, 0, 0, 0, 3]],
		['an out tangent', [0, 1, 0, -0, 0, 0, 3]],
		['an in weight', [0, 1, 0, 0, -0, 0, 3]],
		['an out weight', [0, 1, 0, 0, 0, -0, 3]],
		['a NaN tangent', [0, 1, Number.NaN, 0, 0, 0, 3]],
		['mode None', [0, 1, 0, 0, 0, 0, 0]],
		['mode Out', [0, 1, 0, 0, 0, 0, 2]],
		['an odd mode', [0, 1, 0, 0, 0, 0, -1]],
	])('do not narrow silently with %s that is not quite zero or Both', (_, key) => {
		const recording = withCurve(createCurve(key, { stride: 7 }));
		const { losses } = writeLossy(recording, 'mrtk-1.1');
		expect(losses.map(({ code }) => code)).toEqual(['tangents-lost']);
		const error = thrownBy(() => writeRecording(recording, { layout: 'mrtk-1.1' }));
		expect(error).toMatchObject({ issue: { code: 'tangents-lost', path: 'head.position.x' } });
		expect(widenedName({ ...recording, layout: describeLayout('mrtk-1.1').layout })).toBe('extended-1.1');
	});
});

describe('a recording that no file can hold', () => {
	const boolean = createCurve([0, 1], { kind: 'boolean' });
	const tracked: Curve = { ...FLAT_KEYS, kind: 'boolean' };
	const seven = 7 as unknown as string;
	const LEFT = 'recording.hands.left';
	const left = (parts: HandParts) => createRecording({ hands: { left: parts } });
	const TIP = 'recording.hands.right.joints.indexTip.position.x';
	const tip = (x: Curve) => createRecording({ hands: { right: { joints: { indexTip: { position: { x } } } } } });
	const marked = (time: number, name: string) => createRecording({ markers: [...MARKERS, { time, name }] });

	it.each<[string, Recording, new () => Error, string]>([
		['a NaN marker time', marked(Number.NaN, 'x'), RangeError, 'recording.markers[1].time: NaN '],
		['a marker time beyond float32', marked(1e39, 'x'), RangeError, 'recording.markers[1].time: 1e+39 '],
		['a name that is not a string', marked(0, seven), TypeError, 'recording.markers[1].name: '],
		['wrap mode 0.5', tip({ ...SIMPLE_KEYS, preWrap: 0.5 }), TypeError, `${TIP}: preWrap 0.5 `],
		['wrap mode 2^31', tip({ ...FLAT_KEYS, postWrap: 2 ** 31 }), TypeError, `${TIP}: postWrap 2147483648 `],
		['a boolean curve in a float slot', tip(boolean), TypeError, `${TIP}: a boolean curve `],
		['a float curve in a boolean slot', left({ pinching: SIMPLE_KEYS }), TypeError, `${LEFT}.pinching: a float curve `],
		['more keys than words', tip({ ...SIMPLE_KEYS, count: 3 }), TypeError, `${TIP}: 3 keys from word 0 on `],
		['keys beyond the end', tip({ ...FLAT_KEYS, start: 1 }), TypeError, `${TIP}: 2 keys from word 1 on `],
		['half a key', tip({ ...SIMPLE_KEYS, count: 0.5 }), TypeError, `${TIP}: count 0.5 is not a number of keys`],
		[
			'other words',
			tip({ ...SIMPLE_KEYS, words: new Uint32Array(4) }),
			TypeError,
			`${TIP}: words and floats must be views `,
		],
		['a stride of 1', tip({ ...SIMPLE_KEYS, stride: 1 as 2 }), TypeError, `${TIP}: a float curve cannot have 1 words `],
		['full boolean keys', left({ tracked }), TypeError, `${LEFT}.tracked: a boolean curve cannot have 7 words `],
	])('is refused: %s', (_, recording, type, start) => {
		for (const call of [() => writeRecording(recording), () => getRecordingByteLength(recording)]) {
			const error = thrownBy(call);
			expect(error).toBeInstanceOf(type);
			expect((error as Error).message.slice(0, start.length)).toBe(start);
		}
		expect(() => writeRecording(recording, { onIssue: () => {} })).toThrow(type);
	});

	it('is refused with more than 65,536 markers', () => {
		const most = Array.from({ length: 65_536 }, (_, i) => ({ time: i, name: '' }));
		const bytes = writeRecording(createRecording({ markers: most }));
		expect(Buffer.compare(bytes, concat(header('1.1'), markerList(most)))).toBe(0);
		expect(readRecording(bytes).markers).toHaveLength(65_536);
		const tooMany = createRecording({ markers: [...most, { time: 0, name: '' }] });
		expect(() => writeRecording(tooMany)).toThrow(RangeError);
		expect(() => writeRecording(tooMany)).toThrow(
			/^recording\.markers: at most 65536 markers are supported, got 65537/,
		);
	});

	it('is fine with infinite marker times and the smallest and largest wrap modes', () => {
		const markers = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0].map((time) => ({ time, name: '' }));
		const curve = createCurve([], { preWrap: -(2 ** 31), postWrap: 2 ** 31 - 1 });
		const found = readRecording(writeRecording(createRecording({ head: { position: { x: curve } }, markers })));
		expect(found.markers).toEqual(markers);
		expect(found.head?.position.x).toMatchObject({ preWrap: -(2 ** 31), postWrap: 2 ** 31 - 1 });
	});
});

function keysOf(curve: Curve | undefined): Float32Array | undefined {
	return curve && getCurveKeys(curve);
}

function wordsOf(curve: Curve | undefined): Uint32Array | undefined {
	return curve && getCurveWords(curve);
}

describe('parts that no layout can store', () => {
	const full = createFullRecording();

	it('are reported each, and everything else is written', () => {
		const { losses, rest } = writeLossy(full, 'mrtk-1.1');
		expect(losses.map(({ code }) => code)).toEqual(losses.map(() => 'section-lost'));
		expect(losses.map(({ path }) => path)).toEqual([
			...['left', 'right'].flatMap((side) => ['aim', 'pinchStrength', 'radii'].map((name) => `hands.${side}.${name}`)),
			'controllers.left',
			'controllers.right',
			'tracks.block',
			'tracks.heart rate',
			'tracks.seated',
			'tracks.console',
			'tracks.gesture',
			'room',
			'info.device',
			'info.frameRate',
			'info.study',
		]);
		expect(losses[6]?.message).toBe("controllers.left: MRTK's files cannot store a controller");
		expect(rest).toMatchObject({ controllers: null, info: {}, tracks: [], markers: full.markers });
		expect(getCurveKeys(rest.head!.position.x)).toEqual(getCurveKeys(full.head!.position.x));
	});

	it('are not lost silently', () => {
		const error = thrownBy(() => writeRecording(full));
		expect(isRecordingError(error, 'section-lost')).toBe(true);
		expect(String(error)).toContain('hands.left.aim');
		const bare = createRecording({ head: full.head, info: {}, tracks: [], controllers: { left: null } });
		expect(writeRecording(bare).length).toBeGreaterThan(0);
	});
});
