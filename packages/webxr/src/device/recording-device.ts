import {
	type BodySample,
	BodySampler,
	createFrameSample,
	createSampler,
	type FrameSample,
	type Recording,
	type Room,
	type SampleOptions,
	type Sampler,
	SIDES,
} from '@handreel/core';
import { estimateFloor, rotateVector } from '@handreel/core/internal';
import { listModules } from '../page/page-options.ts';
import type {
	BlendMode,
	BoundsCorner,
	Device,
	DeviceInput,
	DeviceView,
	InteractionMode,
	SessionMode,
} from './device.ts';
import { findTrackingTime, type Mutations, mutateRecording } from './mutations.ts';
import { createLookPose, IDENTITY, type Pose, ROTATION } from './pose.ts';
import { RecordedGaze } from './recorded-gaze.ts';
import { RecordedSide } from './recorded-side.ts';
import { type ReplayOptions, type ReplaySettings, readOptions } from './replay-options.ts';

const SPACE_FEATURES = ['viewer', 'local', 'local-floor', 'bounded-floor', 'unbounded'];

const SAMPLING: SampleOptions = { space: 'webxr', defaultWrap: 'clamp-forever' };

/** A device that replays a recording. */
export class RecordingDevice implements Device {
	duration: number;
	origin: Pose = IDENTITY;
	resetCount = 0;
	readonly floor: Pose;
	readonly bounds: readonly BoundsCorner[];
	/** Checks that compare views change them for a frame. */
	views: readonly DeviceView[];
	readonly modes: readonly SessionMode[];
	readonly features: readonly string[];
	readonly blendMode: BlendMode;
	readonly interactionMode: InteractionMode;
	readonly frameRate: number;
	head: Pose = IDENTITY;
	isHeadEmulated = true;
	inputs: readonly DeviceInput[] = [];
	body: Float32Array | null = null;
	readonly #mutations: Mutations;
	#sampler: Sampler;
	#bodySampler: BodySampler | null;
	#bodySample: BodySample | null = null;
	/** Seconds: when the recording starts. */
	#start = 0;
	readonly #frame: FrameSample = createFrameSample();
	readonly #sides: readonly RecordedSide[];
	readonly #gazeOption: ReplaySettings['gaze'];
	readonly #others: Device[] = [];
	#gazeRay: Pose | null = null;
	#gaze: RecordedGaze | null = null;
	#time: number = Number.NaN;
	readonly #room: Room | undefined;

	/** Throws `RangeError` for invalid options. */
	constructor(given: Recording, options: ReplayOptions) {
		const settings = readOptions(options);
		const { mutations = {}, floorY, gaze, refuse } = settings;
		const recording = mutateRecording(given, mutations);
		this.duration = recording.duration;
		this.#room = recording.room;
		this.#mutations = mutations;
		this.#sampler = createSampler(recording, SAMPLING);
		this.#bodySampler = BodySampler.create(recording, SAMPLING);
		const { headPresent, head, gazePresent } = this.#sampler.sampleFrame(0, this.#frame);
		const startY = headPresent ? head[1]! : 0;
		const y = floorY ?? estimateFloor(startY);
		this.floor = [0, y, 0, 0, 0, 0, 1];
		this.bounds = listCorners(settings.bounds);
		this.views = listViews(settings);
		this.modes = settings.modes;
		const added = listModules(settings).flatMap(({ features }) => features);
		// Without a body there is nothing to track.
		const missing = this.#bodySampler === null ? ['body-tracking'] : [];
		const features = [...SPACE_FEATURES, 'hand-tracking', ...(gazePresent ? ['eye-tracking'] : []), ...added];
		this.features = features.filter((name) => ![...refuse, ...missing].includes(name));
		this.blendMode = settings.environmentBlendMode;
		this.interactionMode = settings.interactionMode;
		this.frameRate = settings.frameRate;
		this.#gazeOption = gaze;
		this.#sides = SIDES.map((side) => new RecordedSide(recording, side, settings));
	}

	/** The room of a device that was added, or that of the recording. */
	get room(): Room | undefined {
		return this.#others.findLast(({ room }) => room)?.room ?? this.#room;
	}

	get roomTime(): number {
		return this.#time;
	}

