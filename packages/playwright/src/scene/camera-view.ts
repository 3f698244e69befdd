import type { CameraState, Point } from '../probe/types.ts';
import type { Scene } from './scene.ts';
import { SceneObject } from './scene-object.ts';
import { callProbe } from './scene-page.ts';

/** The smallest cosine between where the camera looks and where it should. */
const SAME_DIRECTION = 0.9999;

/** The camera that drew the last frame. With several views, the first. */
export class SceneCameraView {
	readonly #scene: Scene;

	/** Created by `scene.camera`. */
	constructor(scene: Scene) {
		this.#scene = scene;
	}

	/** Where it is, its kind and what it draws. Throws `Error` before the first frame. */
	async state(): Promise<CameraState> {
		const [first] = await this.all();
		if (first === undefined) throw new Error('scene.camera: no camera has drawn a frame to a canvas that can be read');
		return first;
	}

	/** The cameras of all views. */
	async all(): Promise<CameraState[]> {
		return callProbe(this.#scene.frame, 'listCameras');
	}

	/** Its position in the scene. */
	async position(): Promise<Point> {
		return (await this.state()).position;
	}

	/** The direction in which it looks, as a vector of length 1. */
	async direction(): Promise<Point> {
		return (await this.state()).direction;
	}

	/** The paths of the objects that can be seen: in view, not covered. */
	async listSeen(): Promise<string[]> {
		const [{ nodes }, seen] = [await this.#scene.list(), await this.#scene.helpers.listSeen()];
		return nodes.filter(({ id }) => seen.has(id)).map(({ path }) => path);
	}

	/** Turns the camera to an object or a point. Throws `Error` if the page's controls turn it back. */
	async lookAt(target: SceneObject | Point): Promise<void> {
		const from = new Error().stack ?? '';
		const name = target instanceof SceneObject ? target.name : `[${target.join(', ')}]`;
		await this.#scene.runStep(`scene.camera.lookAt ${name}`, from, async () => {
			const point = target instanceof SceneObject ? await target.center() : target;
			await callProbe(this.#scene.frame, 'turnCamera', point);
			await callProbe(this.#scene.frame, 'nextFrame');
			await callProbe(this.#scene.frame, 'nextFrame');
			const { position, direction } = await this.state();
			const way = point.map((value, i) => value - position[i]!);
			const cosine = way.reduce((sum, value, i) => sum + value * direction[i]!, 0) / (Math.hypot(...way) || 1);
			if (cosine < SAME_DIRECTION) {
				throw new Error(
					`scene.camera.lookAt: the page turned its camera back, as controls do; drag the canvas instead`,
				);
			}
		});
	}
}
