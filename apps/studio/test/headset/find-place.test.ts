import { Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { findPlace, toOffset } from '../../src/headset/find-place.ts';
import type { SceneRecording } from '../../src/state/sample-table.ts';

const YAW = 0.7;

/** A recording with a head that looks down and to the left. */
function makeRecording(y: number): SceneRecording {
	const turn = new Quaternion()
		.setFromAxisAngle(new Vector3(0, 1, 0), YAW)
		.multiply(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -0.3));
	const head = Float32Array.from([1, y, -2, ...turn.toArray()]);
	const table = { times: Float64Array.of(0), head, gaze: null, hands: null, controllers: null };
	return { table, tableFrameRate: 60, start: 0, end: 0, summary: { hands: null } } as unknown as SceneRecording;
}

/** Where the origin of the session is in the space of the recording, and where it looks. */
function findOrigin(place: ReturnType<typeof findPlace>): { readonly at: number[]; readonly forward: number[] } {
	const { position, turn } = toOffset(place);
	const inverse = new Quaternion(0, turn[0], 0, turn[1]).invert();
	const round = (vector: Vector3): number[] => vector.toArray().map((value) => Math.round(value * 1e4) / 1e4 + 0);
	return {
		at: round(new Vector3(...position).negate().applyQuaternion(inverse)),
		forward: round(new Vector3(0, 0, -1).applyQuaternion(inverse)),
	};
}

describe('the place of the person', () => {
	it('is that of the recorded person, on the floor, with the same direction', () => {
		const { at, forward } = findOrigin(findPlace(makeRecording(1.7), true, true));
		expect(at).toEqual([1, 0, -2]);
		expect(forward[0]).toBeCloseTo(-Math.sin(YAW));
		expect(forward[2]).toBeCloseTo(-Math.cos(YAW));
	});

	it('is 1.5 m in front of the recorded person, facing them', () => {
		const { at, forward } = findOrigin(findPlace(makeRecording(1.7), false, true));
		expect(at[0]).toBeCloseTo(1 - 1.5 * Math.sin(YAW), 3);
		expect(at[2]).toBeCloseTo(-2 - 1.5 * Math.cos(YAW), 3);
		expect(forward[0]).toBeCloseTo(Math.sin(YAW));
		expect(forward[2]).toBeCloseTo(Math.cos(YAW));
	});

	it('has the height of the eyes if the headset knows no floor, and a floor below recordings relative to the head', () => {
		expect(findOrigin(findPlace(makeRecording(1.7), true, false)).at[1]).toBeCloseTo(1.7);
		expect(findOrigin(findPlace(makeRecording(0), true, true)).at[1]).toBeLessThan(-1.4);
	});
});
