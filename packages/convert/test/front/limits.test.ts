import { decodeRecording } from '@handreel/convert';
import { decodeBvh } from '@handreel/convert/bvh';
import { decodeGlb, decodeGltf, encodeGltf } from '@handreel/convert/gltf';
import { decodeIwer } from '@handreel/convert/iwer';
import { createCurve, createRecording, isRecordingError } from '@handreel/core';
import { quoteValue } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { asText } from '../support/as-text.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const nest = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

function codeOf(read: () => unknown): string {
	try {
		read();
		return 'read';
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		expect(error.message.length).toBeLessThan(400);
		return error.issue.code;
	}
}

const bvh =
	'HIERARCHY\nROOT handreel\n{\nOFFSET 0 0 0\nCHANNELS 0\nJOINT head\n{\nOFFSET 0 0 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 0 -1\n}\n}\n}\nMOTION\nFrames: 1000\nFrame Time: 0.01\n';

describe('limits', () => {
	it('refuse frames that take no text', () => {
		expect(codeOf(() => decodeBvh(bvh.replace('1000', '1000000000')))).toBe('too-large');
	});

	it('can be lowered and raised, for each kind of cost', async () => {
		expect(codeOf(() => decodeBvh(bvh))).toBe('read');
		expect(codeOf(() => decodeBvh(bvh, { limits: { bytes: 10_000 } }))).toBe('too-large');
		expect(codeOf(() => decodeBvh(bvh, { limits: { steps: 1000 } }))).toBe('too-large');
		expect(codeOf(() => decodeIwer('{"schema":[],"frames":[]}', { limits: { nesting: 1 } }))).toBe('too-large');
		const deep = `{"schema":[],"frames":[],"more":${nest(200)}}`;
		expect(codeOf(() => decodeIwer(deep))).toBe('too-large');
		expect(codeOf(() => decodeIwer(deep, { limits: { nesting: Number.POSITIVE_INFINITY } }))).toBe('read');
		await expect(decodeRecording(utf8(bvh), { limits: { steps: 1000 } })).rejects.toThrow(/limits\.steps/);
	});

	it('must be numbers', () => {
		expect(() => decodeBvh(bvh, { limits: { bytes: Number.NaN } })).toThrow(RangeError);
		expect(() => decodeBvh(bvh, { limits: { steps: -1 } })).toThrow(/limits\.steps: -1/);
	});
});

describe('messages about values of a file', () => {
	const curve = createCurve([0, 1]);
	const { text: gltf } = asText(encodeGltf(createRecording({ head: { position: { x: curve, y: curve, z: curve } } })));
	const values = [nest(100), '{"toString":1,"valueOf":1}', `"${'x'.repeat(5000)}"`, 'null', '1.5'];
	const places = [
		/"timeOffset": [^,\n]+/,
		/"layout": "[^"]+"/,
		/"interpolation": "[^"]+"/,
		/"path": "head"/,
		/"node": \d+/,
		/"sampler": \d+/,
		/"input": \d+/,
		/"count": \d+/,
		/"componentType": \d+/,
		/"bufferView": \d+/,
		/"type": "SCALAR"/,
		/"name": "handreel"/,
	];

	it.each(places)('are short and typed in glTF for every kind of value: %s', (place) => {
		for (const value of values) {
			const hostile = gltf.replace(place, (field) => `${field.slice(0, field.indexOf(':'))}: ${value}`);
			expect(['read', 'bad-gltf', 'too-large']).toContain(codeOf(() => decodeGltf(hostile)));
		}
	});

	it('are short and typed in IWER captures', () => {
		for (const value of values) {
			const texts = [
				`{"schema":[[0,{"hasGamepad":true,"numButtons":${value}}]],"frames":[]}`,
				`{"schema":[[0,{"hasHand":true,"jointSequence":[${Array.from({ length: 25 }, () => value)}]}]],"frames":[]}`,
				`{"schema":[],"frames":[[0,0,0,0,0,0,0,1,[${value}]]]}`,
				`{"schema":[],"frames":[[${value},0,0,0,0,0,0,1]]}`,
			];
			for (const text of texts) expect(['read', 'bad-iwer', 'too-large']).toContain(codeOf(() => decodeIwer(text)));
		}
	});

	it('quote values without control characters', () => {
		expect(quoteValue('\u001b[31m\u009b\u007f')).toBe('"\\u001b[31m\\u009b\\u007f"');
		expect(quoteValue('x'.repeat(1000)).length).toBeLessThan(50);
		expect(quoteValue(JSON.parse(nest(3000)))).toBe('a list');
		expect(quoteValue({ toString: 1 })).toBe('an object');
		expect(quoteValue(undefined)).toBe('undefined');
	});
});

describe('places in a file', () => {
	it('are inside of it, also in the shortest GLB files', () => {
		const glb = Uint8Array.from([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 0]);
		for (let length = 4; length <= glb.length; length++) {
			try {
				decodeGlb(glb.subarray(0, length));
				expect.unreachable();
			} catch (error) {
				if (!isRecordingError(error, 'bad-gltf')) throw error;
				expect(error.issue.byteOffset).toBeLessThanOrEqual(length);
			}
		}
	});
});
