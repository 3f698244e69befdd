import { type ControllerParts, isTrackName, type PoseParts } from '../model/create-recording.ts';
import { type Curve, createCurve } from '../model/curve.ts';
import { type JointRadii, type RecordingInfo, SIDES, type Side } from '../model/recording.ts';
import { POSE_STRIDE } from '../sample/frame-sample.ts';
import { type PackedController, visitExtras } from './packed-extras.ts';
import type { CapturedKind, CapturedTrack } from './track-keys.ts';

/** What a recorder stores about a recording besides its frames. Fields that are left out stay as they were. */
export interface RecordingDetails {
	readonly info?: RecordingInfo;
	/** The radii of joints in meters. */
	readonly radii?: Partial<Record<Side, JointRadii | null>>;
	/** WebXR's input profile names of each controller. */
	readonly profiles?: Partial<Record<Side, readonly string[]>>;
	/** The tracks that frames have values of. A `Recorder` sets them. */
	readonly tracks?: readonly CapturedTrack[];
}

/** Returns whether a parsed JSON value has the types of details. */
export function isRecordingDetails(value: unknown): value is RecordingDetails {
	if (!isObject(value)) return false;
	const { info = {}, radii = {}, profiles = {}, tracks = [] } = value;
	if (!isObject(info) || !isObject(radii) || !isObject(profiles) || !isTrackList(tracks)) return false;
	return SIDES.every((side) => {
		const { [side]: sizes = null } = radii;
		const { [side]: names = [] } = profiles;
		const isSized = sizes === null || (isObject(sizes) && Object.values(sizes).every(Number.isFinite));
		return isSized && Array.isArray(names) && names.every((name) => typeof name === 'string');
	});
}

const CAPTURED_KINDS: readonly unknown[] = ['pose', 'scalar', 'boolean'] satisfies readonly CapturedKind[];

function isTrackList(value: unknown): boolean {
	if (!Array.isArray(value)) return false;
	const isTrack = (track: unknown): boolean =>
		isObject(track) &&
		CAPTURED_KINDS.includes(track['kind']) &&
		typeof track['name'] === 'string' &&
		isTrackName(track['name']);
	return value.every(isTrack) && new Set(value.map(({ name }) => name)).size === value.length;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Collects the keys of pointing rays, pinch strengths and controllers. */
export class ExtraKeys {
	readonly #aims: Readonly<Record<Side, PoseKeys>> = { left: new PoseKeys(), right: new PoseKeys() };
	readonly #strengths: Readonly<Record<Side, number[]>> = { left: [], right: [] };
	readonly #controllers: Readonly<Record<Side, ControllerKeys>> = {
		left: new ControllerKeys(),
		right: new ControllerKeys(),
	};

	/** Adds the extras at `at` of a packed frame, or their absence if `at` is −1. */
	add(time: number, words: Uint32Array, floats: Float32Array, at: number): void {
		let seen = 0;
		if (at >= 0) {
			visitExtras(words, at, {
				aim: (side, from) => this.#aims[SIDES[side]].add(time, floats, from),
				strength: (side, from) => this.#strengths[SIDES[side]].push(time, floats[from]!),
				controller: (side, controller) => {
					seen |= 1 << side;
					this.#controllers[SIDES[side]].add(time, controller, floats);
				},
			});
		}
		for (const side of [0, 1] as const) if (!(seen & (1 << side))) this.#controllers[SIDES[side]].lose(time);
	}

	get hasControllers(): boolean {
		return SIDES.some((side) => this.#controllers[side].wasSeen);
	}

	aim(side: Side): PoseParts | null {
		return this.#aims[side].toPose();
	}

	pinchStrength(side: Side): Curve | null {
		const keys = this.#strengths[side];
		return keys.length === 0 ? null : createCurve(keys);
	}

	controller(side: Side, profiles: readonly string[]): ControllerParts | null {
		const controller = this.#controllers[side];
		return controller.wasSeen ? { ...controller.toParts(), profiles } : null;
	}
}

class ControllerKeys {
	readonly #tracked = new ChangeKeys();
	readonly #grip = new PoseKeys();
	readonly #aim = new PoseKeys();
	readonly #pressed: ChangeKeys[] = [];
	readonly #touched: ChangeKeys[] = [];
	readonly #values: number[][] = [];
	readonly #axes: number[][] = [];
	wasSeen = false;

	add(time: number, controller: PackedController, floats: Float32Array): void {
		const { isTracked, grip, aim, buttonCount, pressed, touched, values, axisCount, axes } = controller;
		this.wasSeen = true;
		this.#tracked.add(time, isTracked);
		if (grip >= 0) this.#grip.add(time, floats, grip);
		if (aim >= 0) this.#aim.add(time, floats, aim);
		for (let i = 0; i < buttonCount; i++) {
			this.#pressed[i] ??= new ChangeKeys();
			this.#touched[i] ??= new ChangeKeys();
			this.#values[i] ??= [];
			this.#pressed[i]!.add(time, (pressed & (1 << i)) !== 0);
			this.#touched[i]!.add(time, (touched & (1 << i)) !== 0);
			this.#values[i]!.push(time, floats[values + i]!);
		}
		for (let i = 0; i < axisCount; i++) {
			this.#axes[i] ??= [];
			this.#axes[i]!.push(time, floats[axes + i]!);
		}
	}

	/** The controller is gone: it is not tracked, and its buttons are released. */
	lose(time: number): void {
		this.#tracked.add(time, false);
		for (const state of [...this.#pressed, ...this.#touched]) state.add(time, false);
	}

	toParts(): ControllerParts {
		return {
			tracked: this.#tracked.toCurve(),
			grip: this.#grip.toPose() ?? {},
			aim: this.#aim.toPose() ?? {},
			buttons: this.#values.map((keys, i) => ({
				pressed: this.#pressed[i]!.toCurve(),
				touched: this.#touched[i]!.toCurve(),
				value: createCurve(keys),
			})),
			axes: this.#axes.map((keys) => createCurve(keys)),
		};
	}
}

/** The keys of a pose; neighboring rotations have the same sign. */
class PoseKeys {
	readonly #keys: number[][] = Array.from({ length: POSE_STRIDE }, () => []);

	add(time: number, floats: Float32Array, at: number): void {
		let dot = 0;
		for (let c = 3; c < POSE_STRIDE; c++) dot += floats[at + c]! * (this.#keys[c]!.at(-1) ?? 0);
		for (let c = 0; c < POSE_STRIDE; c++) {
			const value = floats[at + c]!;
			this.#keys[c]!.push(time, c >= 3 && dot < 0 ? -value : value);
		}
	}

	toPose(): PoseParts | null {
		if (this.#keys[0]!.length === 0) return null;
		const [px, py, pz, qx, qy, qz, qw] = this.#keys.map((keys) => createCurve(keys));
		return { position: { x: px!, y: py!, z: pz! }, rotation: { x: qx!, y: qy!, z: qz!, w: qw! } };
	}
}

/** The keys of a boolean curve: the first state and every change. */
export class ChangeKeys {
	readonly #keys: number[] = [];
	#last: boolean | null = null;
	wasTrue = false;

	add(time: number, value: boolean): void {
		if (value === this.#last) return;
		this.#keys.push(time, value ? 1 : 0);
		this.#last = value;
		if (value) this.wasTrue = true;
	}

	toCurve(): Curve {
		return createCurve(this.#keys, { kind: 'boolean' });
	}
}
