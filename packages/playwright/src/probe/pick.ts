import { ItemBuffer } from './item-buffer.ts';
import type { SceneView } from './library.ts';
import { type CanvasPlace, describeElement, findInterceptor, placeCanvas, toPage, unproject } from './page-place.ts';
import { boxOf, clearView, type Drawn, projectFromWebXR, type Sight } from './sight.ts';
import type { Bounds, ObjectPlace, Point, ScenePick, UnseenReason } from './types.ts';

/** Pixels between the point to act on and the edge of what is visible, if there is room. */
const INSET = 4;
/** Points that are tried below elements of the page. */
const MAX_TRIES = 64;
/** Covering objects in a message. */
const MAX_NAMES = 3;

/** The object to find: everything that it draws, or one of its instances. */
export interface PickTarget {
	readonly node: object;
	readonly instance: number;
	readonly bounds: Bounds;
	/** What messages call an object, or one of its instances. */
	labelOf(node: object, instance: number): string;
}

const NOTHING: ScenePick = {
	reason: 'undrawn',
	x: 0,
	y: 0,
	point: null,
	box: null,
	visiblePixels: 0,
	pixels: 0,
	by: [],
	canvas: null,
};

/** Returns why an object cannot be seen. */
export function fail(reason: UnseenReason): ScenePick {
	return { ...NOTHING, reason };
}

/** Finds a point of an object that the last frame shows. If several views show it, the one that shows most of it counts. */
export function pickObject(sight: Sight, target: PickTarget, place: ObjectPlace): ScenePick {
	let best: ScenePick | null = null;
	let hasViews = false;
	for (const [canvas, views] of sight.listCanvases()) {
		const where = placeCanvas(canvas);
		if (where.width < 1 || where.height < 1) continue;
		for (const view of views) {
			if (!view.library.owns(target.node)) continue;
			hasViews = true;
			const pick = pickInView(sight, target, place, view, views, where);
			if (pick === null) continue;
			if (best === null || rank(pick) > rank(best)) best = pick;
		}
	}
	return best ?? placeEmpty(sight, target, place) ?? fail(hasViews ? 'empty' : 'undrawn');
}

// Pages have invisible objects for pointers; `force` acts where they are.
function placeEmpty(sight: Sight, { node, bounds }: PickTarget, place: ObjectPlace): ScenePick | null {
	for (const [canvas, views] of sight.listCanvases()) {
		const view = views.find(({ library }) => library.owns(node));
		const at = view && projectFromWebXR(view, typeof place === 'string' ? findMiddle(bounds) : place);
		if (!at) continue;
		const where = placeCanvas(canvas);
		const { x, y } = toPage(where, { ...at, width: 0, height: 0 });
		return { ...fail('empty'), x, y, canvas: toPage(where, { x: 0, y: 0, width: where.width, height: where.height }) };
	}
	return null;
}

function rank({ reason, visiblePixels, pixels }: ScenePick): number {
	return (reason === null ? 1e12 : 0) + visiblePixels * 1e4 + pixels;
}

