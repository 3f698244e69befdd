import { decodeRecording } from '@handreel/convert';
import { type FrameSample, type Recording, SIDES } from '@handreel/core';
import type { Player } from '@handreel/core/play';
import {
	type Bounds,
	findBounds,
	findFrameBounds,
	type HandModels,
	type HandStyle,
	LIVE_DEFAULTS,
	LiveFrames,
	loadHandModels,
} from '@handreel/hands';
import type { SampleName } from '@handreel/samples';
import { RecordedHands } from '@handreel/three';
import { GridHelper, PerspectiveCamera, Scene } from 'three';
import { Orbit } from './orbit.ts';
import { drawInto, useRenderer } from './shared-renderer.ts';

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
	readonly #context: CanvasRenderingContext2D;
	readonly #stopUsing: () => void;
	readonly #scene: Scene = new Scene();
	readonly #camera: PerspectiveCamera = new PerspectiveCamera(35, 16 / 9);
	readonly #grid: GridHelper;
	#bounds: Bounds;
	/** Whether the view shows the place of the hands; live hands may come later. */
	#isFramed: boolean;
	#isLivePlaying = true;

	/** `redraw` is called when the picture must be drawn again. Throws if the browser has no WebGL. */
	constructor(
		canvas: HTMLCanvasElement,
		redraw: () => void,
		source: Recording | LiveFrames,
		options: PlayerSceneOptions,
		models: HandModels | null,
	) {
		this.#stopUsing = useRenderer(redraw);
		this.#context = canvas.getContext('2d')!;
		const { handStyle, head, gaze, controllers } = options;
		this.hands = new RecordedHands(source, {
			handStyle: models === null ? 'joints' : handStyle,
			models: models ?? undefined,
			head,
			gaze,
			controllers,
			autoplay: false,
		});
		this.player = this.hands.player;
		this.#grid = new GridHelper(6, 24, 0x8a93a0, 0x8a93a0);
		this.#isFramed = !(source instanceof LiveFrames);
		this.#bounds = source instanceof LiveFrames ? findFrameBounds(this.hands.frame) : findBounds(source);
		this.#grid.material.transparent = true;
		this.#grid.material.opacity = 0.25;
		this.#grid.material.depthWrite = false;
		this.#scene.add(this.hands, this.#grid);
		this.#placeGrid();
	}

	/** Sets the size in CSS pixels. */
	resize(width: number, height: number, pixelRatio: number): void {
		if (width === 0 || height === 0) return;
		const { canvas } = this.#context;
		const size = [width, height].map((length) => Math.floor(length * pixelRatio)) as [number, number];
		// Setting a size clears the canvas.
		if (canvas.width !== size[0]) canvas.width = size[0];
		if (canvas.height !== size[1]) canvas.height = size[1];
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
		this.#bounds = findFrameBounds(frame);
		this.#placeGrid();
	}

	seek(time: number): void {
		this.hands.setTime(time);
	}

	#placeGrid(): void {
		const { center, radius } = this.#bounds;
		this.#grid.scale.setScalar(radius);
		this.#grid.position.set(center[0], center[1] - radius * 0.9, center[2]);
	}

	draw(): void {
		this.orbit.place(this.#camera);
		drawInto(this.#context, this.#scene, this.#camera);
	}

	/** Frees the memory of the graphics card. */
	dispose(): void {
		this.hands.dispose();
		this.#grid.dispose();
		this.#stopUsing();
	}
}

/** Creates live frames with a delay of 0 to 10 seconds, given as text. They begin with a frame that came before. */
export function createLive(delayText: string | null, early: FrameSample | null): LiveFrames {
	const delay = Number(delayText ?? LIVE_DEFAULTS.delay);
	const live = new LiveFrames({ delay: delay >= 0 && delay <= 10 ? delay : LIVE_DEFAULTS.delay });
	if (early !== null) live.push(early);
	return live;
}

/** What addresses of samples begin with. */
const SAMPLE = 'sample:';

/** Loads a recording of any format, or a sample such as `sample:wave`. Rejects with an `Error` that states the reason. */
export async function loadSource(address: string, signal: AbortSignal): Promise<Recording> {
	if (address.startsWith(SAMPLE)) {
		const { loadSample } = await import('@handreel/samples');
		return loadSample(address.slice(SAMPLE.length) as SampleName);
	}
	const response = await fetch(address, { signal });
	if (!response.ok) throw new Error(`${address} could not be loaded (${response.status})`);
	return (await decodeRecording(await response.arrayBuffer(), { keep: true })).recording;
}

/** Loads the hand models, or returns `null` for other styles than meshes. */
export async function loadModels({ handStyle, hands }: PlayerSceneOptions): Promise<HandModels | null> {
	if (handStyle !== 'mesh') return null;
	return loadHandModels({ base: hands === null ? undefined : new URL(hands, document.baseURI) });
}
