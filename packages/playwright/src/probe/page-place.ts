import type { ProbedWindow, SceneView } from './library.ts';
import { invert, transformPoint } from './matrix.ts';
import type { PageBox, Point } from './types.ts';

/** Where a canvas is on the page. */
export interface CanvasPlace {
	readonly x: number;
	readonly y: number;
	/** Pixels of the page per pixel of the canvas's content. */
	readonly scaleX: number;
	readonly scaleY: number;
	readonly width: number;
	readonly height: number;
}

type Framed = ProbedWindow & { readonly frameElement: (Element & { ownerDocument: Document }) | null };

function* listFrames(canvas: Element): Generator<Element> {
	for (let view = canvas.ownerDocument.defaultView as Framed | null; view; ) {
		let frame: Framed['frameElement'] = null;
		try {
			frame = view.frameElement;
		} catch {
			// A window of another origin.
		}
		if (!frame) return;
		yield frame;
		view = frame.ownerDocument.defaultView as Framed | null;
	}
}

/** Measures where a canvas is on the page, through frames of the same origin. */
export function placeCanvas(canvas: HTMLCanvasElement): CanvasPlace {
	const rect = canvas.getBoundingClientRect();
	const scaleX = canvas.offsetWidth > 0 ? rect.width / canvas.offsetWidth : 1;
	const scaleY = canvas.offsetHeight > 0 ? rect.height / canvas.offsetHeight : 1;
	let [x, y] = [rect.left + canvas.clientLeft * scaleX, rect.top + canvas.clientTop * scaleY];
	for (const frame of listFrames(canvas)) {
		const outer = frame.getBoundingClientRect();
		x += outer.left + frame.clientLeft;
		y += outer.top + frame.clientTop;
	}
	return { x, y, scaleX, scaleY, width: canvas.clientWidth, height: canvas.clientHeight };
}

/** A box of the canvas on the page. */
export function toPage({ x, y, scaleX, scaleY }: CanvasPlace, box: PageBox): PageBox {
	return { x: x + box.x * scaleX, y: y + box.y * scaleY, width: box.width * scaleX, height: box.height * scaleY };
}

/**
 * The element that receives pointer events at a point of the page instead of the canvas; `'outside'` if the point is not in
 * view, `null` if the canvas receives them.
 */
export function findInterceptor(canvas: HTMLCanvasElement, x: number, y: number): Element | 'outside' | null {
	const frames = [...listFrames(canvas)];
	// From the page inward: each document has to hit the next frame.
	let [px, py] = [x, y];
	for (const target of [...frames.reverse(), canvas]) {
		const root = target.getRootNode() as Document | ShadowRoot;
		const { defaultView } = target.ownerDocument;
		if (defaultView && (px < 0 || py < 0 || px >= defaultView.innerWidth || py >= defaultView.innerHeight)) {
			return 'outside';
		}
		const hit = root.elementFromPoint(px, py);
		if (hit === null) return 'outside';
		if (hit !== target && !hit.contains(target)) return hit;
		if (target === canvas) return null;
		const rect = target.getBoundingClientRect();
		px -= rect.left + target.clientLeft;
		py -= rect.top + target.clientTop;
	}
	return null;
}

/** An element as in a page's source, such as `<div id="menu" class="open">`. */
export function describeElement(element: Element): string {
	const names = ['id', 'class', 'data-testid', 'role'].flatMap((name) => {
		const value = element.getAttribute(name);
		return value ? [` ${name}="${value}"`] : [];
	});
	return `<${element.localName}${names.join('')}>`;
}

/** The pixel of the canvas at which a view shows a point of its scene; `null` if it is behind the camera. */
export function projectPoint(view: SceneView, point: Point): { x: number; y: number; depth: number } | null {
	const m = view.viewProjection;
	const [x, y, z] = point;
	const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
	if (w <= 0) return null;
	const [nx = 0, ny = 0, depth = 0] = [0, 1, 2].map(
		(row) => (m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]!) / w,
	);
	return {
		x: view.x + ((1 + nx) * view.width) / 2,
		y: view.y + ((1 - ny) * view.height) / 2,
		depth: depth * view.depthSign,
	};
}

/** The point of the scene that a pixel shows at a depth, in WebXR's space. */
export function unproject(view: SceneView, x: number, y: number, depth: number): Point | null {
	const inverse = invert(view.viewProjection);
	if (inverse === null) return null;
	const nx = ((x - view.x) / view.width) * 2 - 1;
	const ny = 1 - ((y - view.y) / view.height) * 2;
	return view.library.toWebXR(transformPoint(inverse, [nx, ny, depth * view.depthSign]), view);
}
