import type { Frame, JSHandle, Page, PageScreenshotOptions } from '@playwright/test';
import type { DrawnObject } from './draw-side-view.ts';
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
	/** Where matchers expected objects in vain. */
	readonly #expected = new WeakMap<XRObject, Point>();

	constructor(page: Page, session: SceneSession) {
		this.#page = page;
		this.session = session;
	}

	/** Remembers where a matcher expected an object, for the picture of a failure; `null` if the object was there. */
	expect(object: XRObject, point: Point | null): void {
		if (point === null) this.#expected.delete(object);
		else this.#expected.set(object, point);
	}

	/** The objects that tests have asked for, as a picture shows them. Those that are not there are left out. */
	async listDrawn(): Promise<DrawnObject[]> {
		const drawn: DrawnObject[] = [];
		const seen = new Set<number>();
		for (const object of this.#watched) {
			const node = await object.node().catch(() => null);
			const expected = this.#expected.get(object);
			if (node === null || (seen.has(node.id) && expected === undefined)) continue;
			seen.add(node.id);
			const { path: name, position, firstPosition: first } = node;
			const bounds = await object.bounds();
			drawn.push({ name, position, first, bounds, ...(expected === undefined ? {} : { expected }) });
		}
		return drawn;
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

	/** Lists all objects, the libraries whose scenes were found, and the ids of watched objects. */
	async list(): Promise<{ nodes: SceneNode[]; scenes: string[]; watched: number[] }> {
		const found = await this.session.frame.evaluate(
			() => (globalThis as ProbeScope).handreelScene?.listNodes() ?? null,
		);
		return found ?? { nodes: [], scenes: [], watched: [] };
	}

	/** Finds an object. From then on its positions are a track of the trace. */
	async find(query: ObjectQuery): Promise<SceneNode> {
		const { nodes, scenes, watched } = await this.list();
		const node = findNode(nodes, query, scenes);
		if (!watched.includes(node.id)) {
			const watch = ({ id, path }: SceneNode): void => (globalThis as ProbeScope).handreelScene?.watch(id, path);
			await this.session.frame.evaluate(watch, node);
		}
		return node;
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
		return this.#scene.find(this.#query);
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

	/** Remembers where the object was expected in vain, or `null`. Called by matchers. */
	expectAt(point: Point | null): void {
		this.#scene.expect(this, point);
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
