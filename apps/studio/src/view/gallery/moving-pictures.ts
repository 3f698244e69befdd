import { decodeReel } from '@handreel/core/reel';
import { runFrames } from '../run-frames.ts';
import { HandScene, type SceneColors, type View } from './hand-scene.ts';

const VIEW: View = { yaw: 0.35, pitch: 0.4 };
/** Seconds between two pictures: these are small, and many move at once. */
const STEP = 1 / 30;
/** The share of the duration that a picture shows that does not move. */
const STILL = 0.4;

interface Picture {
	readonly scene: HandScene;
	time: number;
}

/** Canvases that play sample recordings while they are in sight. They stand still if the person prefers less motion. */
class MovingPictures {
	readonly #addresses = new Map<Element, string>();
	readonly #pictures = new Map<HTMLCanvasElement, Picture>();
	readonly #inSight = new Set<HTMLCanvasElement>();
	readonly #sight = new IntersectionObserver((entries) => {
		for (const { target, isIntersecting } of entries) this.#see(target as HTMLCanvasElement, isIntersecting);
	});
	readonly #isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
	#theme = '';
	#colors: SceneColors | null = null;
	#rest = 0;
	#stop: (() => void) | null = null;

	/** Shows the recording at an address on a canvas. Returns what ends that. */
	attach(canvas: HTMLCanvasElement, address: string): () => void {
		this.#addresses.set(canvas, address);
		this.#sight.observe(canvas);
		this.#stop ??= runFrames((seconds) => this.#advance(seconds));
		return () => {
			this.#sight.unobserve(canvas);
			this.#addresses.delete(canvas);
			this.#pictures.delete(canvas);
			this.#inSight.delete(canvas);
			if (this.#addresses.size > 0) return;
			this.#stop?.();
			this.#stop = null;
		};
	}

	#see(canvas: HTMLCanvasElement, isInSight: boolean): void {
		if (!isInSight) this.#inSight.delete(canvas);
		else {
			this.#inSight.add(canvas);
			const address = this.#addresses.get(canvas);
			if (address === undefined || this.#pictures.has(canvas)) return;
			void load(address).then((scene) => {
				// The page may have changed meanwhile. Without a file the picture stays empty, and opening it explains why.
				if (scene === null || !this.#addresses.has(canvas)) return;
				const picture = { scene, time: scene.duration * STILL };
				this.#pictures.set(canvas, picture);
				this.#draw(canvas, picture);
			});
		}
	}

	#advance(seconds: number): void {
		const isNewTheme = this.#readColors();
		this.#rest += seconds;
		if (!isNewTheme && (this.#isStill || this.#rest < STEP)) return;
		const passed = this.#isStill ? 0 : this.#rest;
		this.#rest = 0;
		for (const canvas of this.#inSight) {
			const picture = this.#pictures.get(canvas);
			if (picture === undefined) continue;
			picture.time = (picture.time + passed) % picture.scene.duration;
			this.#draw(canvas, picture);
		}
	}

	#draw(canvas: HTMLCanvasElement, { scene, time }: Picture): void {
		const context = canvas.getContext('2d');
		if (context === null) return;
		this.#readColors();
		const ratio = Math.min(devicePixelRatio, 2);
		const { clientWidth: width, clientHeight: height } = canvas;
		if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
		if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		scene.draw(context, time, width, height, VIEW, this.#colors!);
		canvas.dataset['time'] = time.toFixed(2);
	}

	/** Returns whether the colors have changed. */
	#readColors(): boolean {
		const theme = document.documentElement.dataset['theme'] ?? '';
		if (this.#colors !== null && theme === this.#theme) return false;
		const style = getComputedStyle(document.documentElement);
		const read = (name: string): string => style.getPropertyValue(name).trim();
		this.#theme = theme;
		this.#colors = { left: read('--left'), right: read('--right'), pinch: read('--muted'), grid: read('--line') };
		return true;
	}
}

/** All moving pictures of the page. */
export const pictures = new MovingPictures();

async function load(address: string): Promise<HandScene | null> {
	try {
		const response = await fetch(address);
		return response.ok ? new HandScene(decodeReel(new Uint8Array(await response.arrayBuffer()))) : null;
	} catch {
		return null;
	}
}
