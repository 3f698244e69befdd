import type { Shape } from './item-buffer.ts';
import { formatColor, hasValues, type NodeFacts, type Place, type SceneLibrary, type SceneView } from './library.ts';
import { measureVolume, multiply, transformPoint } from './matrix.ts';
import { COVERING_OPACITY } from './three-shapes.ts';
import type { ThreeVector } from './three-types.ts';
import type { Bounds, ListOptions, Point, SceneCamera } from './types.ts';

interface PlayMatrix {
	readonly data: ArrayLike<number>;
}

interface PlayMaterial {
	readonly name: string;
	readonly cull: number;
	readonly opacity?: number;
	readonly blendType?: number;
	readonly depthTest?: boolean;
	readonly diffuse?: { readonly r: number; readonly g: number; readonly b: number };
}

interface PlayMesh {
	readonly primitive: readonly {
		readonly type: number;
		readonly base: number;
		readonly count: number;
		readonly indexed?: boolean;
	}[];
	getPositions(out: number[]): number;
	getIndices(out: number[]): number;
}

interface PlayInstance {
	readonly visible: boolean;
	readonly mesh: PlayMesh;
	readonly node: PlayNode;
	readonly material: PlayMaterial | null;
	readonly skinInstance?: {
		readonly bones: readonly PlayNode[];
		readonly skin: { readonly inverseBindPose: readonly PlayMatrix[] };
	} | null;
	readonly instancingCount?: number;
	readonly instancingData?: { readonly vertexBuffer?: { readonly storage: ArrayBuffer } } | null;
}

interface PlayNode {
	readonly name: string;
	readonly enabled: boolean;
	readonly children: readonly PlayNode[];
	readonly tags?: { list(): string[] };
	readonly render?: {
		readonly enabled: boolean;
		readonly layers: readonly number[];
		readonly meshInstances: readonly PlayInstance[] | null;
	};
	readonly model?: {
		readonly enabled: boolean;
		readonly layers: readonly number[];
		readonly meshInstances: readonly PlayInstance[] | null;
	};
	readonly element?: { readonly text?: string; readonly useInput?: boolean };
	readonly button?: unknown;
	readonly script?: unknown;
	getPosition(): ThreeVector;
	getWorldTransform(): PlayMatrix;
}

interface PlayCamera {
	readonly enabled: boolean;
	readonly entity: PlayNode;
	readonly projection: number;
	readonly renderTarget?: unknown;
	readonly layers: readonly number[];
	readonly clearColorBuffer: boolean;
	readonly rect: { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
	readonly viewMatrix: PlayMatrix;
	readonly projectionMatrix: PlayMatrix;
}

interface PlayApp {
	readonly root: PlayNode | null;
	readonly graphicsDevice: { readonly canvas: HTMLCanvasElement } | null;
	readonly systems?: { readonly camera?: { readonly cameras: readonly PlayCamera[] } };
	render?(): void;
}

const CULL_BACK = 1;
const CULL_FRONT = 2;
const NO_BLENDING = 3;
const POINTS = 0;
const TRIANGLES = 4;
const TRIANGLE_STRIP = 5;

/** PlayCanvas, by a property that its applications set on themselves. */
export class PlayCanvasLibrary implements SceneLibrary {
	readonly #apps = new Map<PlayApp, Place>();
	readonly #places: Place[] = [];
	readonly #given: PlayApp[] = [];
	readonly #meshes = new WeakMap<PlayMesh, { positions: number[]; index: number[] }>();

	adopt(place: Place): void {
		this.#places.push(place);
		const apps = this.#apps;
		Object.defineProperty(place.window.Object.prototype, 'defaultLayerWorld', {
			configurable: true,
			enumerable: false,
			get: () => undefined,
			set(this: PlayApp, value: unknown) {
				const own = { value, writable: true, enumerable: true, configurable: true };
				if (typeof this !== 'object' || !Reflect.defineProperty(this, 'defaultLayerWorld', own)) return;
				if (isApp(this)) apps.set(this, place);
			},
		});
	}

