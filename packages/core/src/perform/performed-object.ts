import { composePoses, invertPose } from '../math/pose.ts';
import { alignQuaternion, findShortestRotation } from '../math/quaternion.ts';
import { measureDistance, normalizeVector } from '../math/vector.ts';
import { createCurve } from '../model/curve.ts';
import type { PoseTrack, Track, ValueTrack } from '../model/recording.ts';
import { POSE_STRIDE } from '../sample/frame-sample.ts';
import { convertSpace, DEFAULT_SPACE } from '../sample/spaces.ts';
import type { SideTrack } from './side-track.ts';
import { PLAN_SPACE, type Stage } from './stage.ts';

/** m/s². */
export const GRAVITY = 9.81;

/** Options of {@link Performer.addObject}. */
export interface ObjectOptions {
	/** The object turns about this point, as a lever or a door does, instead of moving with the hand. */
	readonly hinge?: ArrayLike<number> | undefined;
}

/**
 * A thing that a performer moves, made by {@link Performer.addObject}. Pass it to verbs in place of a point. A hand that
 * pinches or grabs it takes it along until it opens. The recording has its motion as a pose track of the same name, and
 * its size as the track `<name> size` if it was scaled.
 */
export interface PerformedObject {
	readonly name: string;
	/** Returns where the object is at a time, in the space of the script. */
	positionAt(time: number): [x: number, y: number, z: number];
}

/** From `start` on, an object has the pose and the size that functions of time return. */
interface Phase {
	readonly start: number;
	readonly poseAt: (time: number) => readonly number[];
	readonly sizeAt: (time: number) => number;
}

/** The flight of an object. */
export interface Flight {
	readonly start: number;
	readonly end: number;
	/** Where it ends. */
	readonly target: readonly number[];
	/** The velocity at its end. */
	readonly velocity: readonly number[];
}

/** Plans the motion of an object: one phase after the other. Poses are in `PLAN_SPACE`. */
export class PlannedObject implements PerformedObject {
	readonly name: string;
	/** The last flight, unless a hand has taken the object since it began. */
	flight: Flight | null = null;
	readonly #stage: Stage;
	readonly #hinge: readonly number[] | null;
	readonly #phases: Phase[];

	constructor(stage: Stage, name: string, position: readonly number[], hinge: readonly number[] | null) {
		this.name = name;
		this.#stage = stage;
		this.#hinge = hinge;
		const pose = [...position, 0, 0, 0, 1];
		this.#phases = [{ start: Number.NEGATIVE_INFINITY, poseAt: () => pose, sizeAt: () => 1 }];
	}

