import { BabylonLibrary } from './babylon-library.ts';
import type { Place, ProbedWindow, SceneLibrary } from './library.ts';
import { MotionLog } from './motion-log.ts';
import { nameObject } from './name-object.ts';
import { placeCanvas, toPage } from './page-place.ts';
import { fail, type PickTarget, pickObject, showsAt } from './pick.ts';
import { PlayCanvasLibrary } from './playcanvas-library.ts';
import { projectFromWebXR, Sight } from './sight.ts';
import { ThreeLibrary } from './three-library.ts';
import type {
	Bounds,
	ListOptions,
	ObjectChange,
	ObjectPlace,
	ObjectReference,
	Point,
	SceneList,
	SceneNode,
	ScenePick,
} from './types.ts';

/** Pixels per frame: what is slower rests. */
const STILL = 0.1;
/** Frames in which something rests, and for which it is waited for. */
const REST_FRAMES = 2;
const MAX_REST_FRAMES = 45;

/**
 * Finds the scenes of three.js, A-Frame, Babylon.js and PlayCanvas, and defines the global `handreelScene`. Runs in the page,
 * before its scripts. A frame of the same origin joins the probe of the page.
 */
export function installSceneProbe(): void {
	const scope = globalThis as unknown as ProbedWindow;
	if (scope.handreelScene !== undefined) return;
	for (let inner = scope; inner.parent !== undefined && inner.parent !== inner; inner = inner.parent) {
		try {
			const { handreelScene } = inner.parent;
			if (handreelScene === undefined) continue;
			handreelScene.adopt(scope);
			return;
		} catch {
			// A window of another origin cannot be inspected.
			break;
		}
	}
	const babylon = new BabylonLibrary();
	const playCanvas = new PlayCanvasLibrary();
	const three = new ThreeLibrary(() => {
		babylon.rest();
		playCanvas.rest();
	});
	const libraries: readonly SceneLibrary[] = [three, babylon, playCanvas];
	const places: Place[] = [];
	const ids = new WeakMap<object, number>();
	const objects = new Map<number, WeakRef<object>>();
	const firstPositions = new Map<number, Point>();
	const watched = new Map<number, string>();
	const found = new Map<string, number>();
	const offscreen = new WeakSet<HTMLCanvasElement>();
	// The clock of the page may be replaced later.
	const nextFrame = scope.requestAnimationFrame?.bind(scope);
	const log = new MotionLog();
	/** How to show what is hidden again. */
	const hidden: (() => void)[] = [];
	let nextId = 1;

	const adopt = (window: ProbedWindow): void => {
		const { document } = window;
		const place = { window, isThere: (): boolean => window.closed !== true && window.document === document };
		places.push(place);
		for (const library of libraries) library.adopt(place);
		const { prototype } = window.HTMLCanvasElement ?? {};
		const transfer = prototype?.transferControlToOffscreen;
		if (!prototype || !transfer) return;
		prototype.transferControlToOffscreen = function transferControlToOffscreen() {
			offscreen.add(this);
			return transfer.call(this);
		};
	};
	adopt(scope);

	const getId = (object: object): number => {
		const known = ids.get(object);
		if (known !== undefined) return known;
		const id = nextId++;
		ids.set(object, id);
		objects.set(id, new WeakRef(object));
		return id;
	};
	const getObject = (id: number): object | null => objects.get(id)?.deref() ?? null;
	const libraryOf = (object: object): SceneLibrary | undefined => libraries.find((library) => library.owns(object));
	const sight = new Sight(libraries, getId);

	/** All objects with their parents, and the order of the scene. */
	const walk = (
		visit: (node: object, parent: object | null, library: SceneLibrary, isShown: boolean) => void,
	): string[] => {
		const names: string[] = [];
		for (const library of libraries) {
			const descend = (node: object, parent: object | null, isShown: boolean): void => {
				visit(node, parent, library, isShown);
				for (const child of library.listChildren(node)) descend(child, node, isShown);
			};
			for (const scene of library.listScenes()) {
				names.push(library.nameScene(scene));
				const isShown = (scene as { visible?: boolean }).visible !== false;
				for (const root of library.listRoots(scene)) descend(root, null, isShown);
			}
		}
		return names;
	};

	const listNodes = (): SceneList => {
		const nodes = new Map<object, SceneNode>();
		const scenes = walk((object, parent, library, isSceneShown) => {
			const { isShown, name, ...facts } = library.describe(object);
			const above = parent === null ? undefined : nodes.get(parent);
			const id = getId(object);
			if (!firstPositions.has(id)) firstPositions.set(id, facts.position);
			nodes.set(object, {
				id,
				name,
				...facts,
				path: `${above === undefined ? '' : `${above.path}/`}${name || facts.type}`,
				isVisible: isShown && (above?.isVisible ?? isSceneShown),
				firstPosition: firstPositions.get(id)!,
				parent: above?.id,
			});
		});
		return {
			nodes: [...nodes.values()],
			scenes,
			watched: Object.fromEntries(watched),
			found: Object.fromEntries(found),
			unread: listUnread(),
		};
	};

	// Canvases that no library draws to. A context cannot be asked for without making one.
	const listUnread = (): string[] => {
		const known = sight.listCanvases();
		return places.flatMap(({ window: { document }, isThere }) =>
			isThere() && document?.querySelectorAll
				? [...document.querySelectorAll('canvas')].flatMap((canvas) => {
						if (known.has(canvas) || canvas.clientWidth * canvas.clientHeight === 0) return [];
						const size = `canvas of ${canvas.clientWidth} × ${canvas.clientHeight} pixels`;
						return offscreen.has(canvas)
							? [`a ${size} is drawn by a worker (OffscreenCanvas), whose scene cannot be read`]
							: [
									`a ${size} is drawn by none of three.js, A-Frame, Babylon.js and PlayCanvas, or its library does not reveal it`,
								];
					})
				: [],
		);
	};

	const listParents = (): Map<object, object> => {
		const parents = new Map<object, object>();
		walk((node, parent) => parent && parents.set(node, parent));
		return parents;
	};

	const findPath = (object: object, parents: ReadonlyMap<object, object>): string => {
		const parts: string[] = [];
		for (let at: object | undefined = object; at; at = parents.get(at)) {
			const { name, type } = libraryOf(at)!.describe(at);
			parts.unshift(name || type);
		}
		return parts.join('/');
	};

	const getBounds = (id: number, instance = -1): Bounds | null => {
		const object = getObject(id);
		return object && (libraryOf(object)?.measureBounds(object, instance) ?? null);
	};

	const isShown = (object: object, parents: ReadonlyMap<object, object>): boolean => {
		for (let at: object | undefined = object; at; at = parents.get(at)) {
			if (libraryOf(at)?.describe(at).isShown === false) return false;
		}
		return true;
	};

	const findTarget = ({ id, instance }: ObjectReference): PickTarget | null => {
		const node = getObject(id);
		const bounds = getBounds(id, instance);
		if (node === null || bounds === null) return null;
		const parents = listParents();
		// Without a name, the reference of snapshots distinguishes objects.
		const labelOf = (other: object, index: number): string =>
			nameObject(findPath(other, parents), libraryOf(other)!.describe(other).name, getId(other), index);
		return { node, instance, bounds, labelOf };
	};

	const pick = (reference: ObjectReference, place: ObjectPlace = 'center'): ScenePick => {
		const target = findTarget(reference);
		if (target === null) return fail('gone');
		const own = pickObject(sight, target, place);
		return own.reason === 'empty' && !isShown(target.node, listParents()) ? { ...own, reason: 'hidden' } : own;
	};

	// A page in the background draws no frames.
	const waitForFrame = (): Promise<void> =>
		new Promise((resolve) => {
			if (nextFrame === undefined) resolve();
			else nextFrame(() => resolve());
		});

	const project = (point: Point, id: number): { x: number; y: number } | null => {
		const object = getObject(id);
		for (const [canvas, views] of sight.listCanvases()) {
			const view = views.findLast((own) => object === null || [...sight.listDrawn(own, object)].length > 0);
			const at = view && projectFromWebXR(view, point);
			if (at) return toPage(placeCanvas(canvas), { ...at, width: 0, height: 0 });
		}
		return null;
	};

	// The time of frames differs too much between machines for a limit in milliseconds.
	const waitForRest = async ({ id, instance }: ObjectReference): Promise<void> => {
		const find = (): { x: number; y: number } | null => {
			const bounds = getBounds(id, instance);
			return bounds && project(bounds.min, id);
		};
		let [last, still] = [find(), 0];
		for (let i = 0; i < MAX_REST_FRAMES && still < REST_FRAMES; i++) {
			await waitForFrame();
			const now = find();
			const isStill = !now || !last || Math.hypot(now.x - last.x, now.y - last.y) < STILL;
			still = isStill ? still + 1 : 0;
			last = now;
		}
	};

	const readWatched = (): { name: string; position: Point }[] =>
		[...watched].flatMap(([id, name]) => {
			const object = getObject(id);
			const library = object && libraryOf(object);
			return object && library ? [{ name, position: library.readPosition(object) }] : [];
		});

	scope.handreelScene = {
		listNodes,
		selectNodes: (options: ListOptions) => {
			const selected: number[] = [];
			walk((node, _, library) => library.selects(node, options) && selected.push(getId(node)));
			return selected;
		},
		getBounds,
		getObject,
		watch: (id, path, query) => {
			if (query !== null) found.set(query, id);
			if (watched.has(id)) return;
			watched.set(id, path);
			if (scope.handreel?.trace) scope.handreel.trace.readObjects = readWatched;
		},
		findCamera: () => three.findCamera() ?? babylon.findCamera() ?? playCanvas.findCamera(),
		adopt: (target) => adopt(target as ProbedWindow),
		useScene: (scene) => {
			if (!libraries.some((library) => library.take(scene))) {
				throw new TypeError(
					'the handle is neither a scene of three.js nor of Babylon.js, nor an application of PlayCanvas',
				);
			}
		},
		pick,
		aim: async (target, place) => {
			const first = pick(target, place);
			const start = performance.now();
			await waitForFrame();
			const next = pick(target, place);
			const time = performance.now() - start;
			const isSeen = first.reason === null && next.reason === null && time > 0;
			return { pick: next, velocity: isSeen ? [(next.x - first.x) / time, (next.y - first.y) / time] : [0, 0] };
		},
		shows: (reference, x, y) => {
			const target = findTarget(reference);
			return target !== null && showsAt(sight, target, x, y);
		},
		hitAt: (x, y) => {
			const parents = listParents();
			const pathOf = (node: object): string => findPath(node, parents);
			return sight.hitAt(x, y, pathOf, (node) => libraryOf(node)!.describe(node).type);
		},
		survey: () => {
			const parents = listParents();
			return sight.survey((node) => parents.get(node));
		},
		listInView: () => {
			const parents = listParents();
			return sight.listInView((node) => parents.get(node)).map(getId);
		},
		listBounds: () => {
			const boxes: Record<number, Bounds> = {};
			walk((node, _, library) => {
				boxes[getId(node)] = library.measureBounds(node, -1);
			});
			return boxes;
		},
		listChanges: (all) => {
			if (all) log.clear();
			const changes: ObjectChange[] = [];
			const shown = new Map<object, boolean>();
			walk((object, parent, library, isSceneShown) => {
				const isVisible = (parent === null ? isSceneShown : shown.get(parent)!) && library.describe(object).isShown;
				shown.set(object, isVisible);
				const change = log.compare(object, getId(object), library, isVisible);
				if (change !== null) changes.push(change);
			});
			return changes;
		},
		listCameras: () => sight.listCameras(),
		nextFrame: waitForFrame,
		isolate: (id) => {
			for (const restore of hidden.splice(0)) restore();
			const object = id === null ? null : getObject(id);
			if (object) {
				const kept = new Set<object>();
				const drawing = new Set<object>();
				for (const view of [...sight.listCanvases().values()].flat()) {
					for (const { node } of sight.listDrawn(view)) drawing.add(node);
					for (const { node } of sight.listDrawn(view, object)) kept.add(node);
				}
				for (const node of drawing) if (!kept.has(node)) hidden.push(libraryOf(node)!.hide(node));
			}
			for (const library of libraries) library.redraw();
		},
		project,
		waitForRest,
		turnCamera: (point) => {
			const [view] = [...sight.listCanvases().values()].flat();
			view?.library.turn(view, view.library.toWebXR(point, view));
		},
		scrollTo: (id, x, y) => {
			const object = getObject(id);
			const views = [...sight.listCanvases().values()].flat();
			const view = views.find((own) => object && [...sight.listDrawn(own, object)].length > 0);
			// Frames first, then the part of a canvas that is larger than the window.
			view?.canvas.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
			const window = scope as unknown as Window;
			const before = view && placeCanvas(view.canvas);
			const [top, left] = [y - window.innerHeight / 2, x - window.innerWidth / 2];
			if (before && (y < 0 || y >= window.innerHeight || x < 0 || x >= window.innerWidth)) {
				window.scrollBy({ left, top, behavior: 'instant' });
			}
		},
	};
}
