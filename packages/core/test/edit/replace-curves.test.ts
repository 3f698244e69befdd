import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { getCurves, replaceCurves } from '../../src/edit/replace-curves.ts';
import { editCurves, insertKey, replaceParts } from '../../src/edit.ts';
import { createCurve, createRecording, readRecording } from '../../src/index.ts';
import { mapGroup } from '../../src/internal.ts';
import { curvesByPath } from '../support/arbitrary-recording.ts';

const recording = createRecording({
	head: { position: { x: createCurve([0, 1, 2, 3]), y: createCurve([0, 1, 2, 3]) } },
	hands: { left: { joints: { indexTip: { position: { x: createCurve([0, 1, 2, 3]) } } } } },
});

describe('getCurves', () => {
	it('finds curves and groups', () => {
		expect(getCurves(recording, 'head')).toBe(recording.head);
		expect(getCurves(recording, 'hands.left.joints.indexTip.position.x')).toBe(
			recording.hands!.left.joints.indexTip.position.x,
		);
	});

	it.each([
		['', "path: '' does not exist; the recording has head, hands"],
		['gaze.origin', "path: 'gaze.origin' does not exist; the recording has head, hands"],
		['head.position.w', "path: 'head.position.w' does not exist; 'head.position' has x, y, z"],
		['head.position.x.floats', "path: 'head.position.x.floats' does not exist; 'head.position.x' has no fields"],
		['head.toString', "path: 'head.toString' does not exist; 'head' has position, rotation"],
	])('lists the names that exist for %j', (path, message) => {
		expect(() => getCurves(recording, path)).toThrow(new RangeError(message));
	});
});

describe('replaceCurves', () => {
	it('shares everything outside the path', () => {
		const curve = createCurve([0, 5]);
		const edited = replaceCurves(recording, 'head.position.x', curve);
		expect(edited.head!.position.x).toBe(curve);
		expect(edited.head!.position.y).toBe(recording.head!.position.y);
		expect(edited.head!.rotation).toBe(recording.head!.rotation);
		expect(edited.hands).toBe(recording.hands);
		expect(replaceCurves(recording, 'head', recording.head!)).toBe(recording);
	});

	it('refuses another shape', () => {
		const curve = createCurve([0, 5]);
		expect(() => replaceCurves(recording, 'head.position', curve)).toThrow(TypeError);
		expect(() => replaceCurves(recording, 'head.position.x', recording.head!)).toThrow(TypeError);
		expect(() => replaceCurves(recording, 'head.rotation', recording.head!.position)).toThrow(TypeError);
		expect(() => replaceCurves(recording, 'hands.left.tracked', curve)).toThrow(TypeError);
	});
});

describe('mapGroup and editCurves', () => {
	it('edit every curve of a group', () => {
		const paths: string[] = [];
		mapGroup(recording.head!, (curve, path) => {
			paths.push(path);
			return curve;
		});
		expect(paths).toEqual([
			'position.x',
			'position.y',
			'position.z',
			'rotation.x',
			'rotation.y',
			'rotation.z',
			'rotation.w',
		]);
		const edited = editCurves(recording, 'head.position', (curve) => (curve.count > 0 ? insertKey(curve, 1) : curve));
		expect([edited.head!.position.x.count, edited.head!.position.z.count]).toEqual([3, 0]);
		expect(editCurves(recording, 'head', (curve) => curve)).toBe(recording);
	});
});

const readFull = () =>
	readRecording(readFileSync(join(root, 'fixtures/recorded/mrtk-2.8.3-full-5s.bin')), {
		require: ['head', 'hands', 'gaze'],
	});
const flat = (value: number) => createCurve([0, value, 1, value]);

describe('replaceParts', () => {
	it('shares parts that are left out', () => {
		const recording = readFull();
		const x = flat(3);
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

	it('returns the same recording if nothing changes', () => {
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

	it('drops sections by null and measures the new duration', () => {
		const recording = createRecording({
			head: { position: { x: createCurve([5, 1]) } },
			gaze: { origin: { x: flat(1) } },
		});
		expect(recording.duration).toBe(5);
		const edited = replaceParts(recording, { head: null, markers: [{ time: 0, name: 'm' }] });
		expect([edited.head, edited.gaze, edited.duration]).toEqual([null, recording.gaze, 1]);
		expect(edited.markers).toEqual([{ time: 0, name: 'm' }]);
	});

	it('adds whole sections, with empty curves where needed', () => {
		const x = flat(1);
		const edited = replaceParts(createRecording({}), { gaze: { origin: { x } }, head: {} });
		expect(edited.gaze?.origin.x).toBe(x);
		expect(edited.gaze?.direction.z.count).toBe(0);
		expect(edited.head?.rotation.w.count).toBe(0);
		expect(edited.hands).toBeNull();
	});

	it('refuses unknown names and curves of the wrong kind', () => {
		const recording = createRecording({ head: {}, hands: {} });
		const replace = (parts: object) => () => replaceParts(recording, parts);
		expect(replace({ gazes: null })).toThrow(/^parts\.gazes: unknown name; expected layout, .*head, hands, gaze/);
		expect(replaceParts(recording, recording)).toBe(recording);
		expect(replace({ head: { postion: {} } })).toThrow(
			/^parts\.head\.postion: unknown name; expected position, rotation/,
		);
		expect(replace({ hands: { left: { tracked: createCurve([]) } } })).toThrow(
			/^parts\.hands\.left\.tracked: not a boolean/,
		);
		expect(replace({ head: { position: { x: {} } } })).toThrow(/^parts\.head\.position\.x: not a float curve/);
	});

	it('sets the layout', () => {
		expect(replaceParts(createRecording({}), { layout: 'mrtk-1.0' }).layout?.version).toBe('1.0');
	});
});
