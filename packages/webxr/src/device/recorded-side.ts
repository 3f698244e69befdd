import { type FrameSample, JOINTS, type JointRadii, type Recording, type Side } from '@handreel/core';
import type { DeviceInput } from './device.ts';
import { listHandEdges } from './hand-edges.ts';
import { listButtonEdges, listSelectEdges, type TimedEdge } from './input-edges.ts';
import { InputSlot } from './input-slot.ts';
import { addJitter, isLost, type Mutations } from './mutations.ts';
import type { Pose } from './pose.ts';
import { RecordedController } from './recorded-controller.ts';
import { type HandDescription, RecordedHand } from './recorded-hand.ts';
import {
	type PinchInput,
	REPLAY_DEFAULTS,
	type ReplayOptions,
	type TransientPointerFactory,
} from './replay-options.ts';
import { findPointer, synthesizePalm } from './synthesize.ts';

/** The moment of an update. */
export interface SideMoment {
	/** Seconds. */
	readonly time: number;
	/** The time of the last update; `null` after a jump. */
	readonly from: number | null;
	readonly head: Pose;
	readonly gaze: Pose | null;
}

/** The recorded hand and controller of a side. A headset switches between them. */
export class RecordedSide {
	readonly #side: Side;
	readonly #mutations: Mutations;
	readonly #hand: InputSlot<RecordedHand>;
	#controller: InputSlot<RecordedController> | null;
	/** The side that the page sees. */
	readonly #name: Side;
	readonly #timeout: number;
	readonly #createPointer: TransientPointerFactory | null;
	#pointer: PinchInput | null = null;

	constructor(recording: Recording, side: Side, options: ReplayOptions) {
		const { mutations = {}, lostHandTimeout = REPLAY_DEFAULTS.lostHandTimeout } = options;
		this.#side = side;
		this.#mutations = mutations;
		this.#createPointer = pickFunction(options.selectWith);
		this.#timeout = lostHandTimeout;
		this.#name = (side === 'left') === (mutations.swappedSides === true) ? 'right' : 'left';
		const description = describeHand(recording, side, this.#name, options);
		this.#hand = new InputSlot(this.#listEdges(recording), lostHandTimeout, () => new RecordedHand(description));
		this.#controller = this.#createController(recording);
	}

	/** Goes on with another recording, whose times start `shift` seconds later. Inputs stay. */
	continueWith(recording: Recording, shift: number): void {
		this.#hand.continueWith(this.#listEdges(recording), shift);
		const controller = recording.controllers?.[this.#side] ?? null;
		if (this.#controller === null) this.#controller = this.#createController(recording);
		else
			this.#controller.continueWith(controller === null ? [] : listButtonEdges(controller, recording.duration), shift);
	}

	#listEdges(recording: Recording): TimedEdge[] {
		return listSelectEdges(listHandEdges(recording, this.#side, this.#mutations));
	}

	#createController({ controllers, duration }: Recording): InputSlot<RecordedController> | null {
		const controller = controllers?.[this.#side] ?? null;
		if (controller === null) return null;
		const create = (): RecordedController => new RecordedController(this.#name, controller.profiles);
		return new InputSlot(listButtonEdges(controller, duration), this.#timeout, create);
	}

	/** Moves to a time and returns the inputs. */
	update({ hands, controllers }: FrameSample, moment: SideMoment): DeviceInput[] {
		const { time, from, head } = moment;
		const hand = hands[this.#side];
		const controller = controllers[this.#side];
		const isSeen = !isLost(this.#mutations, this.#side, time);
		const hasHand = hand.tracked && isSeen;
		const hasController = controller.present && controller.tracked && isSeen;
		const inputs: DeviceInput[] = [];
		const handInput = this.#hand.update(time, from, hasHand, hasController);
		if (handInput !== null) {
			const elapsed = from === null ? null : time - from;
			const change = (joints: Float32Array): void => addJitter(this.#mutations, this.#side, time, joints);
			handInput.update(hand, { isTracked: hasHand, head, elapsed, change });
			inputs.push(handInput);
		}
		const pointer = this.#updatePointer(handInput, moment);
		if (pointer !== null) inputs.push(pointer);
		const controllerInput = this.#controller?.update(time, from, hasController, hasHand) ?? null;
		if (controllerInput !== null) {
			controllerInput.update(controller);
			inputs.push(controllerInput);
		}
		return inputs;
	}

	#updatePointer(hand: RecordedHand | null, { from, head, gaze }: SideMoment): DeviceInput | null {
		const isTracked = hand?.isKnown ?? false;
		const isPinching = isTracked && hand!.isPinching;
		if (this.#pointer !== null && (from === null || !isPinching)) {
			this.#pointer.leave([{ action: 'select', state: from !== null && isTracked ? 'released' : 'canceled' }]);
			this.#pointer = null;
		}
		if (!isPinching || this.#createPointer === null) return null;
		const { side, joints } = hand!;
		this.#pointer?.update(joints);
		this.#pointer ??= this.#createPointer(side, joints, head, gaze);
		return this.#pointer;
	}
}

function describeHand({ hands }: Recording, side: Side, name: Side, options: ReplayOptions): HandDescription {
	const hand = hands?.[side];
	return {
		side: name,
		profiles: options.profiles ?? REPLAY_DEFAULTS.profiles,
		radii: options.radii ?? listRadii(hand?.radii ?? null),
		pointer: findPointer(options.pointer),
		usesAim: options.pointer !== 'wrist',
		isAuxiliary: pickFunction(options.selectWith) !== null,
		isGrasping: pickFunction(options.squeeze),
		palm: options.palm ?? synthesizePalm,
		hasStrength: hand !== undefined && hand.pinchStrength !== null,
	};
}

// Names stand for the default.
function pickFunction<T>(value: T): Extract<T, (...args: never) => unknown> | null {
	return typeof value === 'function' ? (value as Extract<T, (...args: never) => unknown>) : null;
}

function listRadii(recorded: JointRadii | null): readonly number[] {
	const radii = [...REPLAY_DEFAULTS.radii];
	for (const { name, webxrIndex } of recorded === null ? [] : JOINTS) {
		if (webxrIndex >= 0) radii[webxrIndex] = recorded![name] ?? radii[webxrIndex]!;
	}
	return radii;
}