// `null` if the view draws nothing of the object.
function pickInView(
	sight: Sight,
	{ node, instance, bounds, labelOf }: PickTarget,
	place: ObjectPlace,
	view: SceneView,
	views: readonly SceneView[],
	where: CanvasPlace,
): ScenePick | null {
	const own = [...sight.listDrawn(view, node)].filter(
		(drawn) => instance < 0 || (drawn.node === node && drawn.shape.instance === instance),
	);
	if (own.length === 0) return null;
	const canvas = toPage(where, { x: 0, y: 0, width: where.width, height: where.height });
	const left = Math.max(0, Math.floor(view.x));
	const top = Math.max(0, Math.floor(view.y));
	const right = Math.min(Math.ceil(where.width), Math.ceil(view.x + view.width));
	const bottom = Math.min(Math.ceil(where.height), Math.ceil(view.y + view.height));
	if (right <= left || bottom <= top) return { ...NOTHING, reason: 'off-screen', canvas };
	const alone = new ItemBuffer(left, top, right - left, bottom - top);
	for (const { shape } of own) alone.draw(shape, 1, view);
	const box = boxOf(alone, where);
	const middle = projectFromWebXR(view, findMiddle(bounds));
	if (box === null) {
		const isInside = middle !== null && middle.x >= left && middle.x < right && middle.y >= top && middle.y < bottom;
		const at = middle === null ? { x: 0, y: 0 } : toPage(where, { ...middle, width: 0, height: 0 });
		return { ...NOTHING, x: at.x, y: at.y, reason: isInside ? 'too-small' : 'off-screen', canvas };
	}
	const region = new ItemBuffer(
		left + alone.left,
		top + alone.top,
		alone.right - alone.left + 1,
		alone.bottom - alone.top + 1,
	);
	const { covering, isOwn } = drawAll(sight, region, view, views, node, instance);
	const { width, height } = region;
	const mask = new Uint8Array(width * height);
	let visiblePixels = 0;
	let pixels = 0;
	const covered = new Map<number, number>();
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const at = y * width + x;
			if (alone.ids[(y + alone.top) * alone.width + x + alone.left] === 0) continue;
			pixels++;
			const id = region.ids[at]!;
			if (isOwn(id)) {
				mask[at] = 1;
				visiblePixels++;
			} else {
				covered.set(id, (covered.get(id) ?? 0) + 1);
			}
		}
	}
	const nameOf = (id: number): string => {
		const drawn = covering[id];
		return drawn === undefined ? 'what is drawn later' : labelOf(drawn.node, drawn.shape.instance);
	};
	const wanted = findWanted(place, view, region, mask, middle);
	const page = (x: number, y: number): { x: number; y: number } => {
		const at = toPage(where, { x: region.x + x + 0.5, y: region.y + y + 0.5, width: 0, height: 0 });
		return { x: at.x, y: at.y };
	};
	const result = { ...NOTHING, box, visiblePixels, pixels, canvas, ...page(wanted.x - 0.5, wanted.y - 0.5) };
	if (visiblePixels === 0) return { ...result, reason: 'covered', by: listMost(covered, nameOf) };
	if (typeof place !== 'string') {
		const [x, y] = [Math.floor(wanted.x), Math.floor(wanted.y)];
		const isInside = x >= 0 && y >= 0 && x < width && y < height;
		const at = y * width + x;
		if (!isInside || !mask[at]) {
			const id = isInside ? region.ids[at]! : 0;
			return { ...result, reason: covering[id] ? 'covered' : 'empty', by: covering[id] ? [nameOf(id)] : [] };
		}
	}
	const chosen = choosePixel(mask, region, wanted, typeof place !== 'string');
	const tries = typeof place !== 'string' ? [chosen] : [chosen, ...listOthers(mask, region, wanted)];
	let blocked: { x: number; y: number; by: Element | 'outside' } | null = null;
	for (const [x, y] of tries) {
		const at = page(x, y);
		const by = findInterceptor(view.canvas, at.x, at.y);
		if (by === null) {
			const depth = region.depths[y * width + x]!;
			const point = unproject(view, region.x + x + 0.5, region.y + y + 0.5, depth < -2 ? depth + 4 : depth);
			return { ...result, reason: null, ...at, point };
		}
		blocked ??= { ...at, by };
	}
	const { by, x, y } = blocked!;
	if (by === 'outside') return { ...result, x, y, reason: 'outside' };
	return { ...result, x, y, reason: 'intercepted', by: [describeElement(by)] };
}

// All views of the canvas, as far as they touch the region. Numbers are those of `covering`, from 1 on.
function drawAll(
	sight: Sight,
	region: ItemBuffer,
	main: SceneView,
	views: readonly SceneView[],
	node: object,
	instance: number,
): { covering: (Drawn | undefined)[]; isOwn: (id: number) => boolean } {
	const covering: (Drawn | undefined)[] = [undefined];
	const owned: boolean[] = [false];
	for (const view of views) {
		if (view.clears) clearView(region, view);
		else if (view !== views[0]) region.depths.fill(Number.POSITIVE_INFINITY);
		const inside = new Set<object>();
		if (view === main && instance < 0) for (const drawn of sight.listDrawn(view, node)) inside.add(drawn.node);
		for (const drawn of sight.listDrawn(view)) {
			const { shape } = drawn;
			const isTarget =
				view === main && (instance < 0 ? inside.has(drawn.node) : drawn.node === node && shape.instance === instance);
			// What can be seen through is drawn only if it is wanted.
			if (!isTarget && !shape.isCovering) continue;
			covering.push(drawn);
			owned.push(isTarget);
			region.draw(shape, covering.length - 1, view);
		}
	}
	return { covering, isOwn: (id) => owned[id] === true };
}

