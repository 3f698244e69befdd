import { readFileSync } from 'node:fs';
import { createFrameSample, readRecording, summarizeBytes } from '@handreel/core';
import { listPoints } from '@handreel/core/measure';
import { PerspectiveCamera } from 'three';
import { expect, test } from 'vitest';
import { sampleTable } from '../../src/state/sample-table.ts';
import { findPointPose, getPointPath, listScenePoints } from '../../src/state/scene-points.ts';
import { DEFAULT_VIEW } from '../../src/state/view-state.ts';
import { pickPoint, projectPoint } from '../../src/view/scene/pick-point.ts';
import { placeCamera } from '../../src/view/scene/place-camera.ts';
import { bakeTable } from '../../src/worker/bake-table.ts';
import { fixturePath } from '../support/fixture-path.ts';

const bytes = readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin'));
const recording = readRecording(bytes);
const summary = summarizeBytes(bytes);
const frame = sampleTable({ ...bakeTable(recording, summary), summary }, 1.2, createFrameSample());
const size = { width: 800, height: 600 };

function look(follow: string | null): PerspectiveCamera {
	const camera = new PerspectiveCamera(40, size.width / size.height, 0.01, 100);
	placeCamera(camera, { ...DEFAULT_VIEW, follow }, frame);
	return camera;
}

test('names the points of a frame as channel expressions do', () => {
	const expected = listPoints(recording).filter((point) => point !== 'gaze');
	expect(listScenePoints(frame).sort()).toEqual(expected.sort());
	expect(getPointPath('left.indexTip')).toBe('hands.left.joints.indexTip');
	expect(getPointPath('right.controller')).toBe('controllers.right.grip');
	expect(['left.none', 'up.wrist', 'left', ''].map(getPointPath)).toEqual([null, null, null, null]);
	expect(findPointPose(frame, 'left.controller')).toBeNull();
});

test('picks what is drawn at a place, and nothing elsewhere', () => {
	const camera = look(null);
	for (const point of ['left.wrist', 'right.indexTip', 'left.pinkyTip', 'head']) {
		const place = projectPoint(frame, point, camera, size)!;
		const found = pickPoint(frame, camera, size, place.x, place.y, false);
		// Another joint may be in front of it.
		expect(found!.point === point || found!.depth < place.depth, `${found!.point} instead of ${point}`).toBe(true);
	}
	expect(pickPoint(frame, camera, size, 1, 1, false)).toBeNull();
	const { x, y } = projectPoint(frame, 'head', camera, size)!;
	expect(pickPoint(frame, camera, size, x, y, true)?.point).not.toBe('head');
});

test('a followed point is in the middle of the picture', () => {
	const { x, y } = projectPoint(frame, 'right.indexTip', look('right.indexTip'), size)!;
	expect([x, y]).toEqual([expect.closeTo(400, 3), expect.closeTo(300, 3)]);
});
