import type { Shape } from './item-buffer.ts';
import { hasValues, type NodeFacts, type Place, type SceneLibrary, type SceneView } from './library.ts';
import { type DrawnFrame, findThreeCamera, followRenderer, listSeen, listViewsOf } from './three-renderers.ts';
import { addThreeBounds, listThreeShapes } from './three-shapes.ts';
import type { ThreeMaterial, ThreeNode, ThreeRenderer } from './three-types.ts';
import type { Bounds, ListOptions, Point, SceneCamera } from './types.ts';

const POINTER_EVENT = /^(click|dblclick|contextmenu|wheel|pointer|mouse|touch|select|hover|drag)/;

/**
 * three.js, A-Frame and React Three Fiber. three.js announces scenes and renderers to its developer tools, and this listens in
 * their place.
 */
export class ThreeLibrary implements SceneLibrary {
	/** The window of each scene. */
	readonly #scenes = new Map<ThreeNode, Place>();
	readonly #frames = new Map<ThreeRenderer, { place: Place; frame: DrawnFrame }>();
	readonly #places: Place[] = [];
	readonly #given: ThreeNode[] = [];
	readonly #onScene: () => void;

	/** `onScene` is called for each scene of three.js. */
	constructor(onScene: () => void) {
		this.#onScene = onScene;
	}

	adopt(place: Place): void {
		const { window } = place;
		this.#places.push(place);
		window.__THREE_DEVTOOLS__ ??= new EventTarget();
		window.__THREE_DEVTOOLS__.addEventListener('observe', (event) => {
			const { detail } = event as CustomEvent<ThreeNode | ThreeRenderer | null>;
			if (detail === null || typeof detail !== 'object') return;
			if ('isScene' in detail && detail.isScene) {
				this.#scenes.set(detail, place);
				this.#onScene();
			} else if ('render' in detail && !this.#frames.has(detail)) {
				this.#frames.set(detail, { place, frame: followRenderer(detail, window) });
			}
		});
	}

	take(scene: unknown): boolean {
		if (!(scene as ThreeNode)?.isObject3D) return false;
		this.#given.push(scene as ThreeNode);
		return true;
	}

	owns(object: object): boolean {
		return (object as ThreeNode).isObject3D === true;
	}

