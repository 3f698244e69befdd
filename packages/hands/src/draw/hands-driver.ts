import { type FrameSample, type HandSample, SIDES, type Side } from '@handreel/core';
import type { PlayerEvents } from '@handreel/core/play';
import { type HandModels, loadHandModels } from '../model/load-hand-models.ts';
import type { BoneMap } from '../model/match-bones.ts';
import type { HandModel } from '../model/read-hand-model.ts';
import { FigurePlayback, type FigureSource } from '../playback/figure-playback.ts';
import { DRAWN_HANDS_DEFAULTS, type DrawnHandsOptions, HAND_STYLES, type HandStyle } from './options.ts';

/** A hand in the scene of a renderer. */
export interface DrawnHand<Rig> {
	/** Sets the mesh. */
	setModel(model: HandModel | Rig, bones?: BoneMap): void;
	/** Draws joints and bones, because there are no meshes. */
	giveUpModel(): void;
	/** Shows a hand in WebXR's space. A hand that is not tracked keeps its pose and fades out. */
	show(hand: HandSample, opacity: number): void;
	/** Frees what it made. */
	dispose(): void;
}

/** Figures beside the hands in the scene of a renderer. */
export interface DrawnExtras {
	/** Moves the figures to a frame in WebXR's space. */
	pose(frame: FrameSample): void;
	/** Frees what they made. */
	dispose(): void;
}

/**
 * Drives the hands of a renderer: plays, draws, loads models and keeps listeners. The renderer makes hands and other figures.
 *
 * @example
 * const driver = new HandsDriver(recording, { handStyle: 'nodes' });
 * driver.start(
 *   () => ({ setModel() {}, giveUpModel() {}, show: ({ joints }, opacity) => save(joints, opacity), dispose() {} }),
 *   () => ({ pose: ({ head }) => save(head), dispose() {} }),
 * );
 * driver.update(1 / 60); // once per frame
 */
export class HandsDriver<Rig, Hand extends DrawnHand<Rig>> {
	readonly playback: FigurePlayback;
	readonly #options: DrawnHandsOptions<Rig>;
	readonly #style: HandStyle;
	#hands: ReadonlyMap<Side, Hand> = new Map();
	#extras: DrawnExtras | null = null;
	readonly #removers = new Set<() => void>();
	#isDisposed = false;

	/** Throws `TypeError` or `RangeError` for an invalid source or invalid options. */
	constructor(source: FigureSource, options: DrawnHandsOptions<Rig> = {}) {
		const { handStyle = DRAWN_HANDS_DEFAULTS.handStyle, sides = DRAWN_HANDS_DEFAULTS.sides } = options;
		if (!HAND_STYLES.includes(handStyle)) {
			throw new TypeError(`handStyle: '${handStyle}' is not one of ${HAND_STYLES.join(', ')}`);
		}
		if (!Array.isArray(sides) || !sides.every((side) => SIDES.includes(side))) {
			throw new TypeError(`sides: expected a list of ${SIDES.join(' and ')}`);
		}
		this.#options = options;
		this.#style = handStyle;
		this.playback = new FigurePlayback(source, { ...options, space: 'webxr' });
	}

	/**
	 * Makes the hands and draws. Resolves when the meshes are there; at once for other styles. Rejects if they cannot be loaded;
	 * the hands are then drawn as joints and bones.
	 */
	start(createHand: (side: Side, style: HandStyle) => Hand, createExtras: () => DrawnExtras): Promise<void> {
		const { sides = DRAWN_HANDS_DEFAULTS.sides } = this.#options;
		this.#hands = new Map(sides.map((side) => [side, createHand(side, this.#style)]));
		this.#extras = createExtras();
		const ready = this.#style === 'mesh' ? this.#setModels() : Promise.resolve();
		this.#draw();
		return ready;
	}

	/** Moves on by some seconds and draws. */
	update(seconds: number): void {
		this.playback.update(seconds);
		this.#draw();
	}

	/** Jumps to a time of the recording and draws, without fading and without events. Throws `TypeError` for live frames. */
	setTime(seconds: number): void {
		this.playback.setTime(seconds);
		this.#draw();
	}

	/** Adds a listener and returns a function that removes it. {@link dispose} removes all of them. */
	on<K extends keyof PlayerEvents>(type: K, listener: (event: PlayerEvents[K]) => void): () => void {
		const stop = this.playback.on(type, listener);
		const remove = (): void => {
			stop();
			this.#removers.delete(remove);
		};
		this.#removers.add(remove);
		return remove;
	}

	/** Returns a hand. Throws `TypeError` for a hand that is not drawn. */
	getHand(side: Side): Hand {
		const hand = this.#hands.get(side);
		if (hand === undefined) throw new TypeError(`side: '${side}' is not drawn`);
		return hand;
	}

	/** Frees hands and figures, and removes listeners. Models that are loaded later are ignored. */
	dispose(): void {
		this.#isDisposed = true;
		for (const remove of [...this.#removers]) remove();
		for (const hand of this.#hands.values()) hand.dispose();
		this.#extras?.dispose();
	}

	#draw(): void {
		const { frame, opacity } = this.playback;
		this.#hands.get('left')?.show(frame.hands.left, opacity.left);
		this.#hands.get('right')?.show(frame.hands.right, opacity.right);
		this.#extras?.pose(frame);
	}

	#setModels(): Promise<void> {
		const { models, bones } = this.#options;
		const set = (found: HandModels | Readonly<Record<Side, Rig>>): void => {
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
