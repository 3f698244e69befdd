import { nameObject } from '../probe/name-object.ts';
import type { Bounds, ObjectPlace, ObjectReference, PageBox, Point, SceneNode, ScenePick } from '../probe/types.ts';
import { type ActionOptions, type Aimed, act, type PointerOptions } from './act.ts';
import { createFinger, createMouse } from './drag-pointer.ts';
import { describeSteps, findNode, findNodes, NoMatchError, type ObjectQuery, type QueryStep } from './find-node.ts';
import type { Scene } from './scene.ts';
import { callProbe } from './scene-page.ts';

/** Where a drag ends: an object, a point of the scene, or pixels from where it starts. */
export type DragTarget = SceneObject | Point | { readonly dx: number; readonly dy: number };

/** Options of `dragTo`. */
export interface DragOptions extends PointerOptions {
	/** The number of moves on the way. Default 10. */
	readonly steps?: number | undefined;
	/** The place of the object where the drag ends. Default its middle. */
	readonly to?: ObjectPlace | undefined;
	/** Drags with a finger instead of the mouse. The context of the page needs `hasTouch`. Default false. */
	readonly touch?: boolean | undefined;
}

/** Which objects a query keeps. */
export interface ObjectFilter {
	/** Whether they can be seen: in view, not covered. */
	readonly visible?: boolean;
	/** Only those within some meters of a point or object. */
	readonly near?: readonly [target: SceneObject | Point, meters: number];
}

const DRAG_STEPS = 10;

/**
 * An object of a scene. It is looked up on each call, as locators are. Actions wait until exactly one object matches and a point
 * of it can be seen. Positions are in the space of the scene, in meters with WebXR's axes; boxes are on the page, in CSS pixels.
 */
export class SceneObject {
	readonly scene: Scene;
	readonly steps: readonly QueryStep[];
	/** −1 for the whole object. */
	readonly index: number;
	readonly #waits: boolean;

	/** Created by `scene.object`. */
	constructor(scene: Scene, steps: readonly QueryStep[], index = -1, waits = true) {
		this.scene = scene;
		this.steps = steps;
		this.index = index;
		this.#waits = waits;
	}

	/** The same object, whose values do not wait for it: for code that waits by itself. */
	get now(): SceneObject {
		return new SceneObject(this.scene, this.steps, this.index, false);
	}

	/** The query as its author wrote it. */
	get name(): string {
		return `${describeSteps(this.steps)}${this.index < 0 ? '' : `.instance(${this.index})`}`;
	}

	/** Only objects inside another object. */
	within(outer: SceneObject | ObjectQuery): SceneObject {
		const steps = outer instanceof SceneObject ? outer.steps : [{ kind: 'match', query: outer } as const];
		return this.#add({ kind: 'within', steps });
	}

	/** Only objects that can be seen, or that are near something. */
	filter({ visible, near }: ObjectFilter): SceneObject {
		const seen = visible === undefined ? this : this.#add({ kind: 'visible', isVisible: visible });
		if (near === undefined) return seen;
		const [target, meters] = near;
		const point = async (): Promise<Point> => (target instanceof SceneObject ? target.now.position() : target);
		return seen.#add({ kind: 'near', point, meters });
	}

	/** The match at a position in the order of the scene; −1 is the last. */
	nth(index: number): SceneObject {
		return this.#add({ kind: 'nth', index });
	}

	/** The first match. */
	first(): SceneObject {
		return this.nth(0);
	}

	/** An instance of an `InstancedMesh`, a `BatchedMesh`, or of thin instances. */
	instance(index: number): SceneObject {
		return new SceneObject(this.scene, this.steps, index);
	}

	/** All matches, as of now. */
	async all(): Promise<SceneObject[]> {
		return (await this.nodes()).map((_, i) => this.nth(i));
	}

	/** The number of matches, as of now. */
	async count(): Promise<number> {
		return (await this.nodes()).length;
	}

	/** All matches with what is known of them. */
	async nodes(): Promise<readonly SceneNode[]> {
		return findNodes(await this.scene.list(), this.steps, this.scene.helpers);
	}

	/**
	 * The object with its path, type and position. Waits until an object matches, as all values do, and for at most the time of
	 * the scene. Throws `Error` if none matches then, or if several do.
	 */
	async node(): Promise<SceneNode> {
		const end = Date.now() + this.scene.timeout;
		for (;;) {
			try {
				return await this.#look();
			} catch (error) {
				if (!this.#waits || !(error instanceof NoMatchError) || Date.now() >= end) throw error;
			}
			await callProbe(this.scene.frame, 'nextFrame');
		}
	}

	async #look(): Promise<SceneNode> {
		const node = await findNode(await this.scene.list(), this.steps, this.scene.helpers);
		const { instances = 0 } = node;
		if (this.index >= 0 && this.index >= instances) {
			throw new Error(`${node.path} has ${instances} instances, so there is none with the index ${this.index}`);
		}
		return node;
	}

	/** The position of the object's origin; of an instance, the middle of its bounds. */
	async position(): Promise<Point> {
		return this.index < 0 ? (await this.node()).position : this.center();
	}

	/** The box in the scene around the object and everything below it. */
	async bounds(): Promise<Bounds> {
		const bounds = await callProbe(this.scene.frame, 'getBounds', (await this.node()).id, this.index);
		if (bounds === null) throw new Error(`${this.name} is gone`);
		return bounds;
	}

	/** The middle of {@link bounds}. */
	async center(): Promise<Point> {
		const { min, max } = await this.bounds();
		return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
	}

