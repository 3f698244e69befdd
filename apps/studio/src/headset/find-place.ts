import { findFloor } from '../state/measure-scene.ts';
import type { SceneRecording } from '../state/sample-table.ts';

/** A place to stand in the space of a recording. */
export interface Place {
	/** The floor below the person, or the eyes without a floor. Meters. */
	readonly x: number;
	readonly y: number;
	readonly z: number;
	/** The direction of the view: radians to the left of −z. */
	readonly yaw: number;
}

/** Meters between the person and the recorded person. */
const DISTANCE = 1.5;

/** The place of the recorded person at the start, or a place in front of them, facing them. Life size in both cases. */
export function findPlace(recording: SceneRecording, isInside: boolean, hasFloor: boolean): Place {
	const { head } = recording.table;
	const isKnown = head !== null && [0, 1, 2, 3, 4, 5, 6].every((i) => Number.isFinite(head[i]));
	const floor = findFloor(recording);
	if (!isKnown) return { x: 0, y: hasFloor ? floor : 0, z: isInside ? 0 : -DISTANCE, yaw: isInside ? 0 : Math.PI };
	const [x = 0, y = 0, z = 0, a = 0, b = 0, c = 0, d = 1] = head;
	// The direction of −z, turned by the rotation.
	const dx = -2 * (a * c + d * b);
	const dz = -(1 - 2 * (a * a + b * b));
	const yaw = Math.atan2(-dx, -dz);
	const level = hasFloor ? floor : y;
	if (isInside) return { x, y: level, z, yaw };
	return {
		x: x - Math.sin(yaw) * DISTANCE,
		y: level,
		z: z - Math.cos(yaw) * DISTANCE,
		yaw: yaw > 0 ? yaw - Math.PI : yaw + Math.PI,
	};
}

/** The origin of a reference space in which the person stands at a place: the inverse of the place. */
export function toOffset({ x, y, z, yaw }: Place): { position: [number, number, number]; turn: [number, number] } {
	const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
	return {
		position: [-(x * cos - z * sin), -y, -(x * sin + z * cos)],
		turn: [-Math.sin(yaw / 2), Math.cos(yaw / 2)],
	};
}