	// The scenes that renderers drew last. Others were replaced, or made pictures for a material. Before the first picture, all.
	listScenes(): object[] {
		if (this.#given.length > 0) return this.#given;
		const scenes = [...this.#scenes].flatMap(([scene, place]) => (place.isThere() ? [scene] : []));
		const current = new Set(this.#listFrames().flatMap((frame) => listSeen(frame).map(({ scene }) => scene)));
		const frames = this.#places.flatMap((place) =>
			place.isThere()
				? [...(place.window.document?.querySelectorAll('a-scene') ?? [])].flatMap(
						(element) => (element as unknown as { object3D?: ThreeNode }).object3D ?? [],
					)
				: [],
		);
		return [...new Set([...(current.size === 0 ? scenes : current), ...frames])];
	}

	nameScene(scene: object): string {
		return (scene as ThreeNode).el === undefined ? 'three.js' : 'A-Frame';
	}

	listRoots(scene: object): readonly object[] {
		const root = scene as ThreeNode;
		root.updateWorldMatrix(true, true);
		return root.children;
	}

	listChildren(node: object): readonly object[] {
		return (node as ThreeNode).children;
	}

	describe(object: object): NodeFacts {
		const node = object as ThreeNode;
		const { type, geometry, visible: isShown, text } = node;
		const isEntity = node.el?.object3D === node;
		// A-Frame sets `el` on the meshes of an entity, too; the id belongs to its group alone.
		const name = node.name || (isEntity && node.el?.id) || '';
		const e = node.matrixWorld.elements;
		const material = [node.material].flat()[0] as ThreeMaterial | undefined;
		const hex = material?.color?.getHexString?.();
		const instances = node.isInstancedMesh ? node.count : node.isBatchedMesh ? node.instanceCount : undefined;
		const isInteractive =
			(node.__r3f?.eventCount ?? 0) > 0 ||
			Object.keys(node._listeners ?? {}).some((name) => POINTER_EVENT.test(name)) ||
			(isEntity && node.el?.classList?.contains('clickable') === true);
		return {
			name,
			type,
			isShown,
			position: [e[12] ?? 0, e[13] ?? 0, e[14] ?? 0],
			material: material?.name || undefined,
			geometry: geometry && (geometry.name || geometry.type),
			color: hex === undefined ? undefined : `#${hex}`,
			text: typeof text === 'string' ? text : undefined,
			instances,
			isInteractive: isInteractive || undefined,
		};
	}

	readPosition(object: object): Point {
		const node = object as ThreeNode;
		node.updateWorldMatrix(true, false);
		const e = node.matrixWorld.elements;
		return [e[12] ?? 0, e[13] ?? 0, e[14] ?? 0];
	}

	readMatrix(object: object): number[] {
		return Array.from((object as ThreeNode).matrixWorld.elements);
	}

	measureBounds(object: object, instance: number): Bounds {
		const node = object as ThreeNode;
		node.updateWorldMatrix(true, true);
		const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
		const max = min.map((value) => -value);
		const add = (part: ThreeNode): void => {
			addThreeBounds(part, part === node ? instance : -1, min, max);
			if (instance < 0) for (const child of part.children) add(child);
		};
		add(node);
		const e = node.matrixWorld.elements;
		const at: Point = [e[12] ?? 0, e[13] ?? 0, e[14] ?? 0];
		return min[0]! > max[0]! ? { min: at, max: at } : ({ min, max } as unknown as Bounds);
	}

	selects(object: object, { userData, props, selector }: ListOptions): boolean {
		const { el, __r3f: fiber, userData: own } = object as ThreeNode;
		return (
			(userData === undefined || hasValues(own, userData)) &&
			(props === undefined || hasValues(fiber?.props ?? fiber?.memoizedProps, props)) &&
			(selector === undefined || (el?.object3D === object && el.matches(selector)))
		);
	}

	listViews(): SceneView[] {
		const scenes = new Set(this.listScenes());
		return this.#listFrames()
			.flatMap((frame) => listViewsOf(frame, this))
			.filter(({ scene }) => scenes.has(scene));
	}

	listShapes(object: object, view: SceneView): Iterable<Shape> {
		const node = object as ThreeNode;
		const seen = (view.camera as { layers?: { mask: number } }).layers?.mask ?? 1;
		if (node.layers && (node.layers.mask & seen) === 0) return [];
		return listThreeShapes(node, view);
	}

	toWebXR(point: Point): Point {
		return point;
	}

	findCamera(): SceneCamera | null {
		return findThreeCamera(this.#listFrames());
	}

	hide(object: object): () => void {
		const node = object as ThreeNode;
		const { layers } = node as { layers?: { mask: number } };
		if (!layers) return () => {};
		const { mask } = layers;
		layers.mask = 0;
		return () => {
			layers.mask = mask;
		};
	}

	turn({ camera }: SceneView, [x, y, z]: Point): void {
		(camera as { lookAt?(x: number, y: number, z: number): void }).lookAt?.(x, y, z);
	}

	redraw(): void {
		for (const frame of this.#listFrames()) {
			const { draws, renderer } = frame;
			const seen = listSeen(frame);
			// Composers draw by themselves: only their page can.
			if (seen.some(({ target }) => target !== null)) continue;
			frame.draws = draws;
			for (const { scene, camera } of seen) renderer.render(scene, camera);
		}
	}

	#listFrames(): DrawnFrame[] {
		return [...this.#frames.values()].flatMap(({ place, frame }) =>
			place.isThere() && frame.draws.length > 0 ? [frame] : [],
		);
	}
}
