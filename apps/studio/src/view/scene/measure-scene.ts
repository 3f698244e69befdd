import { POSE_STRIDE } from '@handreel/core';
import type { Bounds } from '../../state/view-state.ts';
import type { SceneRecording } from './sample-table.ts';

const EYE_HEIGHT = 1.6;
const SAMPLES = 200;
const floors = new WeakMap<object, number>();

/** The box around head and hands; `null` when neither is there. */
export function measureScene({ table }: SceneRecording): Bounds | null {
	const min: [number, number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	const max: [number, number, number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
	const include = (poses: Float32Array, offset: number): void => {
		for (let axis = 0; axis < 3; axis++) {
			const value = poses[offset + axis]!;
			// What lies farther off than any room is damage, and must not push everything else out of sight.
			if (!(Math.abs(value) < 100)) continue;
			if (value < min[axis]!) min[axis] = value;
			if (value > max[axis]!) max[axis] = value;
		}
	};
	const rows = table.times.length;
	const step = Math.max(1, Math.floor(rows / SAMPLES));
	for (let row = 0; row < rows; row += step) {
		if (table.camera !== null) include(table.camera, row * POSE_STRIDE);
		for (const hand of [table.hands?.left, table.hands?.right]) {
			if (hand === undefined) continue;
			const count = hand.present.length;
			for (let joint = 1; joint < count; joint++) {
				if (hand.present[joint] === 1) include(hand.joints, (row * count + joint) * POSE_STRIDE);
			}
		}
	}
	return min[0] <= max[0] ? { min, max } : null;
}

/** The height of the floor: 0, unless the head starts too low for that, as in recordings relative to the head. */
export function findFloor(recording: SceneRecording): number {
	let floor = floors.get(recording.table);
	if (floor === undefined) {
		const bounds = measureScene(recording);
		const eyes = recording.table.camera?.[1] ?? bounds?.max[1] ?? EYE_HEIGHT;
		floor = Number.isFinite(eyes) && (eyes < 0.6 || (bounds !== null && bounds.min[1] < -0.1)) ? eyes - EYE_HEIGHT : 0;
		floors.set(recording.table, floor);
	}
	return floor;
}
