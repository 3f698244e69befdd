import { composePoses, invertPose } from '../math/pose.ts';
import { multiplyQuaternions, rotateVector } from '../math/quaternion.ts';
import { angleBetweenVectors, normalizeVector } from '../math/vector.ts';
import type { Marker, Side } from '../model/recording.ts';
import { convertSpace, type SpaceName } from '../sample/spaces.ts';
import { minimumJerk, ScalarChannel } from './minimum-jerk.ts';
import { type PerformerSettings, readPoint } from './options.ts';
import { sampleSway } from './random.ts';

/** The space in which everything is planned. */
export const PLAN_SPACE: SpaceName = 'webxr';

const DEGREE: number = Math.PI / 180;
/** Meters from the neck, about which the head turns, to the eyes. */
const NECK_BELOW = 0.09;
const NECK_BEHIND = 0.08;
const MAX_HEAD_YAW: number = 75 * DEGREE;
const MAX_HEAD_PITCH: number = 60 * DEGREE;
/** Heads roll a little when they turn. */
const ROLL_PER_YAW = -0.06;
/** Seconds after the eyes at which the head starts to turn. */
const HEAD_DELAY = 0.05;
const HEAD_BASE_SECONDS = 0.3;
/** Radians per second. */
const HEAD_SPEED: number = 150 * DEGREE;
const SACCADE_BASE_SECONDS = 0.03;
const SACCADE_SECONDS_PER_RADIAN: number = 0.003 / DEGREE;
/** Steps per second and meters that the head rises with each. */
const STEP_RATE = 2;
const STEP_RISE = 0.012;
/** m/s at which steps have their full height. */
const WALKING_SPEED = 1;
/** The head sways by this many times the tremor. */
const SWAY = 10;
const ROUNDS = 4;

interface Fixation {
	readonly start: number;
	readonly point: readonly number[];
}

/**
 * What both hands share: the body that walks, the head that turns, the eyes, the markers. Everything is in `PLAN_SPACE`.
 * The frame of the body has its origin on the floor below the head, and −z where the chest points.
 */
export class Stage {
	readonly settings: PerformerSettings;
	readonly markers: Marker[] = [];
	readonly #x = new ScalarChannel(0);
	readonly #z = new ScalarChannel(0);
	readonly #yaw = new ScalarChannel(0);
	readonly #headYaw = new ScalarChannel(0);
	readonly #headPitch = new ScalarChannel(-8 * DEGREE);
	readonly #fixations: Fixation[];

	constructor(settings: PerformerSettings) {
		this.settings = settings;
		this.#fixations = [{ start: Number.NEGATIVE_INFINITY, point: [0, settings.eyeHeight - 0.3, -2] }];
	}

	/** Converts a point of the script to the space of plans. */
	readPoint(verb: string, point: ArrayLike<number>): number[] {
		return convertSpace(readPoint(verb, point), 3, this.settings.space, PLAN_SPACE, [0, 0, 0]);
	}

