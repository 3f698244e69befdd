import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { FrameSample, JointName, Side } from '@handreel/core';
import type { Player, PlayerEvents } from '@handreel/core/play';
import { type FigurePlayback, type FigureSource, HandsDriver } from '@handreel/hands';
import { ExtraFigures } from '../figure/extra-figures.ts';
import type { RecordedHandsOptions } from './options.ts';
import { SceneHand } from './scene-hand.ts';

/**
 * Recorded or live hands in a scene of Babylon.js: a node to place anywhere, at any scale. Left-handed and right-handed scenes
 * show the same: a node inside mirrors the hands where needed.
 *
 * Call {@link update} once per frame. Hands fade in and out when they are found and lost.
 *
 * @example
 * import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
 * import { Scene } from '@babylonjs/core/scene.js';
 * import { RecordedHands } from '@handreel/babylon';
 * const engine = new NullEngine();
 * const scene = new Scene(engine);
 * const hands = new RecordedHands(scene, recording);
 * hands.on('pinch', ({ side, pinching }) => console.log(side, pinching));
 * scene.onBeforeRenderObservable.add(() => hands.update(engine.getDeltaTime() / 1000));
 */
export class RecordedHands extends TransformNode {
	/**
	 * Resolves when the meshes are there; at once for other styles. Rejects if they cannot be loaded; the hands are then drawn as
	 * joints and bones.
	 */
	readonly ready: Promise<void>;
	readonly #driver: HandsDriver<TransformNode, SceneHand>;
	#isGone = false;

	/** Throws `TypeError` or `RangeError` for an invalid source or invalid options. */
	constructor(scene: Scene, source: FigureSource, options: RecordedHandsOptions = {}) {
		// Before the node, which would stay in the scene if this throws.
		const driver = new HandsDriver<TransformNode, SceneHand>(source, options);
		super('recorded-hands', scene);
		this.#driver = driver;
		const space = new TransformNode('webxr-space', scene);
		space.parent = this;
		if (!scene.useRightHandedSystem) space.scaling.z = -1;
		this.ready = driver.start(
			(side, style) => new SceneHand(scene, space, side, options, style),
			() => new ExtraFigures(scene, space, options),
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

	/** Adds a listener for an event of the player and returns a function that removes it. {@link dispose} removes all of them. */
	on<K extends keyof PlayerEvents>(type: K, listener: (event: PlayerEvents[K]) => void): () => void {
		return this.#driver.on(type, listener);
	}

	/**
	 * Returns a node that follows a joint, to attach objects to. It is disabled while the joint is absent. Throws `TypeError`
	 * for an unknown joint, and for a hand that is not drawn.
	 */
	getJoint(side: Side, joint: JointName): TransformNode {
		const hand = this.#driver.getHand(side);
		const node = hand.nodes.getNode(joint);
		hand.useNodes();
		hand.nodes.pose(this.frame.hands[side]);
		return node;
	}

	/** Frees the hands and everything that they made: meshes, skeletons, materials, listeners. */
	override dispose(doNotRecurse?: boolean, disposeMaterialAndTextures?: boolean): void {
		if (!this.#isGone) {
			this.#isGone = true;
			this.#driver.dispose();
		}
		super.dispose(doNotRecurse, disposeMaterialAndTextures);
	}
}
