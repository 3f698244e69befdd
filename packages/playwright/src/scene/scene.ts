import type { SceneHit, SceneList, SceneNode } from '../probe/types.ts';
import { SceneCameraView } from './camera-view.ts';
import { drawScreen, type ScreenMark } from './draw-screen.ts';
import type { ObjectQuery, QueryHelpers } from './find-node.ts';
import { type RunStep, runPlainly } from './run-step.ts';
import { SceneObject } from './scene-object.ts';
import { callProbe, NO_PROBE, type SceneFrame, type SceneHandle, type ScenePage } from './scene-page.ts';
import { drawSnapshot, type SnapshotOptions } from './snapshot.ts';

/** Options of {@link Scene}. */
export interface SceneOptions {
	/** Milliseconds: how long actions wait for an object that can be acted on. Default 5000. */
	readonly timeout?: number | undefined;
	/** Runs each action, for example as a step of a test. */
	readonly runStep?: RunStep | undefined;
}

/** The defaults of {@link SceneOptions}. */
const SCENE_DEFAULTS: { readonly timeout: number } = { timeout: 5000 };

/** What went wrong last, with a picture of the page at that time. */
export interface SceneFailure {
	readonly message: string;
	/** SVG. */
	readonly drawing: string;
}

/** The scenes of a page: those of three.js, A-Frame, React Three Fiber, Babylon.js and PlayCanvas. */
export class Scene {
	/** Milliseconds: how long actions wait for an object that can be acted on. */
	timeout: number;
	/** What went wrong last; `null` if nothing did. */
	failure: SceneFailure | null = null;
	/** What was acted on last. */
	lastUsed: SceneObject | null = null;
	readonly page: ScenePage;
	/** Runs a call as a step of the report. */
	readonly runStep: RunStep;

	/** Called by `attachScene`. */
	constructor(page: ScenePage, { timeout = SCENE_DEFAULTS.timeout, runStep = runPlainly }: SceneOptions = {}) {
		this.page = page;
		this.timeout = timeout;
		this.runStep = runStep;
	}

	/** The frame with the probe. */
	get frame(): SceneFrame {
		return this.page;
	}

	/** Returns an object. It is looked up when it is used, as locators are. */
	object(query: ObjectQuery): SceneObject {
		return new SceneObject(this, [{ kind: 'match', query }]);
	}

	/** The objects under a point of the page in CSS pixels, front to back. */
	async at(x: number, y: number): Promise<SceneHit[]> {
		return callProbe(this.frame, 'hitAt', x, y);
	}

	/** The camera of the last frame. */
	get camera(): SceneCameraView {
		return new SceneCameraView(this);
	}

	/** Uses a scene that cannot be found otherwise, given as a handle. */
	async useScene(handle: SceneHandle): Promise<void> {
		await handle.evaluate((scene) => {
			(globalThis as { handreelScene?: { useScene(scene: unknown): void } }).handreelScene?.useScene(scene);
		});
	}

	/**
	 * The objects as text, for people and programs: one line per object with its kind, name, reference and position, and what is
	 * hidden or off-screen. Its order is that of the scene. Waits for the first frame of a scene.
	 */
	async snapshot(options: SnapshotOptions = {}): Promise<string> {
		const end = Date.now() + this.timeout;
		while ((await callProbe(this.frame, 'listCameras')).length === 0 && Date.now() < end) {
			await callProbe(this.frame, 'nextFrame');
		}
		return drawSnapshot(this, options);
	}

	/** All objects, and the libraries whose scenes were found. */
	async list(): Promise<SceneList> {
		return callProbe(this.frame, 'listNodes');
	}

	/** What queries need besides the list. */
	get helpers(): QueryHelpers {
		return {
			select: (options) => callProbe(this.frame, 'selectNodes', options),
			listSeen: async () => {
				const sights = await callProbe(this.frame, 'survey');
				return new Set(sights.flatMap(({ id, visiblePixels }) => (visiblePixels > 0 ? [id] : [])));
			},
		};
	}

	/** Returns a handle of an object of the library. */
	async getHandle({ id }: SceneNode): Promise<SceneHandle> {
		return this.frame.evaluateHandle((wanted: number) => {
			const probe = (globalThis as { handreelScene?: { getObject(id: number): object | null } }).handreelScene;
			if (probe === undefined) throw new Error('no probe');
			return probe.getObject(wanted);
		}, id);
	}

	/** Remembers a failure, with a picture of the page as it is now. */
	async noteFailure(message: string, marks: readonly ScreenMark[]): Promise<void> {
		if (message.includes(NO_PROBE)) return;
		try {
			const picture = await this.page.screenshot();
			this.failure = { message, drawing: drawScreen(picture, message, marks) };
		} catch {
			// The page may be closed. The message is enough.
		}
	}
}
