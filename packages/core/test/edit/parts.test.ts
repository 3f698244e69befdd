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

	it('leaves nothing of what was dropped before either', () => {
		const recording = readFull();
		const dropped = replaceParts(recording, { head: null });
		const secret = bytesOf(recording, 'head.position.z');
		expect(holds(dropped, secret)).toBe(true);
		expect(holds(stripRecording(dropped, ['head']), secret)).toBe(false);
	});

	it('keeps everything else to the bit, in one buffer of its own', () => {
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

	it('measures the duration of what is left', () => {
		const recording = createRecording({
			head: { position: { x: createCurve([5, 1]) } },
			gaze: { origin: { x: curve(1) } },
		});
		expect(stripRecording(recording, ['head']).duration).toBe(1);
	});

	it('refuses unknown parts', () => {
		expect(() => stripRecording(createRecording({}), ['feet' as never])).toThrow(/^parts: 'feet' is none of/);
	});

	it('can be written', () => {
		const stripped = stripRecording(readFull(), ['head', 'right']);
		const read = readRecording(writeRecording(stripped));
		expect(describeModel(read).curves).toEqual(describeModel(stripped).curves);
	});
});

describe('replaceParts', () => {
	it('keeps what it is not given, as the same objects', () => {
		const recording = readFull();
		const x = curve(3);
		const edited = replaceParts(recording, { hands: { left: { joints: { palm: { position: { x } } } } } });
		const before = curvesByPath(recording);
		for (const [path, found] of curvesByPath(edited)) {
			expect(found, path).toBe(path === 'hands.left.joints.palm.position.x' ? x : before.get(path));
		}
		expect(edited.head).toBe(recording.head);
		expect(edited.hands?.right).toBe(recording.hands.right);
		expect(edited.hands?.left.joints.wrist).toBe(recording.hands.left.joints.wrist);
		expect(edited.markers).toBe(recording.markers);
	});

	it('gives the recording itself back when nothing changes', () => {
		const recording = readFull();
		const { head, hands, gaze, markers, layout } = recording;
		expect(replaceParts(recording, {})).toBe(recording);
		expect(replaceParts(recording, { head, hands, gaze, markers, layout })).toBe(recording);
		expect(replaceParts(recording, { head: { position: { x: head.position.x } } })).toBe(recording);
	});

	it('takes a hand from another recording', () => {
		const recording = readFull();
		const other = createRecording({ hands: { left: { tracked: createCurve([0, 1], { kind: 'boolean' }) } } });
		const edited = replaceParts(recording, { hands: { left: other.hands!.left } });
		expect(edited.hands?.left.tracked).toBe(other.hands?.left.tracked);
		expect(edited.hands?.left.joints.palm.position.x.count).toBe(0);
		expect(edited.hands?.right).toBe(recording.hands.right);
	});

	it('drops sections by null and measures the duration anew', () => {
		const recording = createRecording({
			head: { position: { x: createCurve([5, 1]) } },
			gaze: { origin: { x: curve(1) } },
		});
		expect(recording.duration).toBe(5);
		const edited = replaceParts(recording, { head: null, markers: [{ time: 0, name: 'm' }] });
		expect([edited.head, edited.gaze, edited.duration]).toEqual([null, recording.gaze, 1]);
		expect(edited.markers).toEqual([{ time: 0, name: 'm' }]);
	});

	it('adds sections whole, with curves without keys where none is given', () => {
		const x = curve(1);
		const edited = replaceParts(createRecording({}), { gaze: { origin: { x } }, head: {} });
		expect(edited.gaze?.origin.x).toBe(x);
		expect(edited.gaze?.direction.z.count).toBe(0);
		expect(edited.head?.rotation.w.count).toBe(0);
		expect(edited.hands).toBeNull();
	});

	it('refuses names that there are not, and curves of the wrong kind', () => {
		const recording = createRecording({ head: {}, hands: {} });
		const replace = (parts: object) => () => replaceParts(recording, parts);
		expect(replace({ gazes: null })).toThrow(/^parts\.gazes: there is only layout, .*head, hands, gaze/);
		expect(replaceParts(recording, recording)).toBe(recording);
		expect(replace({ head: { postion: {} } })).toThrow(/^parts\.head\.postion: there is only position, rotation/);
		expect(replace({ hands: { left: { tracked: createCurve([]) } } })).toThrow(
			/^parts\.hands\.left\.tracked: not a boolean/,
		);
		expect(replace({ head: { position: { x: {} } } })).toThrow(/^parts\.head\.position\.x: not a float curve/);
	});

	it('sets the layout', () => {
		expect(replaceParts(createRecording({}), { layout: 'mrtk-1.0' }).layout.version).toBe('1.0');
	});
});
