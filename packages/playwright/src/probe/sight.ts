import { ItemBuffer, type Shape } from './item-buffer.ts';
import type { SceneLibrary, SceneView } from './library.ts';
import { type CanvasPlace, placeCanvas, projectPoint, toPage, unproject } from './page-place.ts';
import type { CameraState, PageBox, Point, SceneHit, SceneSight } from './types.ts';

/** Something that a view draws. */
export interface Drawn {
	readonly node: object;
	readonly shape: Shape;
}

/** Objects drawn over everything have depths below this. */
const ON_TOP = -2;

/** What the cameras of a page see in its last frame. */
export class Sight {
	readonly libraries: readonly SceneLibrary[];
	readonly #getId: (node: object) => number;

	constructor(libraries: readonly SceneLibrary[], getId: (node: object) => number) {
		this.libraries = libraries;
		this.#getId = getId;
	}

	/** The views of each canvas, in the order in which they were drawn. */
	listCanvases(): Map<HTMLCanvasElement, SceneView[]> {
		const canvases = new Map<HTMLCanvasElement, SceneView[]>();
		for (const view of this.libraries.flatMap((library) => library.listViews())) {
			if (!(view.width > 0 && view.height > 0)) continue;
			canvases.set(view.canvas, [...(canvases.get(view.canvas) ?? []), view]);
		}
		return canvases;
	}

	/** What a view draws. `within` limits it to an object and everything below it. */
	*listDrawn(view: SceneView, within?: object): Generator<Drawn> {
		const { library } = view;
		function* walk(node: object, isInside: boolean): Generator<Drawn> {
			if (!isDrawnBelow(node)) return;
			const isWanted = isInside || node === within;
			if (isWanted) for (const shape of library.listShapes(node, view)) yield { node, shape };
			for (const child of library.listChildren(node)) yield* walk(child, isWanted);
		}
		const isDrawnBelow = (node: object): boolean => {
			const { visible, enabled, isEnabled } = node as {
				visible?: boolean;
				enabled?: boolean;
				isEnabled?(own?: boolean): boolean;
			};
			return visible !== false && enabled !== false && (typeof isEnabled !== 'function' || isEnabled.call(node, false));
		};
		const { scene } = view;
		if ((scene as { visible?: boolean }).visible === false) return;
		const roots = (scene as { children?: object[] }).children ?? library.listRoots(scene);
		for (const root of roots) yield* walk(root, within === undefined);
	}

