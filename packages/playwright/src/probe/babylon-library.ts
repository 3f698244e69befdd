import type { BabylonCamera, BabylonMaterial, BabylonNode, BabylonScene } from './babylon-types.ts';
import type { Shape } from './item-buffer.ts';
import { formatColor, hasValues, type NodeFacts, type Place, type SceneLibrary, type SceneView } from './library.ts';
import { IDENTITY, measureVolume, mirrorMatrix, multiply, transformPoint } from './matrix.ts';
import { COVERING_OPACITY } from './three-shapes.ts';
import type { Bounds, ListOptions, Point, SceneCamera } from './types.ts';

const CLOCKWISE = 0;
const ORTHOGRAPHIC = 1;
/** Depth functions that ignore depth: `ALWAYS`. */
const ALWAYS = 519;

/** Babylon.js: by its global, or by the mark that scenes of its modules set on themselves. */
export class BabylonLibrary implements SceneLibrary {
	readonly #places: Place[] = [];
	readonly #marked = new Map<BabylonScene, Place>();
	readonly #given: BabylonScene[] = [];

	adopt(place: Place): void {
		this.#places.push(place);
		const marked = this.#marked;
		Object.defineProperty(place.window.Object.prototype, '_isScene', {
			configurable: true,
			enumerable: false,
			get: () => undefined,
			set(this: BabylonScene, value: unknown) {
				const own = { value, writable: true, enumerable: true, configurable: true };
				if (typeof this !== 'object' || !Reflect.defineProperty(this, '_isScene', own)) return;
				if (value === true) marked.set(this, place);
			},
		});
	}

