/** A point in the space of WebXR: meters, y up, −z forward. */
export type Point = readonly [x: number, y: number, z: number];

/** An object of a scene. */
export interface SceneNode {
	/** Stays the same as long as the object exists. */
	readonly id: number;
	/** The name in the scene, or the id of an A-Frame entity. */
	readonly name: string;
	/** The names from the scene to the object, joined by `/`. Objects without a name count as their type. */
	readonly path: string;
	/** For example `Mesh`. */
	readonly type: string;
	/** Whether the object and everything above it is shown. */
	readonly isVisible: boolean;
	readonly position: Point;
	/** Where the object was when it was first seen, usually on entering. */
	readonly firstPosition: Point;
	/** The id of the object that contains it. */
	readonly parent?: number;
	/** The name of its material. */
	readonly material?: string;
	/** The name of its geometry, or else its type. */
	readonly geometry?: string;
	/** The color of its material, such as `#ff8800`. */
	readonly color?: string;
	/** The text that it shows. */
	readonly text?: string;
	/** The number of instances that it draws. */
	readonly instances?: number;
	/** Whether the page has handlers for pointers on it, as far as libraries reveal it. */
	readonly isInteractive?: boolean;
}

/** A box along the axes. */
export interface Bounds {
	readonly min: Point;
	readonly max: Point;
}

/** A camera of the page. Matrices are in column-major order, in the space of the scene with WebXR's axes. */
export interface SceneCamera {
	/** From a point to clip coordinates. */
	readonly viewProjection: readonly number[];
	/** The pose in the scene, in a session: of the first eye (three.js) or of the head (Babylon.js). */
	readonly world: readonly number[] | null;
	readonly isEye: boolean;
	/** How many views share the canvas. */
	readonly viewCount: number;
}

/** What is in the scenes of a page. */
export interface SceneList {
	readonly nodes: readonly SceneNode[];
	/** The libraries of the scenes. */
	readonly scenes: readonly string[];
	/** The ids of the objects that are in the trace, with their names there. */
	readonly watched: Readonly<Record<number, string>>;
	/** The ids of the objects that names and paths have found so far. */
	readonly found: Readonly<Record<string, number>>;
	/** Why canvases of the page cannot be read. */
	readonly unread: readonly string[];
}

