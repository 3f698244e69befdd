import { decodeRecording } from '@handreel/convert';
import { type FrameSample, type Recording, SIDES } from '@handreel/core';
import type { Player } from '@handreel/core/play';
import { type HandModels, type HandStyle, LIVE_DEFAULTS, LiveFrames, loadHandModels } from '@handreel/hands';
import { RecordedHands } from '@handreel/three';
import { GridHelper, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { type Bounds, findBounds, findFrameBounds, NOWHERE } from './find-bounds.ts';
import { Orbit } from './orbit.ts';

/** Options of a scene. */
export interface PlayerSceneOptions {
	readonly handStyle: HandStyle;
	readonly head: boolean;
	readonly gaze: boolean;
	readonly controllers: boolean;
	/** The folder of the hand models. Default: the folder beside the script. */
	readonly hands: string | null;
}

/** The 3D view of a recording or of live frames. The element loads this module when it is needed. */
export class PlayerScene {
	readonly orbit: Orbit = new Orbit();
	readonly hands: RecordedHands;
	/** `null` for live frames. */
	readonly player: Player | null;
	readonly #renderer: WebGLRenderer;
	readonly #scene: Scene = new Scene();
	readonly #camera: PerspectiveCamera = new PerspectiveCamera(35, 16 / 9);
	readonly #grid: GridHelper;
	#bounds: Bounds = NOWHERE;
	/** Whether the view shows the place of the hands; live hands may come later. */
	#isFramed: boolean;
	#isLivePlaying = true;

	/** Throws if the browser has no WebGL. */
	constructor(
		canvas: HTMLCanvasElement,
		source: Recording | LiveFrames,
		options: PlayerSceneOptions,
		models: HandModels | null,
	) {
		this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
		const { handStyle, head, gaze, controllers } = options;
		this.hands = new RecordedHands(source, {
			handStyle: models === null ? 'joints' : handStyle,
			...(models === null ? {} : { models }),
			head,
			gaze,
			controllers,
			autoplay: false,
		});
		this.player = this.hands.player;
		this.#grid = new GridHelper(6, 24, 0x8a93a0, 0x8a93a0);
		this.#isFramed = !(source instanceof LiveFrames);
		this.#setBounds(source instanceof LiveFrames ? NOWHERE : findBounds(source));
		this.#grid.material.transparent = true;
		this.#grid.material.opacity = 0.25;
		this.#grid.material.depthWrite = false;
		this.#scene.add(this.hands, this.#grid);
	}

	/** Sets the size in CSS pixels. */
	resize(width: number, height: number, pixelRatio: number): void {
		if (width === 0 || height === 0) return;
		this.#renderer.setPixelRatio(pixelRatio);
		this.#renderer.setSize(width, height, false);
		this.#camera.aspect = width / height;
		this.orbit.frame(this.#bounds.center, this.#bounds.radius, this.#camera);
	}

	get isPlaying(): boolean {
		return this.player?.isPlaying ?? this.#isLivePlaying;
	}

	/** Seconds: in the recording, or of the live source. */
	get time(): number {
		return this.hands.playback.time;
	}

	play(): void {
		this.#isLivePlaying = true;
		this.player?.play();
	}

	/** Stops; live hands stand still until {@link play}. */
	pause(): void {
		this.#isLivePlaying = false;
		this.player?.pause();
	}

	/** Moves on by some seconds. */
	update(seconds: number): void {
		this.hands.update(seconds);
		const { frame } = this.hands;
		if (this.#isFramed || !SIDES.some((side) => frame.hands[side].tracked || frame.controllers[side].tracked)) return;
		this.#isFramed = true;
		this.#setBounds(findFrameBounds(frame));
	}

	seek(time: number): void {
		this.hands.setTime(time);
	}

	#setBounds(bounds: Bounds): void {
		const { center, radius } = bounds;
		this.#bounds = bounds;
		this.#grid.scale.setScalar(radius);
		this.#grid.position.set(center[0], center[1] - radius * 0.9, center[2]);
	}

	draw(): void {
		this.orbit.place(this.#camera);
		this.#renderer.render(this.#scene, this.#camera);
	}

	/** Frees the memory of the graphics card, and the context: browsers have few of them. */
	dispose(): void {
		this.hands.dispose();
		this.#grid.dispose();
		this.#renderer.dispose();
		this.#renderer.forceContextLoss();
	}
}

/** Creates live frames with a delay of 0 to 10 seconds, given as text. They begin with a frame that came before. */
export function createLive(delayText: string | null, early: FrameSample | null): LiveFrames {
	const delay = Number(delayText ?? LIVE_DEFAULTS.delay);
	const live = new LiveFrames({ delay: delay >= 0 && delay <= 10 ? delay : LIVE_DEFAULTS.delay });
	if (early !== null) live.push(early);
	return live;
}

/** Loads a recording of any format. Rejects with an `Error` that gives the reason. */
export async function loadSource(address: string, signal: AbortSignal): Promise<Recording> {
	const response = await fetch(address, { signal });
	if (!response.ok) throw new Error(`${address} could not be loaded (${response.status})`);
	return (await decodeRecording(await response.arrayBuffer(), { keep: true })).recording;
}

/** Loads the hand models, or returns `null` for other styles than meshes. */
export async function loadModels({ handStyle, hands }: PlayerSceneOptions): Promise<HandModels | null> {
	if (handStyle !== 'mesh') return null;
	return loadHandModels(hands === null ? {} : { base: new URL(hands, document.baseURI) });
}
