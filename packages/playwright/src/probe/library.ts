import type { Projection, Shape } from './item-buffer.ts';
import type { Bounds, ListOptions, Point, SceneCamera, SceneNode, SceneProbe } from './types.ts';

/** What the probe uses of a window. */
export interface ProbedWindow {
	__THREE_DEVTOOLS__?: EventTarget;
	handreelScene?: SceneProbe;
	handreel?: { trace: { readObjects(): { name: string; position: Point }[] } | null };
	readonly document?: Document;
	readonly closed?: boolean;
	readonly parent?: ProbedWindow;
	readonly frameElement?: Element | null;
	readonly performance: Performance;
	readonly Object: ObjectConstructor;
	readonly HTMLCanvasElement?: { prototype: HTMLCanvasElement };
	requestAnimationFrame?(callback: () => void): number;
	BABYLON?: { EngineStore?: { Instances?: { scenes?: unknown[] }[] } };
	pc?: unknown;
}

/** A window with the document that it had when the probe came. */
export interface Place {
	readonly window: ProbedWindow;
	isThere(): boolean;
}

/** A part of a canvas that shows a scene from a camera, as of the last frame. */
export interface SceneView extends Projection {
	readonly library: SceneLibrary;
	readonly scene: object;
	readonly camera: object;
	readonly canvas: HTMLCanvasElement;
	/** From the camera to the scene of the library. */
	readonly world: ArrayLike<number>;
	readonly isPerspective: boolean;
	/** Whether it erases what was drawn there before. */
	readonly clears: boolean;
}

/** What a library reveals of an object. Optional values are those of {@link SceneNode}. */
export type NodeFacts = Pick<SceneNode, 'name' | 'type' | 'position'> &
	Partial<Pick<SceneNode, 'material' | 'geometry' | 'color' | 'text' | 'instances' | 'isInteractive'>> & {
		/** Whether it is shown if everything above it is. */
		readonly isShown: boolean;
	};

/** A library that draws scenes. Objects are those of the library. */
export interface SceneLibrary {
	/** Listens for scenes in a window. */
	adopt(place: Place): void;
	/** Takes a scene that was given by hand; `false` if it is not one of this library. */
	take(scene: unknown): boolean;
	/** The scenes that were drawn last. */
	listScenes(): object[];
	nameScene(scene: object): string;
	/** The objects at the top of a scene, with current positions. */
	listRoots(scene: object): readonly object[];
	listChildren(node: object): readonly object[];
	describe(node: object): NodeFacts;
	/** Whether an object is one of this library. */
	owns(object: object): boolean;
	readPosition(node: object): Point;
	/** From the object to the scene, with WebXR's axes. */
	readMatrix(node: object): number[];
	measureBounds(node: object, instance: number): Bounds;
	/** Whether an object has the wanted properties. */
	selects(node: object, options: ListOptions): boolean;
	/** The views of the last frame, in the order in which they were drawn. */
	listViews(): SceneView[];
	/** What an object draws by itself. */
	listShapes(node: object, view: SceneView): Iterable<Shape>;
	/** From the space of a view's scene to WebXR's, and back. */
	toWebXR(point: Point, view: SceneView): Point;
	/** The camera of the session, or of the last frame. */
	findCamera(): SceneCamera | null;
	/** Shows or hides the drawing of an object, not of its children. Returns how to undo it. */
	hide(node: object): () => void;
	/** Turns a camera of a view to a point of its scene. */
	turn(view: SceneView, point: Point): void;
	/** Draws the scenes again. */
	redraw(): void;
}

/** Whether an object has all wanted values. */
export function hasValues(actual: unknown, wanted: unknown): boolean {
	if (typeof wanted !== 'object' || wanted === null) return Object.is(actual, wanted);
	if (typeof actual !== 'object' || actual === null) return false;
	return Object.entries(wanted).every(([key, value]) => hasValues((actual as Record<string, unknown>)[key], value));
}

/** A color with red, green and blue from 0 to 1 in sRGB, such as `#ff8800`. */
export function formatColor(red: number, green: number, blue: number): string {
	const part = (value: number): string =>
		Math.round(Math.min(1, Math.max(0, value)) * 255)
			.toString(16)
			.padStart(2, '0');
	return `#${part(red)}${part(green)}${part(blue)}`;
}