/** A rectangle on the page in CSS pixels. */
export interface PageBox {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Where to act on an object: at its middle, at the middle of its upper edge, or at a point of the scene. */
export type ObjectPlace = 'center' | 'top' | Point;

/** Why there is no point of an object to act on. */
export type UnseenReason =
	| 'gone'
	| 'hidden'
	| 'empty'
	| 'undrawn'
	| 'off-screen'
	| 'outside'
	| 'covered'
	| 'intercepted'
	| 'too-small';

/** The point of an object that can be seen, or why there is none. Points are in CSS pixels of the page. */
export interface ScenePick {
	/** `null` if the object can be seen. */
	readonly reason: UnseenReason | null;
	/** The pixel to act on; if the object is covered, where it would be. */
	readonly x: number;
	readonly y: number;
	/** The point of the scene that this pixel shows. */
	readonly point: Point | null;
	/** The box on the page around everything that the object draws, as far as it is inside the canvas. */
	readonly box: PageBox | null;
	/** The number of pixels that show the object, and that it would have if nothing covered it. */
	readonly visiblePixels: number;
	readonly pixels: number;
	/** The paths of the objects that cover most of it, or the element of the page that receives the events instead. */
	readonly by: readonly string[];
	/** The canvas of the object on the page. */
	readonly canvas: PageBox | null;
}

/** What changed of an object. */
export interface ObjectChange {
	readonly id: number;
	/** From the object to the scene, in column-major order, with WebXR's axes. */
	readonly matrix: readonly number[];
	readonly isVisible: boolean;
	/** Empty if it has none. */
	readonly color: string;
}

/** A pick in two frames that follow each other. */
export interface SceneAim {
	readonly pick: ScenePick;
	/** Pixels per millisecond. */
	readonly velocity: readonly [x: number, y: number];
}

/** An object under a point of the page. */
export interface SceneHit {
	readonly id: number;
	readonly path: string;
	readonly type: string;
	/** The instance, or −1. */
	readonly instance: number;
	/** The point of the scene. */
	readonly point: Point;
	/** Meters from the camera. */
	readonly distance: number;
	/** Whether it hides what is behind it. */
	readonly isCovering: boolean;
}

/** What one object shows on the page, for a snapshot. */
export interface SceneSight {
	readonly id: number;
	readonly box: PageBox | null;
	readonly visiblePixels: number;
	readonly pixels: number;
}

/** The camera of the last frame of a canvas. */
export interface CameraState {
	readonly name: string;
	/** `perspective` or `orthographic`. */
	readonly kind: 'perspective' | 'orthographic';
	readonly position: Point;
	/** The direction in which it looks. */
	readonly direction: Point;
	readonly viewProjection: readonly number[];
	/** The part of the page that it draws. */
	readonly view: PageBox;
	readonly library: string;
}

/** What lists contain besides the usual. */
export interface ListOptions {
	/** Objects whose `userData` (in Babylon.js `metadata`) contains these values. */
	readonly userData?: Readonly<Record<string, unknown>> | undefined;
	/** Objects with these props of React Three Fiber. */
	readonly props?: Readonly<Record<string, unknown>> | undefined;
	/** Objects of the A-Frame entities that match a CSS selector. */
	readonly selector?: string | undefined;
}

/** A reference to an object, or to one of its instances. */
export interface ObjectReference {
	readonly id: number;
	/** −1 for the whole object. */
	readonly instance: number;
}

/** The global `handreelScene` that the probe defines. */
export interface SceneProbe {
	listNodes(): SceneList;
	/** The ids of the objects that have all these properties. */
	selectNodes(options: ListOptions): number[];
	/** `null` if the object is gone. */
	getBounds(id: number, instance?: number): Bounds | null;
	/** Adds the positions of an object to the trace, under its path, and remembers what found it. */
	watch(id: number, path: string, query: string | null): void;
	/** The camera of the last frame; `null` if none is known. */
	findCamera(): SceneCamera | null;
	useScene(scene: unknown): void;
	/** Finds the scenes of a window, too: a frame of the same origin. */
	adopt(scope: unknown): void;
	/** The object of the library; `null` if it is gone. */
	getObject(id: number): object | null;
	/** Finds a point of an object that can be seen in the last frame. */
	pick(target: ObjectReference, place?: ObjectPlace): ScenePick;
	/** Picks in this frame and the next. */
	aim(target: ObjectReference, place?: ObjectPlace): Promise<SceneAim>;
	/** Whether a point of the page shows an object, so that the canvas receives its events there. */
	shows(target: ObjectReference, x: number, y: number): boolean;
	/** The objects under a point of the page, front to back. */
	hitAt(x: number, y: number): SceneHit[];
	/** What each object shows on the page, and what covers it. */
	survey(): SceneSight[];
	/** The ids of the objects whose bounds are in view. Faster than `survey`, which draws them. */
	listInView(): number[];
	/** The boxes around objects and everything below them, by id. */
	listBounds(): Readonly<Record<number, Bounds>>;
	/** The cameras of the last frames, one per view. */
	listCameras(): CameraState[];
	/** Resolves after the next frame of the page, on its own clock even while a driver holds the page's. */
	nextFrame(): Promise<void>;
	/** Resolves when an object has stopped moving on the page, or after some frames: some libraries let it lag behind the mouse. */
	waitForRest(target: ObjectReference): Promise<void>;
	/** Hides everything else that is drawn, and draws again; `null` undoes it. */
	isolate(id: number | null): void;
	/** Puts a point of the scene on the page, as the view of an object shows it; `null` if it is behind the camera. */
	project(point: Point, id: number): { readonly x: number; readonly y: number } | null;
	/** The objects that have changed since the last call; at first, or with `all`, all of them. */
	listChanges(all?: boolean): ObjectChange[];
	/** Turns the camera of the first view to a point. */
	turnCamera(point: Point): void;
	/** Scrolls a point of the page into view. */
	scrollTo(id: number, x: number, y: number): void;
}