	/** Times are rounded to float32, like the key times in a file, so that frames hit keys exactly. */
	update(seconds: number, isJump: boolean): void {
		const time = Math.fround(seconds - this.#start);
		const before = this.#time;
		this.#time = time;
		// A recording that starts again has jumped, too.
		const isContinued = !isJump && time >= before;
		const frame = this.#sampler.sampleFrame(time, this.#frame);
		this.isHeadEmulated = !frame.headPresent;
		this.head = frame.headPresent ? Float64Array.from(frame.head) : IDENTITY;
		const gaze = this.#updateGaze();
		const handTime = findTrackingTime(this.#mutations, time);
		const from = isContinued ? findTrackingTime(this.#mutations, before) : null;
		// Whole frames: controllers stand still, too.
		if (handTime !== time) this.#sampler.sampleFrame(handTime, frame);
		this.#updateBody(handTime);
		const moment = { time: handTime, from, head: this.head, gaze: this.#gazeRay };
		const recorded = this.#sides.flatMap((side) => side.update(frame, moment));
		const added = this.#others.flatMap((other) => {
			other.update(seconds, isJump);
			return other.inputs;
		});
		this.inputs = [...replaceInputs(recorded, added), ...(gaze === null ? [] : [gaze])];
	}

	/** Adds the inputs of a device from the next update on. An input of a side replaces the recorded input of that side. */
	add(device: Device): void {
		this.#others.push(device);
	}

	/**
	 * Continues with another recording, which starts at a time in seconds: the next part of a motion that is made while it is
	 * replayed. Inputs stay connected.
	 */
	continueWith(given: Recording, start: number): void {
		const recording = mutateRecording(given, this.#mutations);
		const shift = start - this.#start;
		this.#start = start;
		this.#time -= shift;
		this.duration = start + recording.duration;
		this.#sampler = createSampler(recording, SAMPLING);
		this.#bodySampler = BodySampler.create(recording, SAMPLING);
		for (const side of this.#sides) side.continueWith(recording, shift);
	}

	/** Moves the origin of `local` to the head and its heading. Takes effect with the next frame. */
	recenter(): void {
		const [x = 0, , z = -1] = rotateVector(this.head, [0, 0, -1], [] as number[], ROTATION);
		this.origin = createLookPose(this.head, [x, 0, z]);
		this.resetCount++;
	}

	#updateBody(time: number): void {
		const sampler = this.#bodySampler;
		if (sampler === null) return;
		this.#bodySample ??= sampler.createSample();
		const { tracked, joints } = sampler.sample(time, this.#bodySample);
		this.body = tracked ? joints : null;
	}

	#updateGaze(): RecordedGaze | null {
		const { gazePresent, gaze } = this.#frame;
		this.#gazeRay = gazePresent ? createLookPose(gaze, gaze.subarray(3)) : null;
		if (!gazePresent || this.#gazeOption === 'never') this.#gaze = null;
		else this.#gaze ??= new RecordedGaze(this.#gazeOption === 'always' ? null : 'eye-tracking');
		if (this.#gaze !== null) this.#gaze.ray = this.#gazeRay;
		return this.#gaze;
	}
}

// A controller replaces a hand, for example.
function replaceInputs(inputs: readonly DeviceInput[], added: readonly DeviceInput[]): DeviceInput[] {
	const isFree = ({ handedness }: DeviceInput): boolean => !added.some((input) => input.handedness === handedness);
	return [...inputs.filter(isFree), ...added];
}

function listCorners([width, depth]: readonly [number, number]): BoundsCorner[] {
	const [x, z] = [width / 2, depth / 2];
	return [
		[-x, -z],
		[x, -z],
		[x, z],
		[-x, z],
	];
}

function listViews({ views, eyeDistance, fieldOfViewDegrees }: ReplaySettings): DeviceView[] {
	const fieldOfView = (fieldOfViewDegrees * Math.PI) / 180;
	const view = (eye: DeviceView['eye'], x: number): DeviceView => ({
		eye,
		pose: [x, 0, 0, 0, 0, 0, 1],
		fieldOfView,
		projection: null,
	});
	return views === 'stereo' ? [view('left', -eyeDistance / 2), view('right', eyeDistance / 2)] : [view('none', 0)];
}