	/** The pose of the body. */
	bodyAt(time: number): number[] {
		const half = this.#yaw.at(time) / 2;
		return [this.#x.at(time), 0, this.#z.at(time), 0, Math.sin(half), 0, Math.cos(half)];
	}

	/** The direction of the chest in radians. */
	yawAt(time: number): number {
		return this.#yaw.at(time);
	}

	/** A point of the world in the frame of the body. */
	toBody(point: readonly number[], time: number): number[] {
		return composePoses(invertPose(this.bodyAt(time)), [...point, 0, 0, 0, 1], [] as number[]).slice(0, 3);
	}

	/** A pose in the frame of the body, such as that of a wrist, in the world. */
	toWorld(pose: ArrayLike<number>, time: number): number[] {
		const world = composePoses(this.bodyAt(time), pose, [] as number[]);
		world[1]! += this.bobAt(time) / 2;
		return world;
	}

	/** The pose of the head in the world. */
	headAt(time: number): number[] {
		const { seed, tremor } = this.settings;
		const head = this.#composeHead(time, this.#headYaw.at(time), this.#headPitch.at(time));
		head[1]! += this.bobAt(time);
		for (let i = 0; i < 3 && tremor > 0; i++) head[i]! += SWAY * tremor * sampleSway(time, seed, i);
		return head;
	}

	/** Meters by which walking lifts the body. */
	bobAt(time: number): number {
		const speed = Math.hypot(this.#x.speedAt(time), this.#z.speedAt(time));
		const height = STEP_RISE * Math.min(1, speed / WALKING_SPEED) ** 2;
		return height === 0 ? 0 : height * Math.sin(2 * Math.PI * STEP_RATE * time);
	}

	/**
	 * The step of a foot: how far it is ahead or behind, from −1 to 1, how far it is lifted, from 0 to 1, and the velocity of the
	 * body, along which it goes.
	 */
	stepAt(time: number, side: Side): { swing: number; lift: number; along: readonly number[] } {
		const along = [this.#x.speedAt(time), 0, this.#z.speedAt(time)];
		const share = Math.min(1, Math.hypot(...along) / WALKING_SPEED);
		const phase = Math.PI * STEP_RATE * time + (side === 'left' ? Math.PI : 0);
		return { swing: Math.sin(phase), lift: share * Math.max(0, Math.cos(phase)), along };
	}

	/** The gaze as a ray. Eyes jump ahead of the head and then hold their target. */
	gazeAt(time: number, head: ArrayLike<number>): number[] {
		const eye = [head[0]!, head[1]!, head[2]!];
		const last = this.#fixations.findLastIndex(({ start }) => start <= time);
		const to = directTo(eye, this.#fixations[last]!.point);
		if (last > 0) {
			const from = directTo(eye, this.#fixations[last - 1]!.point);
			const seconds = SACCADE_BASE_SECONDS + SACCADE_SECONDS_PER_RADIAN * angleBetweenVectors(from, to);
			const share = minimumJerk((time - this.#fixations[last]!.start) / seconds);
			for (let i = 0; i < 3; i++) to[i] = from[i]! + (to[i]! - from[i]!) * share;
			normalizeVector(to, to);
		}
		return [...eye, ...to];
	}

	/**
	 * Turns the eyes to a point, and the head by a share of the way; the rest is up to the eyes. Returns the time at which the
	 * head has arrived.
	 */
	look(point: readonly number[], time: number, share: number): number {
		const after = this.#fixations.findLastIndex(({ start }) => start <= time);
		this.#fixations.splice(after + 1, 0, { start: time, point });
		let [yaw, pitch] = [this.#headYaw.at(time), this.#headPitch.at(time)];
		const before = [yaw, pitch] as const;
		for (let round = 0; round < ROUNDS; round++) {
			const eye = this.#composeHead(time, yaw, pitch);
			const [x = 0, y = 0, z = 0] = directTo(eye, point);
			const turn = wrapAngle(Math.atan2(-x, -z) - this.#yaw.at(time));
			yaw = Math.min(Math.max(turn * share, -MAX_HEAD_YAW), MAX_HEAD_YAW);
			pitch = Math.min(Math.max(Math.asin(y) * share, -MAX_HEAD_PITCH), MAX_HEAD_PITCH);
		}
		const start = time + HEAD_DELAY;
		const angle = Math.hypot(yaw - before[0], pitch - before[1]);
		const end = start + (HEAD_BASE_SECONDS + angle / HEAD_SPEED) / this.settings.speed;
		this.#headYaw.add(start, end, yaw);
		this.#headPitch.add(start, end, pitch);
		return end;
	}

	/** Turns the chest by an angle, with the head. */
	turn(start: number, end: number, angle: number): void {
		this.#yaw.add(start, end, this.#yaw.at(start) + angle);
	}

	/** Moves the body to a place on the floor. */
	walk(start: number, end: number, x: number, z: number): void {
		this.#x.add(start, end, x);
		this.#z.add(start, end, z);
	}

	#composeHead(time: number, yaw: number, pitch: number): number[] {
		const roll = yaw * ROLL_PER_YAW;
		const rotation = multiplyQuaternions(
			[0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)],
			multiplyQuaternions(
				[Math.sin(pitch / 2), 0, 0, Math.cos(pitch / 2)],
				[0, 0, Math.sin(roll / 2), Math.cos(roll / 2)],
				[] as number[],
			),
			[] as number[],
		);
		const [x = 0, y = 0, z = 0] = rotateVector(rotation, [0, NECK_BELOW, -NECK_BEHIND], [] as number[]);
		const local = [x, this.settings.eyeHeight - NECK_BELOW + y, NECK_BEHIND + z, ...rotation];
		return composePoses(this.bodyAt(time), local, [] as number[]);
	}
}

/** Returns the same angle between −π and π. */
export function wrapAngle(angle: number): number {
	return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

function directTo(eye: ArrayLike<number>, point: readonly number[]): number[] {
	const along = [0, 1, 2].map((i) => point[i]! - eye[i]!);
	// A point in the eye has no direction.
	if (normalizeVector(along, along) < 1e-6) return [0, 0, -1];
	return along;
}