	/** Removes the trap, which a page of another library does not need. */
	rest(): void {
		if (this.#apps.size > 0) return;
		for (const { window } of this.#places) Reflect.deleteProperty(window.Object.prototype, 'defaultLayerWorld');
	}

	take(scene: unknown): boolean {
		if (!isApp(scene)) return false;
		this.#given.push(scene);
		return true;
	}

	owns(object: object): boolean {
		return typeof (object as PlayNode).getWorldTransform === 'function';
	}

	listScenes(): PlayApp[] {
		if (this.#given.length > 0) return this.#given;
		return [...this.#apps].flatMap(([app, place]) => (place.isThere() && app.root && app.graphicsDevice ? [app] : []));
	}

	nameScene(): string {
		return 'PlayCanvas';
	}

	listRoots(scene: object): readonly object[] {
		return (scene as PlayApp).root?.children ?? [];
	}

	listChildren(node: object): readonly object[] {
		return (node as PlayNode).children;
	}

	describe(object: object): NodeFacts {
		const node = object as PlayNode;
		const part = node.render ?? node.model;
		const [first] = part?.meshInstances ?? [];
		const { material = null, instancingCount = 0 } = first ?? {};
		const { diffuse } = material ?? {};
		const text = node.element?.text;
		const isInteractive = node.button !== undefined || node.element?.useInput === true;
		return {
			name: node.name === 'Untitled' ? '' : node.name,
			type: part?.meshInstances?.length ? 'Mesh' : node.element ? 'Element' : 'Entity',
			isShown: node.enabled && part?.enabled !== false,
			position: this.readPosition(node),
			material: material?.name || undefined,
			color: diffuse && formatColor(diffuse.r, diffuse.g, diffuse.b),
			text: text || undefined,
			instances: instancingCount > 0 ? instancingCount : undefined,
			isInteractive: isInteractive || undefined,
		};
	}

	readPosition(object: object): Point {
		const { x, y, z } = (object as PlayNode).getPosition();
		return [x, y, z];
	}

	readMatrix(object: object): number[] {
		return Array.from((object as PlayNode).getWorldTransform().data);
	}

	measureBounds(object: object, instance: number): Bounds {
		const points: Point[] = [];
		const add = (node: PlayNode): void => {
			for (const shape of this.#listShapes(node)) {
				if (instance >= 0 && (node !== object || shape.instance !== instance)) continue;
				for (let i = 0; i + 2 < shape.positions.length; i += 3) {
					const { positions: p } = shape;
					points.push(transformPoint(shape.matrix, [p[i]!, p[i + 1]!, p[i + 2]!]));
				}
			}
			if (instance < 0) for (const child of node.children) add(child);
		};
		add(object as PlayNode);
		if (points.length === 0) points.push(this.readPosition(object));
		const limit = (pick: (a: number, b: number) => number): Point =>
			points.reduce((a, b) => [pick(a[0], b[0]), pick(a[1], b[1]), pick(a[2], b[2])]);
		return { min: limit(Math.min), max: limit(Math.max) };
	}

	selects(object: object, { userData, props, selector }: ListOptions): boolean {
		if (props !== undefined || selector !== undefined) return false;
		return userData === undefined || hasValues({ tags: (object as PlayNode).tags?.list() }, userData);
	}

	listViews(): SceneView[] {
		return this.listScenes().flatMap((app) => {
			const canvas = app.graphicsDevice?.canvas;
			if (!canvas || typeof canvas.getBoundingClientRect !== 'function') return [];
			const { clientWidth, clientHeight } = canvas;
			const cameras = (app.systems?.camera?.cameras ?? []).filter(
				({ enabled, renderTarget }) => enabled && !renderTarget,
			);
			return cameras.map((camera): SceneView => {
				const { x, y, z: width, w: height } = camera.rect;
				const projection = camera.projectionMatrix.data;
				return {
					library: this,
					scene: app,
					camera,
					canvas,
					x: x * clientWidth,
					y: (1 - y - height) * clientHeight,
					width: width * clientWidth,
					height: height * clientHeight,
					viewProjection: multiply(projection, camera.viewMatrix.data),
					world: camera.entity.getWorldTransform().data,
					isPerspective: camera.projection === 0,
					clears: camera.clearColorBuffer,
					depthSign: 1,
					pointScale: (projection[5]! * height * clientHeight) / 2,
				};
			});
		});
	}

	listShapes(object: object, view: SceneView): Iterable<Shape> {
		const node = object as PlayNode;
		const { layers } = view.camera as PlayCamera;
		const own = (node.render ?? node.model)?.layers;
		return own?.some((layer) => layers.includes(layer)) ? this.#listShapes(node) : [];
	}

	toWebXR(point: Point): Point {
		return point;
	}

	// Sessions of PlayCanvas are not followed.
	findCamera(): SceneCamera | null {
		const [view] = this.listViews();
		return view ? { viewProjection: Array.from(view.viewProjection), world: null, isEye: false, viewCount: 1 } : null;
	}

	hide(object: object): () => void {
		const instances = ((object as PlayNode).render ?? (object as PlayNode).model)?.meshInstances ?? [];
		const shown = instances.filter(({ visible }) => visible) as { visible: boolean }[];
		for (const instance of shown) instance.visible = false;
		return () => {
			for (const instance of shown) instance.visible = true;
		};
	}

	turn({ camera }: SceneView, [x, y, z]: Point): void {
		const { entity } = camera as { entity: { lookAt?(x: number, y: number, z: number): void } };
		entity.lookAt?.(x, y, z);
	}

	redraw(): void {
		for (const app of this.listScenes()) app.render?.();
	}

	*#listShapes(node: PlayNode): Generator<Shape> {
		const part = node.render ?? node.model;
		if (!part?.enabled) return;
		for (const instance of part.meshInstances ?? []) {
			const { visible, mesh, material } = instance;
			const opacity = material?.blendType === NO_BLENDING ? 1 : (material?.opacity ?? 1);
			const [primitive] = mesh.primitive;
			if (!visible || !material || !primitive || opacity <= 0.01) continue;
			const { positions, index } = this.#readMesh(mesh);
			const kind = primitive.type === POINTS ? 'points' : primitive.type >= TRIANGLES ? 'triangles' : 'segments';
			const order = primitive.type === TRIANGLE_STRIP ? joinStrip(index, positions.length / 3) : index;
			const isIndexed = primitive.indexed && order.length > 0;
			const common = {
				kind,
				positions: instance.skinInstance ? poseSkin(instance, positions, mesh) : positions,
				stride: 3,
				offset: 0,
				index: isIndexed || primitive.type === TRIANGLE_STRIP ? order : null,
				start: primitive.type === TRIANGLE_STRIP ? 0 : primitive.base,
				end: primitive.type === TRIANGLE_STRIP ? order.length : primitive.base + primitive.count,
				isCovering: opacity >= COVERING_OPACITY,
				isOnTop: material.depthTest === false,
			} as const;
			for (const [i, matrix] of listMatrices(instance).entries()) {
				const back = measureVolume(matrix) < 0 ? 1 : -1;
				const culled = material.cull === CULL_BACK ? back : material.cull === CULL_FRONT ? (-back as -1 | 1) : 0;
				yield { ...common, matrix, culled, instance: instance.instancingCount ? i : -1 };
			}
		}
	}

	#readMesh(mesh: PlayMesh): { positions: number[]; index: number[] } {
		const known = this.#meshes.get(mesh);
		if (known) return known;
		const made = { positions: [] as number[], index: [] as number[] };
		mesh.getPositions(made.positions);
		mesh.getIndices(made.index);
		this.#meshes.set(mesh, made);
		return made;
	}
}

function isApp(value: unknown): value is PlayApp {
	return typeof value === 'object' && value !== null && 'root' in value && 'graphicsDevice' in value;
}

function joinStrip(index: readonly number[], count: number): number[] {
	const order = index.length > 0 ? index : Array.from({ length: count }, (_, i) => i);
	return order
		.slice(2)
		.flatMap((vertex, i) => (i % 2 ? [order[i + 1]!, order[i]!, vertex] : [order[i]!, order[i + 1]!, vertex]));
}

function listMatrices({ node, instancingCount = 0, instancingData }: PlayInstance): ArrayLike<number>[] {
	const world = node.getWorldTransform().data;
	const storage = instancingData?.vertexBuffer?.storage;
	if (instancingCount === 0 || !storage) return [world];
	const floats = new Float32Array(storage);
	return Array.from({ length: Math.min(instancingCount, floats.length / 16) }, (_, i) =>
		Array.from(floats.subarray(i * 16, i * 16 + 16)),
	);
}

// Bones move vertices to the scene. The matrix of the mesh takes them there once more, so its inverse is part of the sum.
function poseSkin(instance: PlayInstance, positions: readonly number[], mesh: PlayMesh): readonly number[] {
	const { skinInstance } = instance;
	const stream = mesh as unknown as { getVertexStream?(name: string, out: number[]): number };
	const [weights, joints]: [number[], number[]] = [[], []];
	if (!skinInstance || !stream.getVertexStream) return positions;
	stream.getVertexStream('BLENDWEIGHT', weights);
	stream.getVertexStream('BLENDINDICES', joints);
	const back = instance.node.getWorldTransform() as unknown as { clone(): { invert(): PlayMatrix } };
	const inverse = (back.clone().invert() as unknown as PlayMatrix).data;
	const matrices = skinInstance.bones.map((bone, i) =>
		multiply(inverse, multiply(bone.getWorldTransform().data, skinInstance.skin.inverseBindPose[i]!.data)),
	);
	return positions.map((_, at) => {
		const vertex = Math.floor(at / 3);
		const point: Point = [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!];
		return [0, 1, 2, 3].reduce((sum, k) => {
			const matrix = matrices[joints[vertex * 4 + k] ?? -1];
			return sum + (matrix ? weights[vertex * 4 + k]! * transformPoint(matrix, point)[at % 3]! : 0);
		}, 0);
	});
}