	/** The box on the page around what it draws; `null` if the canvas does not show it. Covered parts count. */
	async boundingBox(): Promise<PageBox | null> {
		return (await this.pick()).pick.box;
	}

	/** Whether it can be seen in the last frame: in view, not covered. `false` if no object matches, or several. */
	async isVisible(): Promise<boolean> {
		const picked = await this.now.pick().catch(() => null);
		return (picked?.pick.visiblePixels ?? 0) > 0;
	}

	/** Where it can be seen, or why not. */
	async pick(place: ObjectPlace = 'center'): Promise<{ node: SceneNode; pick: ScenePick }> {
		const node = await this.node();
		return { node, pick: await callProbe(this.scene.frame, 'pick', this.reference(node), place) };
	}

	/** Runs a function in the page with the object of the library: a `Mesh` of three.js, for example. */
	async evaluate<Result, Argument = undefined>(
		code: (object: never, argument: Argument) => Result,
		argument?: Argument,
	): Promise<Awaited<Result>> {
		const handle = await this.scene.getHandle(await this.node());
		try {
			return (await handle.evaluate(code as never, argument)) as Awaited<Result>;
		} finally {
			await handle.dispose();
		}
	}

	/** Clicks at a point of the object that can be seen. */
	async click(options: PointerOptions = {}): Promise<void> {
		await this.#act('click', options, (aimed) => press(aimed, options, 1));
	}

	/** Clicks twice. */
	async dblclick(options: PointerOptions = {}): Promise<void> {
		await this.#act('dblclick', options, async (aimed) => {
			await press(aimed, options, 1);
			await press(aimed, options, 2);
		});
	}

	/** Moves the mouse over the object. */
	async hover(options: ActionOptions = {}): Promise<void> {
		await this.#act('hover', options, async () => {});
	}

	/** Taps with a finger. The context of the page needs `hasTouch`. */
	async tap(options: ActionOptions = {}): Promise<void> {
		await this.#act('tap', { ...options, isTouch: true }, ({ page, x, y }) => page.touchscreen.tap(x, y));
	}

	/** Turns the mouse wheel over the object. */
	async wheel(dx: number, dy: number, options: ActionOptions = {}): Promise<void> {
		await this.#act('wheel', options, ({ page }) => {
			const { wheel } = page.mouse as unknown as { wheel(...args: unknown[]): Promise<void> };
			const isPuppeteer = 'evaluateOnNewDocument' in page;
			return isPuppeteer ? wheel.call(page.mouse, { deltaX: dx, deltaY: dy }) : wheel.call(page.mouse, dx, dy);
		});
	}

	/** Drags the object with the mouse or a finger. Lets go when what it drags has come to rest. */
	async dragTo(
		target: DragTarget,
		{ steps = DRAG_STEPS, to = 'center', touch = false, ...options }: DragOptions = {},
	): Promise<void> {
		const shown =
			target instanceof SceneObject
				? target.name
				: 'dx' in target
					? `${target.dx}, ${target.dy} pixels`
					: `[${target.join(', ')}]`;
		await this.#act(`dragTo ${shown}`, { ...options, isTouch: touch }, async ({ page, node, x, y }) => {
			const end = await this.#findEnd(target, to, node, x, y);
			const pointer = touch ? await createFinger(page) : createMouse(page, options.button);
			await pointer.down(x, y);
			for (let i = 1; i <= steps; i++) {
				await pointer.move(x + ((end.x - x) * i) / steps, y + ((end.y - y) * i) / steps);
				// Pages move things once per frame.
				await callProbe(this.scene.frame, 'nextFrame');
			}
			await callProbe(this.scene.frame, 'waitForRest', this.reference(node));
			await pointer.up();
		});
	}

	/** What messages call it. */
	label({ id, name, path }: SceneNode): string {
		return nameObject(path, name, id, this.index);
	}

	/** What the probe knows the object by. */
	reference({ id }: SceneNode): ObjectReference {
		return { id, instance: this.index };
	}

	async #findEnd(
		target: DragTarget,
		to: ObjectPlace,
		node: SceneNode,
		x: number,
		y: number,
	): Promise<{ x: number; y: number }> {
		if (target instanceof SceneObject) {
			const other = await target.pick(to);
			if (other.pick.box === null)
				throw new Error(`${other.node.path} is not on the canvas, so nothing can be dragged to it`);
			return other.pick;
		}
		if ('dx' in target) return { x: x + target.dx, y: y + target.dy };
		const end = await callProbe(this.scene.frame, 'project', target, node.id);
		if (end === null) throw new Error(`[${target.join(', ')}] is behind the camera, so nothing can be dragged to it`);
		return end;
	}

	#add(step: QueryStep): SceneObject {
		return new SceneObject(this.scene, [...this.steps, step], this.index);
	}

	async #act(
		title: string,
		options: ActionOptions & { readonly isTouch?: boolean },
		work: (aimed: Aimed) => Promise<void>,
	): Promise<void> {
		const from = (new Error().stack ?? '').split('\n').slice(3).join('\n');
		await this.scene.runStep(`scene.${this.name}.${title}`, from, async () => act(this, title, options, work));
	}
}

async function press(
	{ page }: Aimed,
	{ button = 'left', delay = 0 }: PointerOptions,
	clickCount: number,
): Promise<void> {
	await page.mouse.down({ button, clickCount });
	if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
	await page.mouse.up({ button, clickCount });
}
