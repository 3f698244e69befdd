import { assembleRecording } from '../model/create-recording.ts';
import type { Marker, Recording } from '../model/recording.ts';
import { type RecordedKeysOptions, thinKeys } from '../record/build-recording.ts';
import { Recorder } from '../record/recorder.ts';
import type { TrackValue } from '../record/track-keys.ts';
import { createFrameSample, type FrameSample } from '../sample/frame-sample.ts';
import { checkSpaceName, DEFAULT_SPACE, type SpaceName } from '../sample/spaces.ts';
import { createRadii } from './hand-model.ts';
import { scaleBetween } from './move-objects.ts';
import { checkNumber, type PerformerOptions, type PerformerSettings, readSettings } from './options.ts';
import { type ObjectOptions, type PerformedObject, PlannedObject } from './performed-object.ts';
import type { PerformedSide, PerformTarget, TimedOptions } from './performed-side.ts';
import { PlannedSide } from './planned-side.ts';
import { HEAD_SHARE, SidePlanner } from './side-planner.ts';
import { Stage, wrapAngle } from './stage.ts';
import { listGestureValues } from './thumb-gestures.ts';
import { listBodyValues } from './track-values.ts';
import { writeFrame } from './write-frame.ts';

/** Meters: nearer places are reached with a step, without turning. */
const STEP = 0.4;
/** Seconds that starting and stopping take, and m/s on the way. */
const WALK_BASE = 0.5;
const WALK_SPEED = 0.9;
const TURN_BASE = 0.35;
/** Radians per second, and the smallest turn. */
const TURN_SPEED: number = (110 * Math.PI) / 180;
const SMALLEST_TURN = 0.02;
/** Seconds that a look holds its target. */
const LOOK_HOLD = 0.1;

/** Options of {@link Performer.walkTo}. */
export interface WalkOptions {
	/** A point to turn to on arrival. Default: the direction of the walk. */
	readonly facing?: ArrayLike<number> | undefined;
}

/**
 * Performs hands, head, eyes and controllers by script, and records them.
 *
 * Calls plan motion; nothing moves until frames are sampled. `left` and `right` plan independently and start at the same
 * time. Calls of the performer itself wait for both sides before, and both sides wait for them.
 *
 * @example
 * const performer = new Performer();
 * performer.right.reach([0.2, 1.1, 0.4]).pinch().mark('held').moveTo([0, 1.2, 0.4]).release();
 * performer.left.wave();
 * const recording = performer.toRecording();
 */
export class Performer {
	/** The left hand, or what it holds. */
	readonly left: PerformedSide;
	/** The right hand. A left-handed performer uses the left hand instead. */
	readonly right: PerformedSide;
	readonly #stage: Stage;
	readonly #objects: PlannedObject[] = [];
	readonly #planners: Readonly<Record<'left' | 'right', SidePlanner>>;