	/** The objects under a point of the page, front to back. */
	hitAt(x: number, y: number, paths: (node: object) => string, typeOf: (node: object) => string): SceneHit[] {
		for (const [canvas, views] of [...this.listCanvases()].reverse()) {
			const place = placeCanvas(canvas);
			const [px, py] = [(x - place.x) / place.scaleX, (y - place.y) / place.scaleY];
			if (px < 0 || py < 0 || px >= place.width || py >= place.height) continue;
			const hits = views.flatMap((view, order) => this.#hitView(view, px, py).map((hit) => ({ ...hit, view, order })));
			hits.sort((a, b) => b.order - a.order || a.depth - b.depth);
			return hits.flatMap(({ node, instance, depth, isCovering, view }) => {
				const own = depth < ON_TOP ? depth + 4 : depth;
				const point = unproject(view, px, py, own);
				if (point === null) return [];
				const eye = view.library.toWebXR([view.world[12]!, view.world[13]!, view.world[14]!], view);
				const distance = Math.hypot(...point.map((value, i) => value - eye[i]!));
				return [
					{ id: this.#getId(node), path: paths(node), type: typeOf(node), instance, point, distance, isCovering },
				];
			});
		}
		return [];
	}

	#hitView(view: SceneView, px: number, py: number) {
		if (px < view.x || py < view.y || px >= view.x + view.width || py >= view.y + view.height) return [];
		const hits = new Map<object, Map<number, { depth: number; isCovering: boolean }>>();
		// The pixel's sample is at its middle.
		const buffer = new ItemBuffer(px - 0.5, py - 0.5, 1, 1);
		for (const { node, shape } of this.listDrawn(view)) {
			buffer.depths[0] = Number.POSITIVE_INFINITY;
			buffer.draw(shape, 1, view);
			const depth = buffer.depths[0]!;
			if (depth === Number.POSITIVE_INFINITY) continue;
			const own = hits.get(node) ?? new Map<number, { depth: number; isCovering: boolean }>();
			const known = own.get(shape.instance);
			if (!known || depth < known.depth) own.set(shape.instance, { depth, isCovering: shape.isCovering });
			hits.set(node, own);
		}
		return [...hits].flatMap(([node, own]) => [...own].map(([instance, hit]) => ({ node, instance, ...hit })));
	}

	/** What each object shows on the page, by itself; −1 is the id of what was drawn. */
	survey(parentOf: (node: object) => object | undefined): SceneSight[] {
		const sums = new Map<object, { box: PageBox | null; visiblePixels: number; pixels: number }>();
		const add = (node: object, visible: number, pixels: number, box: PageBox | null): void => {
			for (let at: object | undefined = node; at !== undefined; at = parentOf(at)) {
				const sum = sums.get(at) ?? { box: null, visiblePixels: 0, pixels: 0 };
				sums.set(at, {
					box: joinBoxes(sum.box, box),
					visiblePixels: sum.visiblePixels + visible,
					pixels: sum.pixels + pixels,
				});
			}
		};
		for (const [canvas, views] of this.listCanvases()) {
			const place = placeCanvas(canvas);
			const buffer = new ItemBuffer(0, 0, Math.ceil(place.width), Math.ceil(place.height));
			const items: object[] = [];
			for (const view of views) {
				if (view.clears) clearView(buffer, view);
				const later: Drawn[] = [];
				for (const drawn of this.listDrawn(view)) {
					if (!drawn.shape.isCovering) later.push(drawn);
					else {
						items.push(drawn.node);
						buffer.resetBox();
						buffer.draw(drawn.shape, items.length, view);
						add(drawn.node, 0, buffer.touched, boxOf(buffer, place));
					}
				}
				for (const { node, shape } of later) {
					buffer.resetBox();
					buffer.draw(shape, 0, view, false);
					add(node, buffer.won, buffer.touched, boxOf(buffer, place));
				}
			}
			const counts = new Uint32Array(items.length + 1);
			for (const id of buffer.ids) counts[id]!++;
			items.forEach((node, i) => {
				if (counts[i + 1]) add(node, counts[i + 1]!, 0, null);
			});
		}
		return [...sums].map(([node, sum]) => ({ id: this.#getId(node), ...sum }));
	}

	/** The objects whose boxes are in view, with everything above them. */
	listInView(parentOf: (node: object) => object | undefined): object[] {
		const inView = new Set<object>();
		for (const [canvas, views] of this.listCanvases()) {
			const { clientWidth, clientHeight } = canvas;
			const buffer = new ItemBuffer(0, 0, Math.min(1, clientWidth), Math.min(1, clientHeight));
			for (const view of views) {
				const part = { x: Math.max(0, view.x), y: Math.max(0, view.y), width: view.width, height: view.height };
				for (const { node, shape } of this.listDrawn(view)) {
					if (inView.has(node) || !buffer.mayTouch(shape, view, part)) continue;
					for (let at: object | undefined = node; at !== undefined; at = parentOf(at)) inView.add(at);
				}
			}
		}
		return [...inView];
	}

	listCameras(): CameraState[] {
		return [...this.listCanvases().values()].flat().map((view) => {
			const { library, world, camera, scene } = view;
			const place = placeCanvas(view.canvas);
			const at = (column: number): Point =>
				library.toWebXR([world[column]!, world[column + 1]!, world[column + 2]!], view);
			const position = at(12);
			// three.js looks along −z; the left-handed Babylon.js along its z, which is WebXR's −z.
			const isLeftHanded = (scene as { useRightHandedSystem?: boolean }).useRightHandedSystem === false;
			const back = at(8);
			const sign = isLeftHanded ? 1 : -1;
			const length = Math.hypot(...back) || 1;
			const viewProjection = Array.from(view.viewProjection, (value, i) =>
				isLeftHanded && i >> 2 === 2 ? -value : value,
			);
			return {
				name: (camera as { name?: string }).name ?? '',
				kind: view.isPerspective ? 'perspective' : 'orthographic',
				position,
				direction: back.map((value) => (sign * value) / length) as unknown as Point,
				viewProjection,
				view: toPage(place, view),
				library: library.nameScene(scene),
			};
		});
	}
}

/** Erases what earlier views drew below a view. */
export function clearView(buffer: ItemBuffer, view: SceneView): void {
	const left = Math.max(0, Math.round(view.x - buffer.x));
	const right = Math.min(buffer.width, Math.round(view.x + view.width - buffer.x));
	for (
		let y = Math.max(0, Math.round(view.y - buffer.y));
		y < Math.min(buffer.height, Math.round(view.y + view.height - buffer.y));
		y++
	) {
		if (right <= left) break;
		buffer.ids.fill(0, y * buffer.width + left, y * buffer.width + right);
		buffer.depths.fill(Number.POSITIVE_INFINITY, y * buffer.width + left, y * buffer.width + right);
	}
}

/** The box on the page of the pixels that a buffer touched. */
export function boxOf(buffer: ItemBuffer, place: CanvasPlace): PageBox | null {
	const { left, right, top, bottom, x, y } = buffer;
	if (left > right) return null;
	return toPage(place, { x: x + left, y: y + top, width: right - left + 1, height: bottom - top + 1 });
}

function joinBoxes(a: PageBox | null, b: PageBox | null): PageBox | null {
	if (a === null || b === null) return a ?? b;
	const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
	const right = Math.max(a.x + a.width, b.x + b.width);
	const bottom = Math.max(a.y + a.height, b.y + b.height);
	return { x, y, width: right - x, height: bottom - y };
}

/** The pixel of a canvas at which a view shows a point in WebXR's space. */
export function projectFromWebXR(view: SceneView, point: Point): { x: number; y: number } | null {
	return projectPoint(view, view.library.toWebXR(point, view));
}
