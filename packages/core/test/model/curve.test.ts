import { createCurve, createRecording, getCurveKeys, getKeyTime, getKeyValue, readRecording } from '@handreel/core';
import {
	createCurveFromWords,
	getKeyInTangent,
	getKeyInWeight,
	getKeyOutTangent,
	getKeyOutWeight,
	getKeyWeightedMode,
	replaceKeys,
	selectKeys,
} from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { emptyFile } from '../support/bytes.ts';

describe('createCurve', () => {
	it('makes simple keys that represent straight lines', () => {
		const curve = createCurve([0, 1.5, 0.25, 2]);
		expect(curve).toMatchObject({ kind: 'float', stride: 2, preWrap: 8, postWrap: 8 });
		expect(curve.count).toBe(2);
		expect([getKeyTime(curve, 1), getKeyValue(curve, 1)]).toEqual([0.25, 2]);
		expect([
			getKeyInTangent(curve, 0),
			getKeyOutTangent(curve, 0),
			getKeyInWeight(curve, 0),
			getKeyOutWeight(curve, 0),
		]).toEqual([0, 0, 0, 0]);
		expect(getKeyWeightedMode(curve, 0)).toBe(3);
	});

	it('makes full keys with the weighted mode as an integer', () => {
		const curve = createCurve([1, 2, 3, 4, 0.5, 0.25, 2], { stride: 7, preWrap: 2, postWrap: 4 });
		expect([
			getKeyTime(curve, 0),
			getKeyValue(curve, 0),
			getKeyInTangent(curve, 0),
			getKeyOutTangent(curve, 0),
		]).toEqual([1, 2, 3, 4]);
		expect([getKeyInWeight(curve, 0), getKeyOutWeight(curve, 0), getKeyWeightedMode(curve, 0)]).toEqual([0.5, 0.25, 2]);
		expect(curve).toMatchObject({ preWrap: 2, postWrap: 4 });
	});

	it('answers NaN beyond the last key', () => {
		const curve = createCurve([0, 1]);
		for (const get of [
			getKeyTime,
			getKeyValue,
			getKeyInTangent,
			getKeyOutTangent,
			getKeyInWeight,
			getKeyOutWeight,
			getKeyWeightedMode,
		])
			expect(get(curve, 1)).toBeNaN();
	});

	it.each([
		[
			'keys that are not whole',
			() => createCurve([1, 2, 3]),
			/^keys: expected 2 numbers per key, but 3 is not a multiple of 2$/,
		],
		[
			'a boolean curve of full keys',
			() => createCurve([], { kind: 'boolean', stride: 7 }),
			/boolean curves have 2 words/,
		],
		['a wrap mode that is not an integer', () => createCurve([], { postWrap: 0.5 }), /postWrap 0.5/],
		['a weighted mode that is not an integer', () => createCurve([0, 0, 0, 0, 0, 0, 0.5], { stride: 7 }), /keys\[6\]/],
		['another stride', () => createCurve([], { stride: 3 as 2 }), /stride: 3/],
	])('refuses %s', (_, make, message) => {
		expect(make).toThrow(message);
	});
});

describe('createCurveFromWords', () => {
	it('returns the curve of the same numbers, without a copy', () => {
		const keys = [0, 1, 0, 0, 0, 0, 3, 1, 2, 0, 0, 0, 0, 2];
		const curve = createCurve(keys, { stride: 7, postWrap: 'loop' });
		const words = new Uint32Array([99, ...curve.words]).subarray(1);
		const same = createCurveFromWords(words, { stride: 7, postWrap: 'loop' });
		expect(same).toEqual(curve);
		expect(same.words).toBe(words);
	});

	it('refuses words that are not whole keys', () => {
		expect(() => createCurveFromWords(new Uint32Array(3))).toThrow(RangeError);
		expect(() => createCurveFromWords(new Uint32Array(7), { kind: 'boolean', stride: 7 })).toThrow(RangeError);
	});
});

describe('createRecording', () => {
	it('fills what is left out with curves without keys', () => {
		const recording = createRecording({
			hands: { left: { joints: { wrist: { position: { x: createCurve([0, 1, 2, 3]) } } } } },
		});
		expect(recording.head).toBeNull();
		expect(recording.duration).toBe(2);
		expect(recording.hands?.left.joints.wrist.position.x.count).toBe(2);
		expect(recording.hands?.right.tracked).toMatchObject({ kind: 'boolean', stride: 2, preWrap: 8, postWrap: 8 });
		expect(recording.layout).toBeNull();
	});

	it('keeps the curves that it is given', () => {
		const x = createCurve([0, 1]);
		expect(createRecording({ head: { position: { x } } }).head?.position.x).toBe(x);
	});

	it('measures its duration even when it is sealed or frozen', () => {
		for (const close of [Object.seal, Object.freeze]) {
			const recording = close(createRecording({ head: { position: { x: createCurve([0, 1, 2, 3]) } } }));
			expect([recording.duration, recording.duration]).toEqual([2, 2]);
		}
	});

	it('refuses a layout that does not exist', () => {
		expect(() => createRecording({ layout: { version: '1.0', keys: 'simple', markers: true } })).toThrow(
			/is not a layout \(documented-1.0, /,
		);
	});
});

describe('require', () => {
	it('narrows the type and reports a missing section', () => {
		const bytes = emptyFile({ version: '1.1', keys: 'full', markers: false }, { head: true });
		expect(readRecording(bytes, { require: ['head'] }).head.position.x.count).toBe(0);
		expect(() => readRecording(bytes, { require: ['head', 'gaze'] })).toThrow(/no section 'gaze'/);
	});
});

describe('replaceKeys', () => {
	it('views the words of the new keys, and keeps kind and wrap modes', () => {
		const curve = createCurve([0, 1, 2, 3], { preWrap: 2 });
		const words = new Uint32Array(Float32Array.of(9, 9, 0, 5, 1, 6, 2, 7).buffer).subarray(2);
		const replaced = replaceKeys(curve, words);
		expect(replaced).toMatchObject({ kind: 'float', count: 3, stride: 2, start: 0, preWrap: 2, postWrap: 8 });
		expect([...getCurveKeys(replaced)]).toEqual([0, 5, 1, 6, 2, 7]);
		expect(replaced.words).toBe(words);
		expect(getCurveKeys(replaced).byteOffset).toBe(words.byteOffset);
	});
});

describe('selectKeys', () => {
	it('copies the keys that are kept, bit for bit', () => {
		const curve = createCurve([0, 1, 2, 3, 4, 5]);
		const selected = selectKeys(curve, (key) => key !== 1);
		expect([...getCurveKeys(selected)]).toEqual([0, 1, 4, 5]);
		expect(selected.words.buffer).not.toBe(curve.words.buffer);
		expect(selectKeys(curve, () => true)).toBe(curve);
		expect(selectKeys(curve, () => false).count).toBe(0);
	});
});
