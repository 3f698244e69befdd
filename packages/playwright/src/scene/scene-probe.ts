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
}

/** A box along the axes. */
export interface Bounds {
	readonly min: Point;
	readonly max: Point;
}

/** The global that {@link installSceneProbe} defines. */
export interface SceneProbe {
	/** All objects, the libraries of their scenes, and the ids of the objects that are watched. */
	listNodes(): { readonly nodes: SceneNode[]; readonly scenes: string[]; readonly watched: number[] };
	/** `null` if the object is gone. */
	getBounds(id: number): Bounds | null;
	/** Adds the positions of an object to the trace, under its path. */
	watch(id: number, path: string): void;
	useScene(scene: unknown): void;
}

// What the probe uses of three.js (A-Frame includes it) and of Babylon.js.
interface ThreeNode {
	readonly isObject3D?: true;
	readonly isScene?: true;
	readonly name: string;
	readonly type: string;
	readonly visible: boolean;
	readonly children: readonly ThreeNode[];
	readonly el?: { readonly id?: string };
	readonly matrixWorld: { readonly elements: ArrayLike<number> };
	readonly geometry?: {
		boundingBox: { readonly min: ThreeVector; readonly max: ThreeVector } | null;
		computeBoundingBox?(): void;
	};
	updateWorldMatrix(parents: boolean, children: boolean): void;
}

interface ThreeVector {
	readonly x: number;
	readonly y: number;
	readonly z: number;
}

interface BabylonNode {
	readonly name: string;
	getClassName(): string;
	getChildren(): BabylonNode[];
	isEnabled(): boolean;
	readonly isVisible?: boolean;
	getAbsolutePosition?(): ThreeVector;
	computeWorldMatrix?(force: boolean): unknown;
	getHierarchyBoundingVectors?(): { readonly min: ThreeVector; readonly max: ThreeVector };
}

interface BabylonScene {
	readonly rootNodes: BabylonNode[];
	readonly useRightHandedSystem: boolean;
	readonly uid?: string;
}

/**
 * Finds the scenes of three.js, A-Frame and Babylon.js. Runs in the page, before its scripts: it must not refer to anything
 * outside itself. three.js announces scenes to its developer tools, and this listens in their place.
 */
