import type { FrameSample, JointName, Side } from '@handreel/core';
import type { Player, PlayerEvents } from '@handreel/core/play';
import { type FigurePlayback, type FigureSource, HandsDriver } from '@handreel/hands';
import { Group, type Object3D } from 'three';
import { ExtraFigures } from '../figure/extra-figures.ts';
import type { RecordedHandsOptions } from './options.ts';
import { SceneHand } from './scene-hand.ts';

/**
 * Recorded or live hands in a scene of three.js: an object to add anywhere, at any scale.
 *
 * Call {@link update} once per frame. Hands fade in and out when they are found and lost. A frame allocates no objects, only some boxed numbers.
 * Several objects can show the same recording, each at its own time; pass a `Player` with `space: 'webxr'` to show them
 * at the same time.
 *
 * @example
 * const hands = new RecordedHands(recording);
 * scene.add(hands);
 * hands.on('pinch', ({ side, pinching }) => console.log(side, pinching));
 * renderer.setAnimationLoop(() => {
 *   hands.update(timer.getDelta());
 *   renderer.render(scene, camera);
 * });
 */
export class RecordedHands extends Group {
	/**
	 * Resolves when the meshes are there; at once for other styles. Rejects if they cannot be loaded; the hands are then drawn as
	 * joints and bones.
	 */
	readonly ready: Promise<void>;
	readonly #driver: HandsDriver<Object3D, SceneHand>;

	/** Throws `TypeError` or `RangeError` for an invalid source or invalid options. */
	constructor(source: FigureSource, options: RecordedHandsOptions = {}) {
		super();
		this.name = 'recorded-hands';
		this.#driver = new HandsDriver(source, options);
		this.ready = this.#driver.start(
			(side, style) => {
				const hand = new SceneHand(side, options, style);
				this.add(hand.object);
				return hand;
			},
			() => {
				const extras = new ExtraFigures(options);
				if (extras.object.children.length > 0) this.add(extras.object);
				return extras;
			},
		);
	}

	get playback(): FigurePlayback {
		return this.#driver.playback;
	}

	/** The player, with speed, range, wrap and seeking; `null` for live frames. */
	get player(): Player | null {
		return this.playback.player;
	}

	/** The frame that is drawn, in WebXR's space. */
	get frame(): FrameSample {
		return this.playback.frame;
	}

	/** Moves on by some seconds and draws. Call it once per frame. */
	update(seconds: number): void {
		this.#driver.update(seconds);
	}

	/** Jumps to a time of the recording and draws, without fading and without events. Throws `TypeError` for live frames. */
	setTime(seconds: number): void {
		this.#driver.setTime(seconds);
	}

	/**
	 * Adds a listener for an event of the player, such as `pinch`, `marker` or `button`, and returns a function that removes
	 * it. {@link dispose} removes all of them.
	 */
	on<K extends keyof PlayerEvents>(type: K, listener: (event: PlayerEvents[K]) => void): () => void {
		return this.#driver.on(type, listener);
	}

	/**
	 * Returns an object that follows a joint, to attach objects to. It is invisible while the joint is absent. Throws `TypeError`
	 * for an unknown joint, and for a hand that is not drawn.
	 */
	getJoint(side: Side, joint: JointName): Object3D {
		const hand = this.#driver.getHand(side);
		const node = hand.getNode(joint);
		hand.nodes.pose(this.frame.hands[side]);
		return node;
	}

	/** Removes the hands from the scene and frees everything that they made: geometries, materials, textures, listeners. */
	override dispose(): void {
		this.removeFromParent();
		this.#driver.dispose();
		this.clear();
		// Older versions of three.js have no method to call.
		super.dispose?.();
	}
}
