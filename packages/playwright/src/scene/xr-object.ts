import type { Side } from '@handreel/core';
import type { Frame, Page, PageScreenshotOptions } from '@playwright/test';
import type { Bounds, ObjectChange, PageBox, Point, SceneCamera, SceneNode } from '../probe/types.ts';
import type { DrawnObject } from './draw-side-view.ts';
import { findNode, type ObjectQuery, type QueryStep } from './find-node.ts';
import { type HoldMovement, listHeld, measureSpread, readObjectPath } from './hold-movement.ts';
import type { Person } from './person.ts';
import { projectBounds } from './project-bounds.ts';
import { findViewPose, Rig } from './rig.ts';
import { Scene } from './scene.ts';
import { SceneObject } from './scene-object.ts';
import { callProbe, type SceneFrame, type ScenePage } from './scene-page.ts';

/** What a scene has to know about the session. */
export interface SceneSession {
	/** The frame of the page with the session. */
	readonly frame: Frame;
	/** Seconds: the time of the last frame. */
	readonly time: number;
	/** The person at a time, in the space of the recording, with the floor at 0. */
	personAt(time: number): Person;
	/** The pose of the head at a time. */
	headAt(time: number): readonly number[];
	/** Meters to the right of the head: the first eye. */
	readonly eyeX: number;
	readonly frameRate: number;
}

/** The scenes of a page with a session. */
export class XRScene extends Scene {
	readonly #page: Page;
	readonly session: SceneSession;
	readonly #watched: Set<XRObject> = new Set();
	/** Where matchers expected objects in vain. */
	readonly #expected = new WeakMap<XRObject, Point>();

	constructor(page: Page, session: SceneSession) {
		super(page as unknown as ScenePage);
		this.#page = page;
		this.session = session;
	}

	override get frame(): SceneFrame {
		return this.session.frame as unknown as SceneFrame;
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
			drawn.push({ name, position, first, bounds, expected });
		}
		return drawn;
	}

	/** Returns an object; it is looked up when it is used. */
	override object(query: ObjectQuery): XRObject {
		const object = new XRObject(this, query);
		this.#watched.add(object);
		return object;
	}

	/** Finds an object. From then on its positions are a track of the trace. */
	async find(steps: readonly QueryStep[]): Promise<SceneNode> {
		const list = await this.list();
		const node = await findNode(list, steps, this.helpers);
		const [first] = steps;
		const text = steps.length === 1 && first?.kind === 'match' && typeof first.query === 'string' ? first.query : null;
		if (!(node.id in list.watched) || (text !== null && list.found[text] !== node.id)) {
			await callProbe(this.frame, 'watch', node.id, node.path, text);
		}
		return node;
	}

	/** The objects that have changed since the last call; at first, or with `all`, all of them. */
	async listChanges(all = false): Promise<ObjectChange[]> {
		return callProbe(this.frame, 'listChanges', all);
	}

	/** The boxes around all objects and what is below them, by id. */
	async listBounds(): Promise<Readonly<Record<number, Bounds>>> {
		return callProbe(this.frame, 'listBounds');
	}

	/** Where the page has put the person into its scene. */
	async findRig(): Promise<Rig> {
		const camera = await this.#findCamera();
		const { time, eyeX } = this.session;
		return new Rig(camera, findViewPose(this.session.headAt(time), eyeX, camera?.isEye ?? false));
	}

	/** The person at the time of the last frame, in the space of the scene. */
	async findPerson(): Promise<Person> {
		const { session } = this;
		return (await this.findRig()).placePerson(session.personAt(session.time));
	}

	/** Takes a picture of a part of the scene, as the page shows it. Throws `Error` if it is not in view. */
	async screenshot(name: string, bounds: Bounds, options: PageScreenshotOptions = {}): Promise<Buffer> {
		const box = await this.#findCanvas();
		if (box === null) throw new Error(`${name}: the page shows no canvas`);
		const camera = await this.#findCamera();
		if (camera === null) throw new Error(`${name}: the page has drawn no frame; call xr.step before`);
		const view = { ...box, width: box.width / camera.viewCount };
		const clip = projectBounds(camera.viewProjection, bounds, view);
		if (clip === null)
			throw new Error(`${name} is not in view at ${this.session.time.toFixed(2)} s; call xr.lookAt before`);
		return this.#page.screenshot({ ...options, clip });
	}

	/** Measures how far an object and a hand have moved since the hand closed. */
	async measureHold(node: SceneNode, side: Side): Promise<HoldMovement> {
		const { time, frameRate, frame } = this.session;
		const hands = listHeld((at) => this.session.personAt(at).sides[side], time, frameRate);
		const name = (await this.list()).watched[node.id] ?? node.path;
		const path = await frame.evaluate(readObjectPath, { name, count: hands.length });
		// A test that asks for an object late knows only where it was on entering.
		const positions = path.length < hands.length ? [node.firstPosition, node.position] : path;
		return { object: measureSpread(positions), hand: measureSpread(hands) };
	}

	async #findCamera(): Promise<SceneCamera | null> {
		return callProbe(this.frame, 'findCamera').catch(() => null);
	}

	// The largest canvas of the page and its frames.
	async #findCanvas(): Promise<PageBox | null> {
		const canvases = await Promise.all(this.#page.frames().map((frame) => frame.locator('canvas').all()));
		const boxes = await Promise.all(canvases.flat().map((canvas) => canvas.boundingBox()));
		const shown = boxes.filter((box) => box !== null);
		return shown.sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? null;
	}
}

/**
 * An object of the page's scene, in a session. It is looked up on each call, as locators are. Calls throw `Error` if no object
 * matches, or several. Positions are in the space of the scene, with WebXR's axes.
 */
export class XRObject extends SceneObject {
	readonly #scene: XRScene;

	/** Created by `xr.object`. */
	constructor(scene: XRScene, query: ObjectQuery) {
		super(scene, [{ kind: 'match', query }]);
		this.#scene = scene;
	}

	/** The name or path that was asked for. */
	override get name(): string {
		const [first] = this.steps;
		return first?.kind === 'match' && typeof first.query === 'string' ? first.query : 'object';
	}

	/** In a session time stands still, so nothing waits. */
	override get now(): XRObject {
		return this;
	}

	override async node(): Promise<SceneNode> {
		return this.#scene.find(this.steps);
	}

	/** Takes a picture of the object, as the page shows it: in a session, to the left eye. Throws `Error` if it is not in view. */
	async screenshot(options?: PageScreenshotOptions): Promise<Buffer> {
		return this.#scene.screenshot(this.name, await this.bounds(), options);
	}

	/** Remembers where the object was expected in vain, or `null`. Called by matchers. */
	expectAt(point: Point | null): void {
		this.#scene.expect(this, point);
	}

	/** How far the object and a hand have moved since the hand closed. Called by matchers. */
	async measureHold(side: Side): Promise<HoldMovement> {
		return this.#scene.measureHold(await this.node(), side);
	}

	/** The person at the time of the last frame, in the space of the scene. */
	async person(): Promise<Person> {
		return this.#scene.findPerson();
	}

	/** The session in which the object is. */
	get session(): SceneSession {
		return this.#scene.session;
	}

	/** Whether the object and everything above it is shown. Objects behind others count as visible. */
	override async isVisible(): Promise<boolean> {
		return (await this.node()).isVisible;
	}
}