function findMiddle({ min, max }: Bounds): Point {
	return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

// In pixels of the region.
function findWanted(
	place: ObjectPlace,
	view: SceneView,
	region: ItemBuffer,
	mask: Uint8Array,
	middle: { x: number; y: number } | null,
): { x: number; y: number } {
	const { width, height } = region;
	if (place === 'top') {
		const first = mask.indexOf(1);
		if (first < 0) return { x: width / 2, y: 0 };
		const y = Math.floor(first / width);
		const row = Array.from(mask.subarray(y * width, (y + 1) * width), (value, x) => (value ? x : -1)).filter(
			(x) => x >= 0,
		);
		return { x: row[row.length >> 1]! + 0.5, y: y + 0.5 };
	}
	const at = place === 'center' ? middle : projectFromWebXR(view, place);
	return at === null ? { x: width / 2, y: height / 2 } : { x: at.x - region.x, y: at.y - region.y };
}

// The pixel next to the wanted one that is well inside.
function choosePixel(
	mask: Uint8Array,
	{ width, height }: ItemBuffer,
	wanted: { x: number; y: number },
	isExact: boolean,
): [x: number, y: number] {
	if (isExact) return [Math.floor(wanted.x), Math.floor(wanted.y)];
	const inset = measureInsets(mask, width, height);
	let most = 0;
	for (const value of inset) if (value > most) most = value;
	const least = Math.min(INSET, most);
	let best: [number, number] = [0, 0];
	let nearest = Number.POSITIVE_INFINITY;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			if (inset[y * width + x]! < least) continue;
			const distance = (x + 0.5 - wanted.x) ** 2 + (y + 0.5 - wanted.y) ** 2;
			if (distance < nearest) [nearest, best] = [distance, [x, y]];
		}
	}
	return best;
}

// Pixels to the next one that is not in the mask, along rows, columns and diagonals.
function measureInsets(mask: Uint8Array, width: number, height: number): Uint8Array {
	const inset = new Uint8Array(mask.length);
	const at = (x: number, y: number): number =>
		x < 0 || y < 0 || x >= width || y >= height ? 0 : inset[y * width + x]!;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			if (!mask[y * width + x]) continue;
			inset[y * width + x] = Math.min(254, at(x - 1, y), at(x, y - 1), at(x - 1, y - 1), at(x + 1, y - 1)) + 1;
		}
	}
	for (let y = height - 1; y >= 0; y--) {
		for (let x = width - 1; x >= 0; x--) {
			const around = Math.min(254, at(x + 1, y), at(x, y + 1), at(x + 1, y + 1), at(x - 1, y + 1)) + 1;
			if (inset[y * width + x]! > around) inset[y * width + x] = around;
		}
	}
	return inset;
}

// Visible pixels all over the object, those next to the wanted one first.
function listOthers(
	mask: Uint8Array,
	{ width }: ItemBuffer,
	wanted: { x: number; y: number },
): [x: number, y: number][] {
	const all: [number, number][] = [];
	for (let i = 0; i < mask.length; i++) if (mask[i]) all.push([i % width, Math.floor(i / width)]);
	const step = Math.max(1, Math.floor(all.length / MAX_TRIES));
	const away = ([x, y]: [number, number]): number => (x - wanted.x) ** 2 + (y - wanted.y) ** 2;
	return all.filter((_, i) => i % step === 0).sort((a, b) => away(a) - away(b));
}

// An object may draw several shapes.
function listMost(counts: ReadonlyMap<number, number>, nameOf: (id: number) => string): string[] {
	const names = new Map<string, number>();
	for (const [id, count] of counts) names.set(nameOf(id), (names.get(nameOf(id)) ?? 0) + count);
	return [...names]
		.sort((a, b) => b[1] - a[1])
		.slice(0, MAX_NAMES)
		.map(([name]) => name);
}

/** Whether a point of the page shows an object, and the canvas receives its events. */
export function showsAt(sight: Sight, { node, instance }: PickTarget, x: number, y: number): boolean {
	for (const [canvas, views] of sight.listCanvases()) {
		const where = placeCanvas(canvas);
		const [px, py] = [(x - where.x) / where.scaleX, (y - where.y) / where.scaleY];
		if (px < 0 || py < 0 || px >= where.width || py >= where.height) continue;
		for (const view of views) {
			if (!view.library.owns(node)) continue;
			const pixel = new ItemBuffer(px - 0.5, py - 0.5, 1, 1);
			const { isOwn } = drawAll(sight, pixel, view, views, node, instance);
			if (isOwn(pixel.ids[0]!)) return findInterceptor(canvas, x, y) === null;
		}
	}
	return false;
}
