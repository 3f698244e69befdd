import {
	createFrameSample,
	createSampler,
	type FrameSample,
	JOINTS,
	type JointRadii,
	type Recording,
	type SampleOptions,
	type Sampler,
	SIDES,
	type Side,
} from '@handreel/core';
import type {
	BlendMode,
	BoundsCorner,
	Device,
	DeviceInput,
	DeviceView,
	InteractionMode,
	SessionMode,
} from './device.ts';
import { listHandEdges } from './hand-edges.ts';
import { CANCELED, EdgeList, listButtonEdges, listSelectEdges } from './input-edges.ts';
import { InputPresence } from './input-presence.ts';
import { addJitter, findTrackingTime, isLost, type Mutations, mutateRecording } from './mutations.ts';
import { createLookPose, IDENTITY, type Pose } from './pose.ts';
import { RecordedController } from './recorded-controller.ts';
import { RecordedGaze } from './recorded-gaze.ts';
import { type HandDescription, RecordedHand } from './recorded-hand.ts';
import { REPLAY_DEFAULTS, type ReplayOptions } from './replay-options.ts';
import { findPointer, synthesizePalm } from './synthesize.ts';

/** Meters. A head that starts above this height was recorded relative to the floor. The studio uses the same height. */
const SEATED_HEIGHT = 0.5;
const EYE_HEIGHT = 1.6;
const SPACE_FEATURES = ['viewer', 'local', 'local-floor', 'bounded-floor', 'unbounded'];

/** A recorded hand or controller of a side. */
interface Slot<Input> {
	readonly presence: InputPresence;
	readonly edges: EdgeList;
	readonly create: () => Input;
	input: Input | null;
}

/** A device that replays a recording. */
export class RecordingDevice implements Device {
	readonly duration: number;
	readonly origin: Pose = IDENTITY;
	readonly resetCount = 0;
	readonly floor: Pose;
	readonly bounds: readonly BoundsCorner[];
	readonly views: readonly DeviceView[];
	readonly modes: readonly SessionMode[];
	readonly features: readonly string[];
	readonly blendMode: BlendMode = 'additive';
	readonly interactionMode: InteractionMode = 'world-space';
	readonly frameRate: number;
	head: Pose = IDENTITY;
	isHeadEmulated = true;
	inputs: readonly DeviceInput[] = [];
	readonly #mutations: Mutations;
	readonly #headSampler: Sampler;
	/** Separate, because hands may be tracked at other times than the head. */
	readonly #handSampler: Sampler;
	readonly #frame: FrameSample = createFrameSample();
	readonly #hands: Readonly<Record<Side, Slot<RecordedHand>>>;
	readonly #controllers: Readonly<Record<Side, Slot<RecordedController> | null>>;
	readonly #gazeFeature: string | null;
	readonly #showsGaze: boolean;
	#gaze: RecordedGaze | null = null;
	#time: number = Number.NaN;

