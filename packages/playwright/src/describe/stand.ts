import { type Recording, SIDES } from '@handreel/core';
import { PERFORMER_DEFAULTS, type PerformerOptions } from '@handreel/core/perform';
import type { Point } from '../probe/types.ts';
import { createFrameSource, samplePerson } from '../scene/person.ts';

/** Meters that a person leans. A person who is farther away has walked. */
const LEAN = 0.3;
/** Degrees from the direction of the body in which arms reach. */
const ASIDE = 50;
/** Meters by which the eyes may be elsewhere than those of an average person. */
const SAME_HEIGHT = 0.1;
/** Meters from the floor that performers can have. */
const EYE_HEIGHTS = [0.3, 3] as const;

/** Returns a performer who holds what the person of a recording holds, with eyes as high. */
export function findPerformer(recording: Recording): PerformerOptions {
	const [lowest, highest] = EYE_HEIGHTS;
	const frames = createFrameSource(recording);
	// People bend down, and stand up again.
	const times = Array.from({ length: Math.ceil(recording.duration) + 1 }, (_, i) => Math.min(i, recording.duration));
	const height = Math.max(...times.map((time) => samplePerson(frames, time).head[1]));
	const eyeHeight = Number(Math.min(highest, Math.max(lowest, height)).toFixed(2));
	const controllers = SIDES.flatMap((side) => recording.controllers?.[side] ?? []);
	const profiles = controllers.find((controller) => controller.profiles.length > 0)?.profiles ?? [];
	const isUsual = profiles.length === 0 || profiles.join() === PERFORMER_DEFAULTS.profiles.join();
	return {
		...(controllers.length > 0 && recording.hands === null ? { input: 'controllers' as const } : {}),
		...(isUsual ? {} : { profiles }),
		...(Math.abs(eyeHeight - PERFORMER_DEFAULTS.eyeHeight) > SAME_HEIGHT ? { eyeHeight } : {}),
	};
}

/** Where a performer stands, and the point to which the body is turned. */
export class Stand {
	#place: Point;
	#facing: Point;

	constructor(place: Point, facing: Point) {
		this.#place = place;
		this.#facing = facing;
	}

	/** Returns where to walk so that a target can be reached, from the side of a head; `null` if the performer stands well. */
	leave(head: Point, target: Point, reach: number): Point | null {
		const [x, z] = [head[0] - target[0], head[2] - target[2]];
		// A person who holds the edge of something stands farther away than arms reach to its middle.
		const share = Math.min(1, reach / (Math.hypot(x, z) || 1));
		const place: Point = [target[0] + x * share, this.#place[1], target[2] + z * share];
		const isAway = Math.hypot(place[0] - this.#place[0], place[2] - this.#place[2]) > LEAN;
		if (!isAway && this.#measureTurn(target) <= ASIDE) return null;
		if (isAway) this.#place = place;
		this.#facing = target;
		return this.#place;
	}

	// Degrees, seen from above.
	#measureTurn(target: Point): number {
		const [x, , z] = this.#place;
		const [ax, az] = [this.#facing[0] - x, this.#facing[2] - z];
		const [bx, bz] = [target[0] - x, target[2] - z];
		return Math.abs((Math.atan2(ax * bz - az * bx, ax * bx + az * bz) * 180) / Math.PI);
	}
}
