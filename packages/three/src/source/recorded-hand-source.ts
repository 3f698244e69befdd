import { type HandSample, JOINTS, POSE_STRIDE, type Side } from '@handreel/core';
import { FigurePlayback, type FigurePlaybackOptions, type FigureSource } from '@handreel/hands';
import { Group, type Object3DEventMap } from 'three';

/** How a pinch is found: by the distance of the fingertips, as three.js finds it on live hands, or as it was recorded. */
export type PinchRule = 'distance' | 'recorded';

/** Options of {@link RecordedHandSource}. */
export interface RecordedHandSourceOptions extends Omit<FigurePlaybackOptions, 'space' | 'raw' | 'fade'> {
	/** Default `'distance'`. */
	readonly pinch?: PinchRule | undefined;
}

/** A joint of a {@link RecordedHandSource}, as three.js has them. */
export type HandSourceJoint = Group & { jointRadius: number | undefined };

/** The data of `connected` and `disconnected`: the part of an `XRInputSource` that hand models use. */
export interface HandSourceInput {
	readonly handedness: Side;
	/** The names of the joints, in WebXR's order. */
	readonly hand: ReadonlyMap<string, HandSourceJoint>;
	readonly targetRayMode: 'tracked-pointer';
	readonly profiles: readonly string[];
}

/** The events of a {@link RecordedHandSource}. */
export interface HandSourceEvents extends Object3DEventMap {
	connected: { data: HandSourceInput };
	disconnected: { data: HandSourceInput };
	pinchstart: { handedness: Side };
	pinchend: { handedness: Side };
}

// The thresholds of three.js, in meters.
const PINCH_START = 0.015;
const PINCH_END = 0.025;
const WEBXR_JOINTS = JOINTS.filter(({ webxr }) => webxr !== null);
const THUMB_TIP = 'thumb-tip';
const INDEX_TIP = 'index-finger-tip';

/**
 * A recorded hand with the shape of `renderer.xr.getHand(…)`: a group with `joints` and the events of a live hand. Code that
 * was written for live hands, such as `XRHandModelFactory`, runs on it unchanged.
 *
 * Add your listeners first: `connected` fires at the first {@link update} in which the hand is tracked.
 *
 * @example
 * import { XRHandModelFactory } from 'three/addons/webxr/XRHandModelFactory.js';
 * const hand = new RecordedHandSource(recording, 'right');
 * hand.add(new XRHandModelFactory().createHandModel(hand, 'mesh'));
 * scene.add(hand);
 * hand.update(delta); // once per frame
 */
export class RecordedHandSource extends Group<HandSourceEvents> {
	readonly playback: FigurePlayback;
	readonly side: Side;
	/** All 25 joints by their WebXR names. */
	readonly joints: Readonly<Record<string, HandSourceJoint>>;
	readonly inputState: { pinching: boolean } = { pinching: false };
	readonly #input: HandSourceInput;
	readonly #pinch: PinchRule;
	#isConnected = false;

	/** Throws `TypeError` or `RangeError` for an invalid source, side or options. */
	constructor(source: FigureSource, side: Side, options: RecordedHandSourceOptions = {}) {
		super();
		if (side !== 'left' && side !== 'right') throw new TypeError(`side: '${side}' is neither 'left' nor 'right'`);
		this.side = side;
		this.visible = false;
		this.playback = new FigurePlayback(source, { ...options, space: 'webxr', fade: 0 });
		this.#pinch = options.pinch ?? 'distance';
		const radii = this.playback.player?.recording.hands?.[side].radii ?? {};
		const joints = WEBXR_JOINTS.map(({ webxr, name }): [string, HandSourceJoint] => {
			const joint = Object.assign(new Group(), { jointRadius: radii[name] });
			joint.matrixAutoUpdate = false;
			joint.visible = false;
			joint.name = webxr!;
			return [webxr!, joint];
		});
		this.joints = Object.fromEntries(joints);
		this.#input = {
			handedness: side,
			hand: new Map(joints),
			targetRayMode: 'tracked-pointer',
			profiles: ['generic-hand'],
		};
		this.add(...joints.map(([, joint]) => joint));
	}

	/** Moves on by some seconds, moves the joints and fires events. Call it once per frame. */
	update(seconds: number): void {
		this.playback.update(seconds);
		this.#show();
	}

	/** Jumps to a time of the recording, moves the joints and fires events. Throws `TypeError` for live frames. */
	setTime(seconds: number): void {
		this.playback.setTime(seconds);
		this.#show();
	}

	/** Fires `disconnected` and leaves the scene. */
	override dispose(): void {
		this.#setConnected(false);
		this.removeFromParent();
		this.clear();
		super.dispose?.();
	}

	#show(): void {
		const hand = this.playback.frame.hands[this.side];
		this.#setConnected(hand.tracked);
		this.visible = hand.tracked;
		if (!hand.tracked) return;
		for (const { webxr, index } of WEBXR_JOINTS) {
			const joint = this.joints[webxr!]!;
			joint.visible = hand.present[index] === 1;
			if (!joint.visible) continue;
			joint.position.fromArray(hand.joints, index * POSE_STRIDE);
			joint.quaternion.fromArray(hand.joints, index * POSE_STRIDE + 3);
			joint.updateMatrix();
			joint.matrixWorldNeedsUpdate = true;
		}
		this.#setPinching(this.#findPinch(hand));
	}

	#findPinch(hand: HandSample): boolean {
		if (this.#pinch === 'recorded') return hand.pinching;
		const thumb = this.joints[THUMB_TIP]!;
		const index = this.joints[INDEX_TIP]!;
		if (!thumb.visible || !index.visible) return false;
		const distance = thumb.position.distanceTo(index.position);
		return distance <= (this.inputState.pinching ? PINCH_END : PINCH_START);
	}

	#setPinching(isPinching: boolean): void {
		if (isPinching === this.inputState.pinching) return;
		this.inputState.pinching = isPinching;
		this.dispatchEvent({ type: isPinching ? 'pinchstart' : 'pinchend', handedness: this.side });
	}

	#setConnected(isConnected: boolean): void {
		if (isConnected === this.#isConnected) return;
		this.#isConnected = isConnected;
		if (!isConnected) this.#setPinching(false);
		this.dispatchEvent({ type: isConnected ? 'connected' : 'disconnected', data: this.#input });
	}
}
