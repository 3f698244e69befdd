import { describe, expect, it } from 'vitest';
import { editCurves, getCurves, insertKey, mapGroup, replaceCurves } from '../../src/edit.ts';
import { createCurve, createRecording } from '../../src/index.ts';

const recording = createRecording({
	camera: { position: { x: createCurve([0, 1, 2, 3]), y: createCurve([0, 1, 2, 3]) } },
	hands: { left: { joints: { indexTip: { position: { x: createCurve([0, 1, 2, 3]) } } } } },
});

describe('getCurves', () => {
	it('finds curves and groups', () => {
		expect(getCurves(recording, 'camera')).toBe(recording.camera);
		expect(getCurves(recording, 'hands.left.joints.indexTip.position.x')).toBe(
			recording.hands!.left.joints.indexTip.position.x,
		);
	});

	it.each([
		['', "path: '' is not there; the recording has camera, hands"],
		['gaze.origin', "path: 'gaze.origin' is not there; the recording has camera, hands"],
		['camera.position.w', "path: 'camera.position.w' is not there; 'camera.position' has x, y, z"],
		['camera.position.x.floats', "path: 'camera.position.x.floats' is not there; 'camera.position.x' has no parts"],
		['camera.toString', "path: 'camera.toString' is not there; 'camera' has position, rotation"],
	])('says what is there instead of %j', (path, message) => {
		expect(() => getCurves(recording, path)).toThrow(new RangeError(message));
	});
});

describe('replaceCurves', () => {
	it('shares everything beside the path', () => {
		const curve = createCurve([0, 5]);
		const edited = replaceCurves(recording, 'camera.position.x', curve);
		expect(edited.camera!.position.x).toBe(curve);
		expect(edited.camera!.position.y).toBe(recording.camera!.position.y);
		expect(edited.camera!.rotation).toBe(recording.camera!.rotation);
		expect(edited.hands).toBe(recording.hands);
		expect(replaceCurves(recording, 'camera', recording.camera!)).toBe(recording);
	});

	it('refuses another shape', () => {
		const curve = createCurve([0, 5]);
		expect(() => replaceCurves(recording, 'camera.position', curve)).toThrow(TypeError);
		expect(() => replaceCurves(recording, 'camera.position.x', recording.camera!)).toThrow(TypeError);
		expect(() => replaceCurves(recording, 'camera.rotation', recording.camera!.position)).toThrow(TypeError);
		expect(() => replaceCurves(recording, 'hands.left.tracked', curve)).toThrow(TypeError);
	});
});

describe('mapGroup and editCurves', () => {
	it('edit every curve of a group', () => {
		const paths: string[] = [];
		mapGroup(recording.camera!, (curve, path) => {
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
		const edited = editCurves(recording, 'camera.position', (curve) => (curve.count > 0 ? insertKey(curve, 1) : curve));
		expect([edited.camera!.position.x.count, edited.camera!.position.z.count]).toEqual([3, 0]);
		expect(editCurves(recording, 'camera', (curve) => curve)).toBe(recording);
	});
});