	constructor(given: Recording, options: ReplayOptions) {
		const { mutations = {}, floorY, gaze = REPLAY_DEFAULTS.gaze } = options;
		const recording = mutateRecording(given, mutations);
		this.duration = recording.duration;
		this.#mutations = mutations;
		// Not the SIMD sampler: compiling WebAssembly under a policy that forbids it makes the browser report a violation to
		// the page and its server, although the sampler falls back.
		const sampling: SampleOptions = { space: 'webxr', defaultWrap: 'clamp-forever' };
		this.#headSampler = createSampler({ ...recording, hands: null, controllers: null }, sampling);
		this.#handSampler = createSampler({ ...recording, head: null, gaze: null }, sampling);
		const { headPresent, head, gazePresent } = this.#headSampler.sampleFrame(0, this.#frame);
		const startY = headPresent ? head[1]! : 0;
		const y = floorY ?? (startY > SEATED_HEIGHT ? 0 : startY - EYE_HEIGHT);
		this.floor = [0, y, 0, 0, 0, 0, 1];
		this.bounds = listCorners(options.bounds ?? REPLAY_DEFAULTS.bounds);
		this.views = listViews(options);
		this.modes = options.modes ?? REPLAY_DEFAULTS.modes;
		const features = [...SPACE_FEATURES, 'hand-tracking', ...(gazePresent ? ['eye-tracking'] : [])];
		this.features = features.filter((name) => !options.refuse?.includes(name));
		this.frameRate = options.frameRate ?? REPLAY_DEFAULTS.frameRate;
		this.#showsGaze = gaze !== 'never';
		this.#gazeFeature = gaze === 'always' ? null : 'eye-tracking';
		this.#hands = {
			left: this.#createHandSlot(recording, 'left', options),
			right: this.#createHandSlot(recording, 'right', options),
		};
		this.#controllers = {
			left: this.#createControllerSlot(recording, 'left', options),
			right: this.#createControllerSlot(recording, 'right', options),
		};
	}

	/** Times are rounded to float32, like the key times in a file, so that frames hit keys exactly. */
	update(seconds: number, isJump: boolean): void {
		const time = Math.fround(seconds);
		const before = this.#time;
		this.#time = time;
		// A recording that starts again has jumped, too.
		const isContinued = !isJump && time >= before;
		const frame = this.#headSampler.sampleFrame(time, this.#frame);
		this.isHeadEmulated = !frame.headPresent;
		this.head = frame.headPresent ? Float64Array.from(frame.head) : IDENTITY;
		const inputs: DeviceInput[] = [];
		const gaze = this.#updateGaze();
		const handTime = findTrackingTime(this.#mutations, time);
		const from = isContinued ? findTrackingTime(this.#mutations, before) : null;
		this.#handSampler.sampleFrame(handTime, this.#frame);
		for (const side of SIDES) this.#updateSide(side, handTime, from, inputs);
		if (gaze !== null) inputs.push(gaze);
		this.inputs = inputs;
	}

	#updateGaze(): RecordedGaze | null {
		const { gazePresent, gaze } = this.#frame;
		if (!gazePresent || !this.#showsGaze) {
			this.#gaze = null;
			return null;
		}
		const [x = 0, y = 0, z = 0, dx = 0, dy = 0, dz = 0] = gaze;
		this.#gaze ??= new RecordedGaze(this.#gazeFeature);
		this.#gaze.ray = createLookPose([x, y, z], dx, dy, dz);
		return this.#gaze;
	}

	// `from`: the time of the last frame; `null` after a jump.
	#updateSide(side: Side, time: number, from: number | null, inputs: DeviceInput[]): void {
		const hand = this.#frame.hands[side];
		const controller = this.#frame.controllers[side];
		const isHandTracked = hand.tracked && !isLost(this.#mutations, side, time);
		const isControllerTracked = controller.present && controller.tracked && !isLost(this.#mutations, side, time);
		updateSlot(
			this.#hands[side],
			{ time, from, isTracked: isHandTracked, isReplaced: isControllerTracked },
			(input) => {
				input.update(hand, isHandTracked, this.head, (joints) => addJitter(this.#mutations, side, time, joints));
				inputs.push(input);
			},
		);
		const slot = this.#controllers[side];
		if (slot === null) return;
		updateSlot(slot, { time, from, isTracked: isControllerTracked, isReplaced: isHandTracked }, (input) => {
			input.update(controller);
			inputs.push(input);
		});
	}

	#createHandSlot(recording: Recording, side: Side, options: ReplayOptions): Slot<RecordedHand> {
		const hand = recording.hands?.[side];
		const description: HandDescription = {
			side: this.#name(side),
			profiles: options.profiles ?? REPLAY_DEFAULTS.profiles,
			radii: options.radii ?? listRadii(hand?.radii ?? null),
			pointer: findPointer(options.pointer),
			palm: options.palm ?? synthesizePalm,
			hasStrength: hand !== undefined && hand.pinchStrength !== null,
		};
		return {
			presence: new InputPresence(options.lostHandTimeout ?? REPLAY_DEFAULTS.lostHandTimeout),
			edges: new EdgeList(listSelectEdges(listHandEdges(recording, side, this.#mutations))),
			create: () => new RecordedHand(description),
			input: null,
		};
	}

	#createControllerSlot(recording: Recording, side: Side, options: ReplayOptions): Slot<RecordedController> | null {
		const controller = recording.controllers?.[side];
		if (!controller) return null;
		return {
			presence: new InputPresence(options.lostHandTimeout ?? REPLAY_DEFAULTS.lostHandTimeout),
			edges: new EdgeList(listButtonEdges(controller, recording.duration)),
			create: () => new RecordedController(this.#name(side), controller.profiles),
			input: null,
		};
	}

	#name(side: Side): Side {
		return (side === 'left') === (this.#mutations.swappedSides === true) ? 'right' : 'left';
	}
}

interface SlotState {
	readonly time: number;
	readonly from: number | null;
	readonly isTracked: boolean;
	readonly isReplaced: boolean;
}

// Calls `use` with the input if it is present. An input that leaves keeps its last edges.
function updateSlot<Input extends RecordedHand | RecordedController>(
	slot: Slot<Input>,
	{ time, from, isTracked, isReplaced }: SlotState,
	use: (input: Input) => void,
): void {
	const { presence } = slot;
	presence.update(time, isTracked, isReplaced || from === null);
	if (presence.isPresent) slot.input ??= slot.create();
	if (slot.input === null) return;
	slot.input.edges = from === null ? CANCELED : slot.edges.list(from, time);
	if (presence.isPresent) {
		use(slot.input);
	} else {
		slot.input.leave();
		slot.input = null;
	}
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

function listViews(options: ReplayOptions): DeviceView[] {
	const { views, eyeDistance, fieldOfViewDegrees } = { ...REPLAY_DEFAULTS, ...options };
	const fieldOfView = (fieldOfViewDegrees * Math.PI) / 180;
	const view = (eye: DeviceView['eye'], x: number): DeviceView => ({
		eye,
		pose: [x, 0, 0, 0, 0, 0, 1],
		fieldOfView,
		projection: null,
	});
	return views === 'stereo' ? [view('left', -eyeDistance / 2), view('right', eyeDistance / 2)] : [view('none', 0)];
}

function listRadii(recorded: JointRadii | null): readonly number[] {
	if (recorded === null) return REPLAY_DEFAULTS.radii;
	const radii = [...REPLAY_DEFAULTS.radii];
	for (const { name, webxrIndex, webxr } of JOINTS)
		if (webxr !== null) radii[webxrIndex] = recorded[name] ?? radii[webxrIndex]!;
	return radii;
}
