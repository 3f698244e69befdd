import type { Frame, JSHandle, Page, PageScreenshotOptions } from '@playwright/test';
import { findNode, type ObjectQuery } from './find-node.ts';
import type { Person } from './person.ts';
import { projectBounds } from './project-bounds.ts';
import type { Bounds, Point, SceneNode, SceneProbe } from './scene-probe.ts';

type ProbeScope = { handreelScene?: SceneProbe };

/** What a scene has to know about the session. */
export interface SceneSession {
	/** The frame of the page with the session. */
	readonly frame: Frame;
	/** Seconds: the time of the last frame. */
	readonly time: number;
	/** The person at that time. */
	readonly person: Person;
	/** The vertical field of view of a view, in degrees, and the number of views side by side. */
	readonly fieldOfViewDegrees: number;
	readonly viewCount: number;
}

/** The scenes of a page. */
export class XRScene {
	readonly #page: Page;
	readonly session: SceneSession;
	readonly #watched: Set<XRObject> = new Set();

	constructor(page: Page, session: SceneSession) {
		this.#page = page;
		this.session = session;
	}

	/** All objects that tests have asked for. */
	get watched(): ReadonlySet<XRObject> {
		return this.#watched;
	}

	/** Returns an object; it is looked up when it is used. */
	object(query: ObjectQuery): XRObject {
		const object = new XRObject(this, query);
		this.#watched.add(object);
		return object;
	}

	/** Uses a scene that cannot be found otherwise. */
	async useScene(handle: JSHandle): Promise<void> {
		await handle.evaluate((scene) => (globalThis as ProbeScope).handreelScene?.useScene(scene));
	}

	/** Lists all objects, and the libraries whose scenes were found. */
	async list(): Promise<{ nodes: SceneNode[]; scenes: string[] }> {
		const found = await this.session.frame.evaluate(
			() => (globalThis as ProbeScope).handreelScene?.listNodes() ?? null,
		);
		return found ?? { nodes: [], scenes: [] };
	}

	async getBounds(id: number): Promise<Bounds> {
		const bounds = await this.session.frame.evaluate(
			(wanted) => (globalThis as ProbeScope).handreelScene?.getBounds(wanted) ?? null,
			id,
		);
		if (bounds === null) throw new Error('the object is gone');
		return bounds;
	}

	/** Takes a picture of a part of the space, as the left eye sees it. Throws `Error` if it is not in view. */
	async screenshot(name: string, bounds: Bounds, options: PageScreenshotOptions = {}): Promise<Buffer> {
		const { frame, person, fieldOfViewDegrees, viewCount } = this.session;
		const canvas = await frame.evaluateHandle(() => {
			const size = (element: HTMLCanvasElement): number => element.clientWidth * element.clientHeight;
			return [...document.querySelectorAll('canvas')].sort((a, b) => size(b) - size(a))[0] ?? null;
		});
		const box = await canvas.asElement()?.boundingBox();
		if (!box) throw new Error(`${name}: the page shows no canvas`);
		const view = { ...box, width: box.width / viewCount };
		const clip = projectBounds(person, bounds, view, fieldOfViewDegrees);
		if (clip === null)
			throw new Error(`${name} is not in view at ${this.session.time.toFixed(2)} s; call xr.lookAt before`);
		return this.#page.screenshot({ ...options, clip });
	}
}

/**
 * An object of a scene of three.js, A-Frame or Babylon.js. It is looked up on each call, as locators are. Calls throw
 * `Error` if no object matches, or several. Positions are in the space of the scene, with WebXR's axes.
 */
export class XRObject {
	readonly #scene: XRScene;
	readonly #query: ObjectQuery;

	/** Created by `xr.object`. */
	constructor(scene: XRScene, query: ObjectQuery) {
		this.#scene = scene;
		this.#query = query;
	}

	/** The name or path that was asked for. */
	get name(): string {
		return typeof this.#query === 'string' ? this.#query : 'object';
	}

	/** The object with its path, type and position. */
	async node(): Promise<SceneNode> {
		const { nodes, scenes } = await this.#scene.list();
		return findNode(nodes, this.#query, scenes);
	}

	/** The position of the object's origin. */
	async position(): Promise<Point> {
		return (await this.node()).position;
	}

	/** The box around the object and everything below it. */
	async bounds(): Promise<Bounds> {
		return this.#scene.getBounds((await this.node()).id);
	}

	/** The middle of {@link bounds}. */
	async center(): Promise<Point> {
		const { min, max } = await this.bounds();
		return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
	}

	/** Takes a picture of the object, as the left eye sees it. Throws `Error` if it is not in view. */
	async screenshot(options?: PageScreenshotOptions): Promise<Buffer> {
		return this.#scene.screenshot(this.name, await this.bounds(), options);
	}

	/** The session in which the object is. */
	get session(): SceneSession {
		return this.#scene.session;
	}

	/** Whether the object and everything above it is shown. Objects behind others count as visible. */
	async isVisible(): Promise<boolean> {
		return (await this.node()).isVisible;
	}
}
