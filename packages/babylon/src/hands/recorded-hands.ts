import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { FrameSample, JointName, Side } from '@handreel/core';
import type { Player, PlayerEvents } from '@handreel/core/play';
import { FigurePlayback, type FigureSource, type HandModels, loadHandModels } from '@handreel/hands';
import { ExtraFigures } from '../figure/extra-figures.ts';
import { DrawnHand } from './drawn-hand.ts';
import { HAND_SHAPES, RECORDED_HANDS_DEFAULTS, type RecordedHandsOptions } from './options.ts';

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
	readonly playback: FigurePlayback;
	/**
	 * Resolves when the meshes are there; at once for other shapes. Rejects if they cannot be loaded; the hands are then drawn as
	 * joints and bones.
	 */
	readonly ready: Promise<void>;
	readonly #hands: ReadonlyMap<Side, DrawnHand>;
	readonly #extras: ExtraFigures;
	readonly #removers = new Set<() => void>();
	#isGone = false;

	/** Throws `TypeError` or `RangeError` for an invalid source or invalid options. */
	constructor(scene: Scene, source: FigureSource, options: RecordedHandsOptions = {}) {
		const { shape, sides } = { ...RECORDED_HANDS_DEFAULTS, ...options };
		if (!HAND_SHAPES.includes(shape)) {
			throw new TypeError(`shape: '${shape}' is not one of ${HAND_SHAPES.join(', ')}`);
		}
		const playback = new FigurePlayback(source, { ...options, space: 'webxr' });
		super('recorded-hands', scene);
		this.playback = playback;
		const space = new TransformNode('webxr-space', scene);
		space.parent = this;
		if (!scene.useRightHandedSystem) space.scaling.z = -1;
		this.#hands = new Map(sides.map((side) => [side, new DrawnHand(scene, space, side, options, shape)]));
		this.#extras = new ExtraFigures(scene, space, options);
		this.ready = shape === 'mesh' ? this.#setModels(options) : Promise.resolve();
		this.#draw();
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
		this.playback.update(seconds);
		this.#draw();
	}

	/** Jumps to a time of the recording and draws, without fading and without events. Throws `TypeError` for live frames. */
	setTime(seconds: number): void {
		this.playback.setTime(seconds);
		this.#draw();
	}

	/** Adds a listener for an event of the player and returns a function that removes it. {@link dispose} removes all of them. */
	on<K extends keyof PlayerEvents>(type: K, listener: (event: PlayerEvents[K]) => void): () => void {
		const stop = this.playback.on(type, listener);
		const remove = (): void => {
			stop();
			this.#removers.delete(remove);
		};
		this.#removers.add(remove);
		return remove;
	}

	/**
	 * Returns a node that follows a joint, to attach objects to. It is disabled while the joint is absent. Throws `TypeError`
	 * for an unknown joint, and for a hand that is not drawn.
	 */
	getJoint(side: Side, joint: JointName): TransformNode {
		const hand = this.#hands.get(side);
		if (hand === undefined) throw new TypeError(`side: '${side}' is not drawn`);
		const node = hand.nodes.getNode(joint);
		hand.useNodes();
		hand.nodes.pose(this.frame.hands[side]);
		return node;
	}

	/** Frees the hands and everything that they made: meshes, skeletons, materials, listeners. */
	override dispose(doNotRecurse?: boolean, disposeMaterialAndTextures?: boolean): void {
		if (!this.#isGone) {
			this.#isGone = true;
			for (const remove of [...this.#removers]) remove();
			for (const hand of this.#hands.values()) hand.dispose();
			this.#extras.dispose();
		}
		super.dispose(doNotRecurse, disposeMaterialAndTextures);
	}

	#draw(): void {
		const { frame, opacity } = this.playback;
		this.#hands.get('left')?.show(frame.hands.left, opacity.left);
		this.#hands.get('right')?.show(frame.hands.right, opacity.right);
		this.#extras.pose(frame);
	}

	#setModels({ models, bones }: RecordedHandsOptions): Promise<void> {
		const set = (found: HandModels | Readonly<Record<Side, TransformNode>>): void => {
			if (this.#isGone) return;
			for (const [side, hand] of this.#hands) hand.setModel(found[side], bones);
			this.#draw();
		};
		if (models !== undefined) {
			set(models);
			return Promise.resolve();
		}
		return loadHandModels().then(set, (error: unknown) => {
			if (!this.#isGone) {
				for (const hand of this.#hands.values()) hand.giveUpModel();
				this.#draw();
			}
			throw error;
		});
	}
}