export function installSceneProbe(): void {
	const scope = globalThis as unknown as {
		__THREE_DEVTOOLS__?: EventTarget;
		handreelScene?: SceneProbe;
		handreel?: { trace: { readObjects(): { name: string; position: Point }[] } | null };
		document?: Document;
		BABYLON?: { EngineStore?: { Instances?: { scenes?: BabylonScene[] }[] } };
	};
	const threeScenes = new Set<ThreeNode>();
	const given: unknown[] = [];
	const ids = new WeakMap<object, number>();
	const objects = new Map<number, WeakRef<object>>();
	const firstPositions = new Map<number, Point>();
	const watched = new Map<number, string>();
	const mirrored = new WeakSet<object>();
	let nextId = 1;

	scope.__THREE_DEVTOOLS__ ??= new EventTarget();
	scope.__THREE_DEVTOOLS__.addEventListener('observe', (event) => {
		const { detail } = event as CustomEvent<ThreeNode>;
		if (detail?.isScene) threeScenes.add(detail);
	});

	const isBabylon = (scene: unknown): scene is BabylonScene => Array.isArray((scene as BabylonScene)?.rootNodes);

	const getId = (object: object): number => {
		const known = ids.get(object);
		if (known !== undefined) return known;
		const id = nextId++;
		ids.set(object, id);
		objects.set(id, new WeakRef(object));
		return id;
	};

	const describe = (object: object, own: Omit<SceneNode, 'id' | 'firstPosition'>): SceneNode => {
		const id = getId(object);
		if (!firstPositions.has(id)) firstPositions.set(id, own.position);
		return { id, ...own, firstPosition: firstPositions.get(id)! };
	};

	const listThree = (node: ThreeNode, parent: string, isShown: boolean, out: SceneNode[]): void => {
		const name = node.name || node.el?.id || '';
		const path = `${parent}${name || node.type}`;
		const isVisible = isShown && node.visible;
		const { elements } = node.matrixWorld;
		const position: Point = [elements[12] ?? 0, elements[13] ?? 0, elements[14] ?? 0];
		out.push(describe(node, { name, path, type: node.type, isVisible, position }));
		for (const child of node.children) listThree(child, `${path}/`, isVisible, out);
	};

	// Babylon.js is left-handed unless told otherwise; its z is WebXR's −z.
	const listBabylon = (node: BabylonNode, parent: string, sign: number, out: SceneNode[]): void => {
		const path = `${parent}${node.name || node.getClassName()}`;
		if (sign < 0) mirrored.add(node);
		node.computeWorldMatrix?.(true);
		const { x, y, z } = node.getAbsolutePosition?.() ?? { x: 0, y: 0, z: 0 };
		const isVisible = node.isEnabled() && node.isVisible !== false;
		out.push(
			describe(node, { name: node.name, path, type: node.getClassName(), isVisible, position: [x, y, z * sign] }),
		);
		for (const child of node.getChildren()) listBabylon(child, `${path}/`, sign, out);
	};

	const listScenes = (): unknown[] => {
		if (given.length > 0) return given;
		const frames = [...(scope.document?.querySelectorAll('a-scene') ?? [])].flatMap(
			(element) => (element as unknown as { object3D?: ThreeNode }).object3D ?? [],
		);
		const babylon = (scope.BABYLON?.EngineStore?.Instances ?? []).flatMap(({ scenes }) => scenes ?? []);
		return [...new Set([...threeScenes, ...frames]), ...babylon];
	};

	// Corners of the boxes of a node and everything below it.
	const addThreeBounds = (node: ThreeNode, min: number[], max: number[]): void => {
		const { geometry } = node;
		if (geometry !== undefined) {
			if (geometry.boundingBox === null) geometry.computeBoundingBox?.();
			const box = geometry.boundingBox;
			const e = node.matrixWorld.elements;
			for (let i = 0; box !== null && i < 8; i++) {
				const x = i & 1 ? box.max.x : box.min.x;
				const y = i & 2 ? box.max.y : box.min.y;
				const z = i & 4 ? box.max.z : box.min.z;
				for (let axis = 0; axis < 3; axis++) {
					const value = e[axis]! * x + e[4 + axis]! * y + e[8 + axis]! * z + e[12 + axis]!;
					min[axis] = Math.min(min[axis]!, value);
					max[axis] = Math.max(max[axis]!, value);
				}
			}
		}
		for (const child of node.children) addThreeBounds(child, min, max);
	};

	const findBounds = (object: object): Bounds => {
		if ((object as ThreeNode).isObject3D) {
			const node = object as ThreeNode;
			node.updateWorldMatrix(true, true);
			const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
			const max = min.map((value) => -value);
			addThreeBounds(node, min, max);
			const e = node.matrixWorld.elements;
			const at: Point = [e[12] ?? 0, e[13] ?? 0, e[14] ?? 0];
			return min[0]! > max[0]! ? { min: at, max: at } : ({ min, max } as unknown as Bounds);
		}
		const node = object as BabylonNode;
		const at = node.getAbsolutePosition?.() ?? { x: 0, y: 0, z: 0 };
		const { min, max } = node.getHierarchyBoundingVectors?.() ?? { min: at, max: at };
		if (!mirrored.has(object)) return { min: [min.x, min.y, min.z], max: [max.x, max.y, max.z] };
		return { min: [min.x, min.y, -max.z], max: [max.x, max.y, -min.z] };
	};

	const readPosition = (object: object): Point => {
		if ((object as ThreeNode).isObject3D) {
			const node = object as ThreeNode;
			node.updateWorldMatrix(true, false);
			const e = node.matrixWorld.elements;
			return [e[12] ?? 0, e[13] ?? 0, e[14] ?? 0];
		}
		const node = object as BabylonNode;
		node.computeWorldMatrix?.(true);
		const { x, y, z } = node.getAbsolutePosition?.() ?? { x: 0, y: 0, z: 0 };
		return [x, y, mirrored.has(object) ? -z : z];
	};

	const readWatched = (): { name: string; position: Point }[] =>
		[...watched].flatMap(([id, name]) => {
			const object = objects.get(id)?.deref();
			return object === undefined ? [] : [{ name, position: readPosition(object) }];
		});

	scope.handreelScene = {
		listNodes: () => {
			const nodes: SceneNode[] = [];
			const scenes: string[] = [];
			for (const scene of listScenes()) {
				if (isBabylon(scene)) {
					scenes.push('Babylon.js');
					for (const node of scene.rootNodes) listBabylon(node, '', scene.useRightHandedSystem ? 1 : -1, nodes);
				} else {
					const root = scene as ThreeNode;
					scenes.push(root.el === undefined ? 'three.js' : 'A-Frame');
					root.updateWorldMatrix(true, true);
					for (const child of root.children) listThree(child, '', root.visible, nodes);
				}
			}
			return { nodes, scenes, watched: [...watched.keys()] };
		},
		getBounds: (id) => {
			const object = objects.get(id)?.deref();
			return object === undefined ? null : findBounds(object);
		},
		watch: (id, path) => {
			watched.set(id, path);
			if (scope.handreel?.trace) scope.handreel.trace.readObjects = readWatched;
		},
		useScene: (scene) => {
			if (!isBabylon(scene) && !(scene as ThreeNode)?.isObject3D) {
				throw new TypeError('the handle is neither a scene of three.js nor of Babylon.js');
			}
			given.push(scene);
		},
	};
}
