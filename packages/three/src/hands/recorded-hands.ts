import type { FrameSample, JointName, Side } from '@handreel/core';
import type { Player, PlayerEvents } from '@handreel/core/play';
import { FigurePlayback, type FigureSource, type HandModels, loadHandModels } from '@handreel/hands';
import { Group, type Object3D } from 'three';
import { ExtraFigures } from '../figure/extra-figures.ts';
import { DrawnHand } from './drawn-hand.ts';
import { HAND_SHAPES, RECORDED_HANDS_DEFAULTS, type RecordedHandsOptions } from './options.ts';

/**
 * Recorded or live hands in a scene of three.js: an object to add anywhere, at any scale.
 *
 * Call {@link update} once per frame. Hands fade in and out when they are found and lost. Nothing is allocated per frame.
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
	readonly playback: FigurePlayback;
	/**
	 * Resolves when the meshes are there; at once for other shapes. Rejects if they cannot be loaded; the hands are then drawn as
	 * joints and bones.
	 */
	readonly ready: Promise<void>;
	readonly #hands: ReadonlyMap<Side, DrawnHand>;
	readonly #extras: ExtraFigures;
	readonly #removers = new Set<() => void>();
	#isDisposed = false;

	/** Throws `TypeError` or `RangeError` for an invalid source or invalid options. */
	constructor(source: FigureSource, options: RecordedHandsOptions = {}) {
		super();
		const { shape, sides } = { ...RECORDED_HANDS_DEFAULTS, ...options };
		if (!HAND_SHAPES.includes(shape)) {
			throw new TypeError(`shape: '${shape}' is not one of ${HAND_SHAPES.join(', ')}`);
		}
		this.name = 'recorded-hands';
		this.playback = new FigurePlayback(source, { ...options, space: 'webxr' });
		this.#hands = new Map(sides.map((side) => [side, new DrawnHand(side, options, shape)]));
		this.#extras = new ExtraFigures(options);
		this.add(...[...this.#hands.values()].map(({ object }) => object));
		if (this.#extras.object.children.length > 0) this.add(this.#extras.object);
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

	/**
	 * Adds a listener for an event of the player, such as `pinch`, `marker` or `button`, and returns a function that removes
	 * it. {@link dispose} removes all of them.
	 */
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
	 * Returns an object that follows a joint, to attach objects to. It is invisible while the joint is absent. Throws `TypeError`
	 * for an unknown joint, and for a hand that is not drawn.
	 */
	getJoint(side: Side, joint: JointName): Object3D {
		const hand = this.#hands.get(side);
		if (hand === undefined) throw new TypeError(`side: '${side}' is not drawn`);
		const node = hand.getNode(joint);
		hand.nodes.pose(this.frame.hands[side]);
		return node;
	}

	/** Removes the hands from the scene and frees everything that they made: geometries, materials, textures, listeners. */
	override dispose(): void {
		this.#isDisposed = true;
		this.removeFromParent();
		for (const remove of [...this.#removers]) remove();
		for (const hand of this.#hands.values()) hand.dispose();
		this.#extras.dispose();
		this.clear();
		// Older versions of three.js have no method to call.
		super.dispose?.();
	}

	#draw(): void {
		const { frame, opacity } = this.playback;
		this.#hands.get('left')?.show(frame.hands.left, opacity.left);
		this.#hands.get('right')?.show(frame.hands.right, opacity.right);
		this.#extras.pose(frame);
	}

	#setModels({ models, bones }: RecordedHandsOptions): Promise<void> {
		const set = (found: HandModels | Readonly<Record<Side, Object3D>>): void => {
			if (this.#isDisposed) return;
			for (const [side, hand] of this.#hands) hand.setModel(found[side], bones);
			this.#draw();
		};
		if (models !== undefined) {
			set(models);
			return Promise.resolve();
		}
		return loadHandModels().then(set, (error: unknown) => {
			if (!this.#isDisposed) {
				for (const hand of this.#hands.values()) hand.giveUpModel();
				this.#draw();
			}
			throw error;
		});
	}
}