	/** Creates a performer who stands at the origin and looks forward. Throws `TypeError` or `RangeError` for bad options. */
	constructor(options: PerformerOptions = {}) {
		this.#stage = new Stage(readSettings(options));
		this.#planners = { left: new SidePlanner(this.#stage, 'left'), right: new SidePlanner(this.#stage, 'right') };
		const { left, right } = this.#planners;
		const { leftHanded } = this.#stage.settings;
		this.left = new PlannedSide(this.#stage, leftHanded ? right : left);
		this.right = new PlannedSide(this.#stage, leftHanded ? left : right);
	}

	/** The options with their defaults. */
	get settings(): PerformerSettings {
		return this.#stage.settings;
	}

	/** Seconds: when everything that is planned is done. */
	get duration(): number {
		return Math.max(this.#planners.left.cursor, this.#planners.right.cursor);
	}

	/** The markers so far, in order of time. */
	get markers(): readonly Marker[] {
		return this.#stage.markers.toSorted((a, b) => a.time - b.time);
	}

	/** Lets each side wait until both are done. */
	sync(): this {
		return this.advanceTo(this.duration);
	}

	/** Lets both sides wait until a time in seconds, if they are done before. For performers that are sampled while they plan. */
	advanceTo(time: number): this {
		checkNumber('time', time, 0);
		for (const planner of Object.values(this.#planners)) planner.cursor = Math.max(planner.cursor, time);
		return this;
	}

	/** Stays still for some seconds. */
	wait(seconds: number): this {
		checkNumber('wait', seconds, 0);
		return this.advanceTo(this.duration + seconds);
	}

	/** Turns eyes and head to a point. */
	lookAt(point: ArrayLike<number>): this {
		return this.advanceTo(this.#stage.look(this.#stage.readPoint('lookAt', point), this.duration, 1) + LOOK_HOLD);
	}

	/** Walks to a place, with the hands as they are. The height of the point does not matter. */
	walkTo(point: ArrayLike<number>, { facing }: WalkOptions = {}): this {
		const [x = 0, , z = 0] = this.#stage.readPoint('walkTo', point);
		const target = facing === undefined ? null : this.#stage.readPoint('facing', facing);
		const [fromX = 0, , fromZ = 0] = this.#stage.bodyAt(this.duration);
		const distance = Math.hypot(x - fromX, z - fromZ);
		const { speed, eyeHeight } = this.settings;
		if (distance > STEP) {
			const ahead = [x + (x - fromX) / distance, eyeHeight - 0.2, z + (z - fromZ) / distance];
			this.#turnToward(x - fromX, z - fromZ, ahead);
		}
		if (distance > 0) {
			const start = this.duration;
			const end = start + (WALK_BASE + distance / WALK_SPEED) / speed;
			this.#stage.walk(start, end, x, z);
			this.advanceTo(end);
		}
		if (target !== null) this.#turnToward(target[0]! - x, target[2]! - z, target);
		return this;
	}

	/** Turns the body toward a point, with the hands as they are. */
	turnTo(point: ArrayLike<number>): this {
		const target = this.#stage.readPoint('turnTo', point);
		const [x = 0, , z = 0] = this.#stage.bodyAt(this.duration);
		this.#turnToward(target[0]! - x, target[2]! - z, target);
		return this;
	}

	/**
	 * Adds a thing that hands can move: pass it to verbs in place of a point. Throws `TypeError` for a name that another
	 * object has.
	 *
	 * @example
	 * const performer = new Performer();
	 * const block = performer.addObject('block', [0.2, 1.1, 0.4]);
	 * performer.right.pinch(block).moveTo([0, 1.2, 0.4]).release();
	 */
	addObject(name: string, point: ArrayLike<number>, { hinge }: ObjectOptions = {}): PerformedObject {
		if (typeof name !== 'string' || name === '' || name.includes('.'))
			throw new TypeError(`addObject: '${name}' is not a name; it must be a text without dots`);
		if (this.#objects.some((object) => object.name === name)) throw new TypeError(`addObject: there are two '${name}'`);
		const around = hinge === undefined ? null : this.#stage.readPoint('hinge', hinge);
		const object = new PlannedObject(this.#stage, name, this.#stage.readPoint('addObject', point), around);
		this.#objects.push(object);
		return object;
	}

	/** Lets an object fly to a point, as if somebody else had thrown it. It arrives after `duration` seconds (default 1). */
	launch(object: PerformedObject, point: ArrayLike<number>, { duration = 1 }: TimedOptions = {}): this {
		checkNumber('duration', duration, 0.1);
		if (!(object instanceof PlannedObject)) throw new TypeError('launch: the object is not one of addObject()');
		this.#stage.look(object.poseAt(this.duration).slice(0, 3), this.duration, HEAD_SHARE);
		object.fly(this.duration, duration, this.#stage.readPoint('launch', point));
		return this;
	}

	/**
	 * Takes something with both hands, moves them apart until it is `factor` times as wide, and lets it go. `width` is the
	 * distance of the hands at first, in meters (default 0.2). Of an object, the recording has the size as a track.
	 */
	scale(target: PerformTarget, factor: number, { width = 0.2 }: { readonly width?: number } = {}): this {
		checkNumber('factor', factor, 0.01);
		checkNumber('width', width, 0.02);
		this.sync();
		scaleBetween(this.#stage, this.#planners, target, factor, width);
		return this;
	}

	/** Adds a marker at the end of what is planned. */
	mark(name: string): this {
		this.#stage.markers.push({ time: this.duration, name: String(name) });
		return this;
	}

	/**
	 * Writes the frame at a time in seconds and returns `out`. Any time may be sampled, in any order; later calls change only
	 * what comes after the plan so far.
	 */
	sampleAt(
		time: number,
		out: FrameSample,
		{ space = DEFAULT_SPACE }: { readonly space?: SpaceName } = {},
	): FrameSample {
		if (!Number.isFinite(time)) throw new RangeError(`time: ${time} is not a finite number`);
		checkSpaceName(space);
		const { left, right } = this.#planners;
		return writeFrame(this.#stage, { left: left.track, right: right.track }, time, space, out);
	}

	/** Yields every frame of the plan in Unity's space. The same object is yielded each time. */
	*frames(): Generator<FrameSample, void, void> {
		const frame = createFrameSample();
		for (const time of this.#listTimes()) yield this.sampleAt(time, frame);
	}

	/**
	 * Records everything that is planned. Every frame becomes a key; pass tolerances, or `keepAllKeys: false`, to remove
	 * redundant keys.
	 */
	toRecording(options: RecordedKeysOptions = {}): Recording {
		const { frameRate, handSize, profiles } = this.settings;
		const recorder = new Recorder({ maxDuration: Number.POSITIVE_INFINITY });
		recorder.start();
		for (const frame of this.frames()) {
			recorder.capture(frame);
			recorder.captureTracks(this.listValues(frame.time, frame));
		}
		for (const { name, time } of this.markers) recorder.addMarker(name, time);
		const radii = createRadii(handSize);
		recorder.setDetails({
			info: { application: 'handreel perform', frameRate, referenceSpace: 'local-floor' },
			radii: { left: radii, right: radii },
			profiles: { left: profiles, right: profiles },
		});
		const times = this.#listTimes();
		const recorded = recorder.toRecording({ keepAllKeys: true });
		const tracks = [...this.#objects.flatMap((object) => object.toTracks(times)), ...recorded.tracks];
		const recording = assembleRecording({ ...recorded, tracks });
		return thinKeys(recording, { keepAllKeys: options.tolerances === undefined, ...options });
	}

	/**
	 * Lists what recordings have beside a frame: the buttons of microgestures, and the body with the option `body`. Takes the frame
	 * of {@link sampleAt} at the same time, in Unity's space. For `Recorder.captureTracks`; {@link toRecording} has them.
	 */
	listValues(time: number, frame: FrameSample): TrackValue[] {
		const { left, right } = this.#planners;
		const sides = { left: left.track, right: right.track };
		const gestures = listGestureValues(sides, time);
		return this.settings.body ? [...gestures, ...listBodyValues(this.#stage, sides, time, frame)] : gestures;
	}

	#listTimes(): number[] {
		const { frameRate } = this.settings;
		const last = Math.ceil(this.duration * frameRate - 1e-6);
		return Array.from({ length: last + 1 }, (_, i) => i / frameRate);
	}

	#turnToward(dx: number, dz: number, look: readonly number[]): void {
		const start = this.duration;
		if (Math.hypot(dx, dz) === 0) return;
		const angle = wrapAngle(Math.atan2(-dx, -dz) - this.#stage.yawAt(start));
		if (Math.abs(angle) < SMALLEST_TURN) return;
		const end = start + (TURN_BASE + Math.abs(angle) / TURN_SPEED) / this.settings.speed;
		this.#stage.turn(start, end, angle);
		this.advanceTo(Math.max(end, this.#stage.look(look, end, 1)));
	}
}
