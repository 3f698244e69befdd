import { readFileSync } from 'node:fs';
import { type Curve, createCurve, type JointName, type Recording, readRecording } from '@handreel/core';
import { stretchRecording } from '@handreel/core/edit';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import { describe, expect, it } from 'vitest';
import { describeModel } from '../support/arbitrary-recording.ts';
import { listFixtures } from '../support/reel-files.ts';

// Shapes predict joints with few keys per second: slow recordings have them.
const SLOW = 16;
const HANDS = new URL('../../../../fixtures/recorded/mrtk-2.8.3-hands-only.bin', import.meta.url);
const SHORT = new URL('../../../../fixtures/recorded/mrtk-2.8.3-n100.bin', import.meta.url);

describe('shapes of hands in a reel', () => {
	it.each([...listFixtures()])('give back %s in slow motion', (_, bytes) => {
		const recording = stretchRecording(readRecording(bytes), SLOW);
		expect(describeModel(decodeReel(encodeReel(recording)))).toEqual(describeModel(recording));
	});

	it('make values smaller', () => {
		const recording = readRecording(readFileSync(HANDS));
		expect(encodeReel(stretchRecording(recording, SLOW)).length).toBeLessThan(0.995 * encodeReel(recording).length);
	});

	it('may lack joints that the other hand has', () => {
		const recording = stretchRecording(readRecording(readFileSync(SHORT)), SLOW);
		const empty = createCurve([]);
		for (const joint of ['wrist', 'palm', 'thumbTip', 'indexKnuckle'] as const) {
			const odd = replaceJoint(recording, joint, () => empty);
			expect(describeModel(decodeReel(encodeReel(odd)))).toEqual(describeModel(odd));
		}
	});

	it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e30, 0])('may have rotations of %d', (value) => {
		const recording = stretchRecording(readRecording(readFileSync(SHORT)), SLOW);
		const odd = replaceJoint(recording, 'thumbProximal', ({ count, floats, start, stride }) =>
			createCurve(Array.from({ length: count }, (_, key) => [floats[start + key * stride]!, value]).flat()),
		);
		expect(describeModel(decodeReel(encodeReel(odd)))).toEqual(describeModel(odd));
	});
});

function replaceJoint(recording: Recording, joint: JointName, replace: (curve: Curve) => Curve): Recording {
	const { left } = recording.hands!;
	const { position, rotation } = left.joints[joint];
	const { x, y, z, w } = rotation;
	const changed = { x: replace(x), y: replace(y), z: replace(z), w: replace(w) };
	const joints = { ...left.joints, [joint]: { position, rotation: changed } };
	return { ...recording, hands: { ...recording.hands!, left: { ...left, joints } } };
}