	/** Removes the trap for marks, which a page of another library does not need. */
	rest(): void {
		if (this.#marked.size > 0) return;
		for (const { window } of this.#places) Reflect.deleteProperty(window.Object.prototype, '_isScene');
	}

	take(scene: unknown): boolean {
		if (!isScene(scene)) return false;
		this.#given.push(scene);
		return true;
	}

	owns(object: object): boolean {
		return typeof (object as BabylonNode).getChildren === 'function' && 'getScene' in object;
	}

	listScenes(): BabylonScene[] {
		if (this.#given.length > 0) return this.#given;
		const named = this.#places.flatMap(({ window, isThere }) =>
			isThere() ? (window.BABYLON?.EngineStore?.Instances ?? []).flatMap(({ scenes }) => scenes ?? []) : [],
		);
		const marked = [...this.#marked].flatMap(([scene, { isThere }]) => (isThere() ? [scene] : []));
		// The layer of utilities has a scene for gizmos, without a camera.
		return [...new Set([...named, ...marked])].filter(isScene).filter(({ isDisposed }) => !isDisposed);
	}

	nameScene(): string {
		return 'Babylon.js';
	}

	listRoots(scene: object): readonly object[] {
		return (scene as BabylonScene).rootNodes;
	}

	listChildren(node: object): readonly object[] {
		return (node as BabylonNode).getChildren();
	}

	describe(object: object): NodeFacts {
		const node = object as BabylonNode;
		const { material, actionManager, geometry } = node;
		const color = material?.diffuseColor ?? material?.albedoColor;
		return {
			name: node.name,
			type: node.getClassName(),
			isShown: node.isEnabled() && node.isVisible !== false,
			position: this.readPosition(node),
			material: material?.name || undefined,
			geometry: geometry?.id,
			color: color && formatColor(color.r, color.g, color.b),
			instances: node.hasThinInstances ? (node.thinInstanceCount ?? 0) : undefined,
			isInteractive: actionManager ? true : undefined,
		};
	}

	readPosition(object: object): Point {
		const node = object as BabylonNode;
		node.computeWorldMatrix?.(true);
		const { x, y, z } = node.getAbsolutePosition?.() ?? { x: 0, y: 0, z: 0 };
		return this.#place(node, [x, y, z]);
	}

	readMatrix(object: object): number[] {
		const node = object as BabylonNode;
		const matrix = Array.from(node.getWorldMatrix?.().asArray() ?? IDENTITY);
		return node.getScene().useRightHandedSystem ? matrix : mirrorMatrix(matrix);
	}

	measureBounds(object: object, instance: number): Bounds {
		const node = object as BabylonNode;
		const at = node.getAbsolutePosition?.() ?? { x: 0, y: 0, z: 0 };
		let { min, max } = node.getHierarchyBoundingVectors?.() ?? { min: at, max: at };
		const matrix = instance < 0 ? undefined : listMatrices(node)[instance];
		const data = matrix && node.getVerticesData?.('position');
		if (matrix && data) {
			const points = Array.from({ length: data.length / 3 }, (_, i) =>
				transformPoint(matrix, [data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!]),
			);
			const limit = (pick: (...values: number[]) => number) => {
				const [x = 0, y = 0, z = 0] = [0, 1, 2].map((axis) => pick(...points.map((point) => point[axis]!)));
				return { x, y, z };
			};
			min = limit(Math.min);
			max = limit(Math.max);
		}
		const [low, high] = [this.#place(node, [min.x, min.y, min.z]), this.#place(node, [max.x, max.y, max.z])];
		return { min: [low[0], low[1], Math.min(low[2], high[2])], max: [high[0], high[1], Math.max(low[2], high[2])] };
	}

	selects(object: object, { userData, props, selector }: ListOptions): boolean {
		if (props !== undefined || selector !== undefined) return false;
		return userData === undefined || hasValues((object as BabylonNode).metadata, userData);
	}

	listViews(): SceneView[] {
		return this.listScenes().flatMap((scene) => {
			const canvas = scene.getEngine?.()?.getRenderingCanvas();
			if (!canvas || typeof canvas.getBoundingClientRect !== 'function') return [];
			const several = scene.activeCameras?.length ? scene.activeCameras : null;
			const cameras = several ?? (scene.activeCamera ? [scene.activeCamera] : []);
			const parts = cameras.flatMap((camera) => (camera.rigCameras.length > 0 ? camera.rigCameras : [camera]));
			return parts
				.filter(({ outputRenderTarget }) => !outputRenderTarget)
				.map((camera) => this.#view(scene, camera, canvas));
		});
	}

	listShapes(object: object, view: SceneView): Iterable<Shape> {
		const node = object as BabylonNode;
		const camera = view.camera as BabylonCamera;
		if (node.layerMask !== undefined && (node.layerMask & camera.layerMask) === 0) return [];
		return listBabylonShapes(node, view.scene as BabylonScene);
	}

	toWebXR([x, y, z]: Point, { scene }: SceneView): Point {
		return [x, y, (scene as BabylonScene).useRightHandedSystem ? z : -z];
	}

	findCamera(): SceneCamera | null {
		const scene = this.listScenes()[0];
		const camera = scene?.activeCamera;
		if (!scene || !camera) return null;
		const sign = scene.useRightHandedSystem ? 1 : -1;
		const isXR = camera.getClassName() === 'WebXRCamera';
		const eye = (isXR && camera.rigCameras[0]) || camera;
		const world = Array.from(camera.getWorldMatrix().asArray());
		return {
			// Of points of the scene, the third column changes its sign.
			viewProjection: Array.from(eye.getTransformationMatrix().asArray(), (value, i) =>
				i >> 2 === 2 ? sign * value : value,
			),
			world: isXR ? (sign < 0 ? mirrorMatrix(world) : world) : null,
			isEye: false,
			viewCount: isXR ? Math.max(1, camera.rigCameras.length) : 1,
		};
	}

	hide(object: object): () => void {
		const node = object as { layerMask?: number };
		const { layerMask } = node;
		if (layerMask === undefined) return () => {};
		node.layerMask = 0;
		return () => {
			node.layerMask = layerMask;
		};
	}

	turn({ camera }: SceneView, point: Point): void {
		const own = camera as { position?: { constructor: unknown }; setTarget?(target: object): void };
		const Vector = own.position?.constructor as (new (...values: Point) => object) | undefined;
		if (Vector) own.setTarget?.(new Vector(...point));
	}

	redraw(): void {
		for (const scene of this.listScenes()) scene.render?.();
	}

	#view(scene: BabylonScene, camera: BabylonCamera, canvas: HTMLCanvasElement): SceneView {
		const { x = 0, y = 0, width = 1, height = 1 } = camera.viewport ?? {};
		const { clientWidth, clientHeight } = canvas;
		const projection = camera.getProjectionMatrix().asArray();
		const box = {
			x: x * clientWidth,
			y: (1 - y - height) * clientHeight,
			width: width * clientWidth,
			height: height * clientHeight,
		};
		return {
			library: this,
			scene,
			camera,
			canvas,
			...box,
			viewProjection: multiply(projection, camera.getViewMatrix().asArray()),
			world: camera.getWorldMatrix().asArray(),
			isPerspective: camera.mode !== ORTHOGRAPHIC,
			clears: scene.autoClear !== false,
			depthSign: scene.getEngine().useReverseDepthBuffer ? -1 : 1,
			pointScale: (projection[5]! * box.height) / 2,
		};
	}

	#place(node: BabylonNode, [x, y, z]: Point): Point {
		// Babylon.js is left-handed unless told otherwise; its z is WebXR's −z.
		return [x, y, node.getScene().useRightHandedSystem ? z : -z];
	}
}

function isScene(scene: unknown): scene is BabylonScene {
	return Array.isArray((scene as BabylonScene)?.rootNodes);
}

function listMatrices(node: BabylonNode): ArrayLike<number>[] {
	const world = node.getWorldMatrix?.().asArray();
	if (!world) return [];
	if (!node.hasThinInstances) return [world];
	return (node.thinInstanceGetWorldMatrices?.() ?? []).map((matrix) => multiply(world, matrix.asArray()));
}

function* listBabylonShapes(node: BabylonNode, scene: BabylonScene): Generator<Shape> {
	if (!node.getVerticesData || !(node.getTotalVertices?.() ?? 0) || node.isVisible === false) return;
	const { visibility = 1 } = node;
	if (visibility <= 0.01) return;
	const isPosed = node.skeleton || node.morphTargetManager;
	const positions = (isPosed ? node.getPositionData?.(true, true) : null) ?? node.getVerticesData('position');
	if (!positions) return;
	const kind = node.getClassName() === 'LinesMesh' ? 'segments' : 'triangles';
	const index = node.getIndices?.() ?? null;
	const whole = {
		indexStart: 0,
		indexCount: index?.length ?? positions.length / 3,
		getMaterial: () => node.material ?? null,
	};
	const parts = node.subMeshes?.length ? node.subMeshes : [whole];
	const matrices = listMatrices(node);
	for (const { indexStart: start, indexCount, getMaterial } of parts) {
		const part = parts.find((other) => other.indexStart === start)!;
		const material = getMaterial?.call(part) ?? node.material ?? scene.defaultMaterial;
		if (!material || material.alpha <= 0.01) continue;
		const opacity = material.alpha * visibility;
		for (const [i, matrix] of matrices.entries()) {
			yield {
				kind: material.pointsCloud ? 'points' : kind,
				positions,
				stride: 3,
				offset: 0,
				index,
				start,
				end: start + indexCount,
				matrix,
				culled: findCulled(node, material, matrix),
				size: material.pointsCloud ? (material.pointSize ?? 1) : 1,
				instance: node.hasThinInstances ? i : -1,
				isCovering: opacity >= COVERING_OPACITY && !material.wireframe,
				// Rendering groups are drawn one over the other.
				isOnTop: material.depthFunction === ALWAYS || (node.renderingGroupId ?? 0) > 0,
			};
		}
	}
}

function findCulled(node: BabylonNode, material: BabylonMaterial, matrix: ArrayLike<number>): -1 | 0 | 1 {
	if (!material.backFaceCulling || material.wireframe || node.getClassName() === 'LinesMesh') return 0;
	const own =
		material._getEffectiveOrientation?.(node) ?? node.overrideMaterialSideOrientation ?? material.sideOrientation;
	const isClockwise = (own === CLOCKWISE) !== measureVolume(matrix) < 0;
	const back = isClockwise ? 1 : -1;
	return material.cullBackFaces === false ? (-back as -1 | 1) : back;
}
