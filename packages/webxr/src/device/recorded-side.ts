import type { FrameSample, Recording, SampleOptions, Side } from '@handreel/core';
import { writeWebXRJoints } from '@handreel/core/internal';
import type { DeviceInput } from './device.ts';
import { HandButtons } from './hand-buttons.ts';
import { listButtonEdges, listPinchEdges } from './input-edges.ts';
import { InputSlot } from './input-slot.ts';
import { addJitter, isLost, type Mutations } from './mutations.ts';
import type { Pose } from './pose.ts';
import { RecordedController } from './recorded-controller.ts';
import { type HandDescription, RecordedHand } from './recorded-hand.ts';
import { RecordedRays } from './recorded-rays.ts';
import type { PinchInput, ReplaySettings, TransientPointerFactory } from './replay-options.ts';
import { findPointer, listRadii, synthesizePalm } from './synthesize.ts';

const SAMPLING: SampleOptions = { space: 'webxr', defaultWrap: 'clamp-forever' };

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
	#hand: InputSlot<RecordedHand>;
	#buttons: HandButtons;
	#rays: RecordedRays;
	readonly #controller: InputSlot<RecordedController>;
	/** Of the controller. */
	#profiles: readonly string[] = [];
	readonly #createHand: () => InputSlot<RecordedHand>;
	readonly #createPointer: TransientPointerFactory | null;
	#pointer: PinchInput | null = null;

	constructor(recording: Recording, side: Side, settings: ReplaySettings) {
		const { mutations = {}, lostHandTimeout, selectWith } = settings;
		this.#side = side;
		this.#mutations = mutations;
		this.#createPointer = pickFunction(selectWith);
		// The side that the page sees.
		const name = (side === 'left') === (mutations.swappedSides === true) ? 'right' : 'left';
		this.#createHand = () =>
			new InputSlot(
				lostHandTimeout,
				() => new RecordedHand({ ...describeHand(recording, side, name, settings), buttonCount: this.#buttons.count }),
			);
		this.#buttons = new HandButtons(recording, side);
		this.#rays = new RecordedRays(recording, side, SAMPLING);
		this.#hand = this.#createHand();
		this.#controller = new InputSlot(lostHandTimeout, () => new RecordedController(name, this.#profiles));
		this.continueWith(recording, 0);
	}

	/** Continues with a recording, whose times start `shift` seconds later. Inputs stay. */
	continueWith(recording: Recording, shift: number): void {
		const { buttons = [], profiles = [] } = recording.controllers?.[this.#side] ?? {};
		this.#profiles = profiles;
		const known = this.#buttons.count;
		this.#buttons = new HandButtons(recording, this.#side);
		this.#rays = new RecordedRays(recording, this.#side, SAMPLING);
		// The number of buttons of an input source never changes.
		if (this.#buttons.count > known) this.#hand = this.#createHand();
		this.#hand.continueWith(listPinchEdges(recording, this.#side, this.#mutations), shift);
		this.#controller.continueWith(listButtonEdges(buttons, recording.duration), shift);
	}

	/** Moves to a time and returns the inputs. */
	update({ hands, controllers }: FrameSample, moment: SideMoment): DeviceInput[] {
		const { time, from, head } = moment;
		const hand = hands[this.#side];
		const controller = controllers[this.#side];
		const isSeen = !isLost(this.#mutations, this.#side, time);
		const hasHand = hand.tracked && isSeen;
		const hasController = controller.present && controller.tracked && isSeen;
		const handInput = this.#hand.update(time, from, hasHand, hasController);
		if (handInput !== null) {
			writeWebXRJoints(hand, handInput.joints);
			addJitter(this.#mutations, this.#side, time, handInput.joints);
			handInput.update(hand, hasHand, head, from === null ? null : time - from, this.#buttons.sample(time));
		}
		const controllerInput = this.#controller.update(time, from, hasController, hasHand);
		controllerInput?.update(controller);
		const inputs = [handInput, this.#updatePointer(handInput, moment), controllerInput];
		return inputs.filter((input) => input !== null);
	}

	#updatePointer(hand: RecordedHand | null, { time, from, head, gaze }: SideMoment): DeviceInput | null {
		const isTracked = hand?.isKnown ?? false;
		const isPinching = isTracked && hand!.isPinching;
		if (this.#pointer !== null && (from === null || !isPinching)) {
			this.#pointer.leave([{ action: 'select', state: from !== null && isTracked ? 'released' : 'canceled' }]);
			this.#pointer = null;
		}
		if (!isPinching || this.#createPointer === null) return null;
		const { side, joints } = hand!;
		const ray = this.#rays.sample(time);
		this.#pointer?.update(joints, ray);
		this.#pointer ??= this.#createPointer(side, joints, head, gaze, ray);
		return this.#pointer;
	}
}

function describeHand(
	{ hands }: Recording,
	side: Side,
	name: Side,
	settings: ReplaySettings,
): Omit<HandDescription, 'buttonCount'> {
	const { radii = null, pinchStrength = null } = hands?.[side] ?? {};
	return {
		side: name,
		profiles: settings.profiles,
		radii: settings.radii ?? listRadii(radii),
		pointer: findPointer(settings.pointer),
		usesAim: settings.pointer !== 'wrist',
		isAuxiliary: pickFunction(settings.selectWith) !== null,
		isGrasping: pickFunction(settings.squeeze),
		palm: settings.palm ?? synthesizePalm,
		hasStrength: pinchStrength !== null,
	};
}

// Names mean the default.
function pickFunction<T>(value: T): Extract<T, (...args: never) => unknown> | null {
	return typeof value === 'function' ? (value as Extract<T, (...args: never) => unknown>) : null;
}
