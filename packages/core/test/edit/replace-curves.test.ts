import { describe, expect, it } from 'vitest';
import { editCurves, getCurves, insertKey, mapGroup, replaceCurves } from '../../src/edit.ts';
import { createCurve, createRecording } from '../../src/index.ts';

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
		['', "path: '' is not there; the recording has head, hands"],
		['gaze.origin', "path: 'gaze.origin' is not there; the recording has head, hands"],
		['head.position.w', "path: 'head.position.w' is not there; 'head.position' has x, y, z"],
		['head.position.x.floats', "path: 'head.position.x.floats' is not there; 'head.position.x' has no parts"],
		['head.toString', "path: 'head.toString' is not there; 'head' has position, rotation"],
	])('says what is there instead of %j', (path, message) => {
		expect(() => getCurves(recording, path)).toThrow(new RangeError(message));
	});
});

describe('replaceCurves', () => {
	it('shares everything beside the path', () => {
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