	positionAt(time: number): [x: number, y: number, z: number] {
		return convertSpace(this.poseAt(time), 3, PLAN_SPACE, this.#stage.settings.space, [0, 0, 0]);
	}

	poseAt(time: number): readonly number[] {
		return this.#phaseAt(time).poseAt(time);
	}

	sizeAt(time: number): number {
		return this.#phaseAt(time).sizeAt(time);
	}

	/** Moves with a hand from now on, or turns about its hinge. */
	follow(start: number, track: SideTrack): void {
		const before = this.poseAt(start);
		const handAt = (time: number): number[] => this.#stage.toWorld(track.wristAt(time), time);
		const local = composePoses(invertPose(handAt(start)), before, [] as number[]);
		const heldAt = (time: number): number[] => composePoses(handAt(time), local, [] as number[]);
		this.flight = null;
		this.#add(start, this.#hinge === null ? heldAt : turnAbout(this.#hinge, before, heldAt));
	}

	/** Is between two hands from now on, and grows as they move apart. */
	followBoth(start: number, left: SideTrack, right: SideTrack): void {
		const handsAt = (time: number): number[][] =>
			[left, right].map((track) => this.#stage.toWorld(track.wristAt(time), time).slice(0, 3));
		const middleAt = (time: number): number[] => {
			const [a, b] = handsAt(time) as [number[], number[]];
			return a.map((value, i) => (value + b[i]!) / 2);
		};
		const spanAt = (time: number): number => {
			const [a, b] = handsAt(time) as [number[], number[]];
			return measureDistance(a, b);
		};
		const [before, size, middle, span] = [this.poseAt(start), this.sizeAt(start), middleAt(start), spanAt(start)];
		const poseAt = (time: number): number[] => {
			const moved = middleAt(time);
			return before.map((value, i) => (i < 3 ? value + moved[i]! - middle[i]! : value));
		};
		this.#add(start, poseAt, (time) => (size * spanAt(time)) / span);
	}

	/** Stays where it is from now on. */
	stop(start: number): void {
		const pose = this.poseAt(start);
		this.#add(start, () => pose);
	}

	/** Flies from where it is, so that it arrives at a point after some seconds, and stays there. */
	fly(start: number, seconds: number, target: readonly number[]): Flight {
		const from = this.poseAt(start);
		const velocity = findThrow(from, target, seconds);
		const poseAt = (time: number): number[] => {
			const t = Math.min(time - start, seconds);
			return from.map((value, i) => {
				if (i >= 3) return value;
				return value + velocity[i]! * t - (i === 1 ? (GRAVITY / 2) * t * t : 0);
			});
		};
		this.#add(start, poseAt);
		const arrival = velocity.map((value, i) => (i === 1 ? value - GRAVITY * seconds : value));
		this.flight = { start, end: start + seconds, target, velocity: arrival };
		return this.flight;
	}

	/** Returns its tracks, in Unity's space, with a key at each of some times. */
	toTracks(times: readonly number[]): Track[] {
		const poses = times.map((time) => [...this.poseAt(time)]);
		for (let i = 1; i < poses.length; i++) alignQuaternion(poses[i]!, poses[i - 1]!, poses[i]!, 3, 3, 3);
		for (const pose of poses) {
			convertSpace(pose, 3, PLAN_SPACE, DEFAULT_SPACE, pose);
			convertSpace(pose, 4, PLAN_SPACE, DEFAULT_SPACE, pose, 3, 3);
		}
		const [px, py, pz, x, y, z, w] = Array.from({ length: POSE_STRIDE }, (_, i) =>
			createCurve(times.flatMap((time, at) => [time, poses[at]![i]!])),
		);
		const pose: PoseTrack = {
			name: this.name,
			kind: 'pose',
			position: { x: px!, y: py!, z: pz! },
			rotation: { x: x!, y: y!, z: z!, w: w! },
		};
		const sizes = times.map((time) => this.sizeAt(time));
		if (sizes.every((size) => size === 1)) return [pose];
		const value = createCurve(times.flatMap((time, at) => [time, sizes[at]!]));
		return [pose, { name: `${this.name} size`, kind: 'scalar', value } satisfies ValueTrack];
	}

	#phaseAt(time: number): Phase {
		return this.#phases.findLast(({ start }) => start <= time)!;
	}

	#add(start: number, poseAt: Phase['poseAt'], sizeAt?: Phase['sizeAt']): void {
		const last = this.#phases.at(-1)!;
		if (start < last.start) {
			const times = `${last.start.toFixed(2)} s, and the next at ${start.toFixed(2)} s`;
			throw new RangeError(`${this.name}: its last move begins at ${times}; call after() or sync() before`);
		}
		const size = this.sizeAt(start);
		this.#phases.push({ start, poseAt, sizeAt: sizeAt ?? (() => size) });
	}
}

/** Returns the velocity of a thing thrown at one point that is at another after some seconds. */
export function findThrow(from: readonly number[], to: readonly number[], seconds: number): number[] {
	return [0, 1, 2].map((i) => (to[i]! - from[i]!) / seconds + (i === 1 ? (GRAVITY / 2) * seconds : 0));
}

// A pose that turns about a hinge so that it points to where the hand would have brought it.
function turnAbout(
	hinge: readonly number[],
	before: readonly number[],
	heldAt: (time: number) => readonly number[],
): (time: number) => number[] {
	const directTo = (pose: readonly number[]): number[] => {
		const along = hinge.map((value, i) => pose[i]! - value);
		normalizeVector(along, along);
		return along;
	};
	const from = directTo(before);
	const fixed = [...hinge, 0, 0, 0, 1];
	const local = composePoses(invertPose(fixed), before, [] as number[]);
	return (time) => {
		const turned = findShortestRotation(from, directTo(heldAt(time)), [] as number[]);
		return composePoses([...hinge, ...turned], local, [] as number[]);
	};
}
