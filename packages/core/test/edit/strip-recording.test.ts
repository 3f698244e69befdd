import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { replaceParts } from '../../src/edit/replace-curves.ts';
import { stripRecording } from '../../src/edit/strip-recording.ts';
import {
	createCurve,
	createRecording,
	getCurveKeys,
	getTransferList,
	type Recording,
	readRecording,
	writeRecording,
} from '../../src/index.ts';
import { arbitraryLooseRecording, curvesByPath, describeModel } from '../support/arbitrary-recording.ts';

const readFull = () =>
	readRecording(readFileSync(join(root, 'fixtures/recorded/mrtk-2.8.3-full-5s.bin')), {
		require: ['head', 'hands', 'gaze'],
	});
const curve = (value: number) => createCurve([0, value, 1, value]);

/** Every ArrayBuffer that can be reached from a value. */
function reachBuffers(value: unknown, buffers: Set<ArrayBufferLike> = new Set()): Set<ArrayBufferLike> {
	if (ArrayBuffer.isView(value)) buffers.add(value.buffer);
	else if (value !== null && typeof value === 'object') {
		for (const child of Object.values(value)) reachBuffers(child, buffers);
	}
	return buffers;
}
const holds = (recording: Recording, bytes: Uint8Array): boolean =>
	[...reachBuffers(recording)].some((buffer) => Buffer.from(buffer as ArrayBuffer).includes(Buffer.from(bytes)));
const bytesOf = (recording: Recording, path: string): Uint8Array => {
	const keys = getCurveKeys(curvesByPath(recording).get(path)!);
	return new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength);
};

describe('stripRecording', () => {
	const CASES = [
		['head', 'head.position.z'],
		['gaze', 'gaze.direction.x'],
		['left', 'hands.left.joints.indexTip.position.x'],
		['right', 'hands.right.joints.wrist.rotation.y'],
		['hands', 'hands.right.joints.wrist.rotation.y'],
	] as const;

	it.each(CASES)('leaves no byte of %s in memory', (part, path) => {
		const recording = readFull();
		const secret = bytesOf(recording, path);
		expect(secret.length).toBeGreaterThan(40);
		expect(holds(recording, secret)).toBe(true);
		const stripped = stripRecording(recording, [part]);
		expect(holds(stripped, secret)).toBe(false);
		for (const [name, kept] of curvesByPath(stripped)) {
			if (kept.count > 0) expect(holds(stripped, bytesOf(recording, name)), name).toBe(true);
		}
	});

	it('also removes curves that were dropped before', () => {
		const recording = readFull();
		const dropped = replaceParts(recording, { head: null });
		const secret = bytesOf(recording, 'head.position.z');
		expect(holds(dropped, secret)).toBe(true);
		expect(holds(stripRecording(dropped, ['head']), secret)).toBe(false);
	});

	it('keeps the bits of everything else, in one new buffer', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), (recording) => {
				const stripped = stripRecording(recording, ['head', 'left']);
				const expected = { ...describeModel(recording).curves };
				for (const path of Object.keys(expected)) {
					if (path.startsWith('head')) delete expected[path];
					if (path.startsWith('hands.left'))
						expected[path] = `${path.endsWith('ed') || path.endsWith('ing') ? 'boolean' : 'float'} - 8 8 `;
				}
				expect(describeModel(stripped).curves).toEqual(expected);
				expect(stripped.markers).toEqual(recording.markers);
				expect(stripped.layout).toEqual(recording.layout);
				expect(reachBuffers(stripped)).not.toContain([...reachBuffers(recording)][0]);
				const size = [...curvesByPath(stripped).values()].reduce((sum, { count, stride }) => sum + count * stride, 0);
				expect(getTransferList(stripped).reduce((sum, buffer) => sum + buffer.byteLength, 0)).toBe(size * 4);
			}),
			{ seed: 5, numRuns: 100 },
		);
	});

	it('drops the section without both hands, and markers', () => {
		const recording = createRecording({ hands: { left: {} }, markers: [{ time: 1, name: 'secret' }] });
		expect(stripRecording(recording, ['left', 'right']).hands).toBeNull();
		expect(stripRecording(recording, ['hands']).hands).toBeNull();
		expect(stripRecording(recording, ['left']).hands).not.toBeNull();
		expect(stripRecording(recording, ['markers']).markers).toEqual([]);
		expect(stripRecording(recording, []).markers).toEqual(recording.markers);
	});

	it('measures the new duration', () => {
		const recording = createRecording({
			head: { position: { x: createCurve([5, 1]) } },
			gaze: { origin: { x: curve(1) } },
		});
		expect(stripRecording(recording, ['head']).duration).toBe(1);
	});

	it('refuses unknown parts', () => {
		expect(() => stripRecording(createRecording({}), ['feet' as never])).toThrow(/^parts: "feet" is not one of/);
	});

	it('can be written', () => {
		const stripped = stripRecording(readFull(), ['head', 'right']);
		const read = readRecording(writeRecording(stripped));
		expect(describeModel(read).curves).toEqual(describeModel(stripped).curves);
	});
});
