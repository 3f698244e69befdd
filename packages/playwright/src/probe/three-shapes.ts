import type { Shape } from './item-buffer.ts';
import type { SceneView } from './library.ts';
import { measureVolume, multiply, transformPoint } from './matrix.ts';
import type { ThreeAttribute, ThreeGeometry, ThreeMaterial, ThreeNode } from './three-types.ts';
import type { Point } from './types.ts';

/** Materials below this opacity do not hide what is behind them. */
export const COVERING_OPACITY = 0.5;
const BACK_SIDE = 1;
const DOUBLE_SIDE = 2;

/** Vertices of a geometry: `offset + i * stride`. */
interface Vertices {
	readonly array: ArrayLike<number>;
	readonly stride: number;
	readonly offset: number;
	readonly version: number;
	readonly box: { readonly min: readonly number[]; readonly max: readonly number[] };
}

const verticesOf = new WeakMap<object, Vertices>();

/** Reads the vertices of an attribute; those of integers that mean parts of 1 are converted. */
function readVertices(attribute: ThreeAttribute): Vertices {
	const version = attribute.data?.version ?? attribute.version ?? 0;
	const known = verticesOf.get(attribute);
	if (known?.version === version) return known;
	const { count, normalized, data, itemSize } = attribute;
	let layout = {
		array: data?.array ?? attribute.array,
		stride: data?.stride ?? itemSize,
		offset: data ? (attribute.offset ?? 0) : 0,
	};
	if (normalized || itemSize < 3) {
		const array = new Float32Array(count * 3);
		for (let i = 0; i < count; i++) {
			array.set([attribute.getX(i), attribute.getY(i), itemSize < 3 ? 0 : attribute.getZ(i)], i * 3);
		}
		layout = { array, stride: 3, offset: 0 };
	}
	const made = { ...layout, version, box: boxOf(layout.array, layout.stride, layout.offset, count) };
	verticesOf.set(attribute, made);
	return made;
}

function boxOf(array: ArrayLike<number>, stride: number, offset: number, count: number): Vertices['box'] {
	const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	const max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (let i = 0; i < count; i++) {
		for (let axis = 0; axis < 3; axis++) {
			const value = array[offset + i * stride + axis]!;
			if (value < min[axis]!) min[axis] = value;
			if (value > max[axis]!) max[axis] = value;
		}
	}
	return { min, max };
}

// Bones and morph targets move vertices.
function poseVertices(node: ThreeNode, attribute: ThreeAttribute): Vertices {
	const array = new Float32Array(attribute.count * 3);
	const out = node.position.clone();
	for (let i = 0; i < attribute.count; i++) {
		if (node.getVertexPosition) node.getVertexPosition(i, out);
		else node.boneTransform?.(i, out);
		array[i * 3] = out.x;
		array[i * 3 + 1] = out.y;
		array[i * 3 + 2] = out.z;
	}
	return { array, stride: 3, offset: 0, version: 0, box: boxOf(array, 3, 0, attribute.count) };
}

/** Whether anything of a material can be seen. */
export function isSeen({ visible, transparent, opacity }: ThreeMaterial): boolean {
	return visible && !(transparent && opacity <= 0.01);
}

function looksOf(material: ThreeMaterial, mirrored: boolean): Pick<Shape, 'culled' | 'isCovering' | 'isOnTop'> {
	const { side, transparent, opacity, transmission = 0, depthTest, wireframe } = material;
	const isSolid = !(transparent && opacity < COVERING_OPACITY) && transmission < COVERING_OPACITY && !wireframe;
	// Triangles that turn their back have negative areas.
	const back = mirrored ? 1 : -1;
	return {
		culled: side === DOUBLE_SIDE || wireframe ? 0 : side === BACK_SIDE ? (-back as -1 | 1) : back,
		isCovering: isSolid,
		isOnTop: depthTest === false,
	};
}

interface Range {
	readonly start: number;
	readonly end: number;
	readonly material: ThreeMaterial;
}

function listRanges(geometry: ThreeGeometry, material: ThreeNode['material'], total: number): Range[] {
	const { start, count } = geometry.drawRange;
	const [low, high] = [start, Math.min(total, start + count)];
	if (!Array.isArray(material)) return material ? [{ start: low, end: high, material: material as ThreeMaterial }] : [];
	return geometry.groups.flatMap((group) => {
		const own = material[group.materialIndex ?? 0] as ThreeMaterial | undefined;
		const end = Math.min(high, group.start + group.count);
		return own && end > group.start ? [{ start: Math.max(low, group.start), end, material: own }] : [];
	});
}

/** Lists what an object of three.js draws by itself. */
export function* listThreeShapes(node: ThreeNode, view: SceneView): Generator<Shape> {
	const { geometry, material } = node;
	if (node.isSprite) return yield* listSprite(node, view);
	if (!geometry?.attributes || !material) return;
	if (node.textRenderInfo) return yield* listText(node);
	if (node.isLineSegments2) return yield* listWideLines(node);
	const attribute = geometry.attributes['position'];
	if (!attribute || attribute.count === 0) return;
	const isPosed = node.isSkinnedMesh || (node.morphTargetInfluences?.some((value) => value !== 0) ?? false);
	const vertices = isPosed ? poseVertices(node, attribute) : readVertices(attribute);
	const { array: positions, stride, offset, box } = vertices;
	const index = geometry.index?.array ?? null;
	const kind = node.isPoints ? 'points' : node.isLine ? 'segments' : 'triangles';
	const ordered = node.isLine && !node.isLineSegments ? joinSegments(index, attribute.count, !!node.isLineLoop) : index;
	const total = ordered?.length ?? attribute.count;
	for (const { start, end, material: own } of listRanges(geometry, material, total)) {
		if (!isSeen(own)) continue;
		const wide = node.isPoints
			? { size: own.size ?? 4, isScaled: own.sizeAttenuation === true && view.isPerspective }
			: { size: own.linewidth ?? 1 };
		const common = { kind, positions, stride, offset, index: ordered, start, end, box, ...wide } as const;
		for (const { matrix, instance, range } of listMatrices(node)) {
			const looks = looksOf(own, measureVolume(matrix) < 0);
			yield { ...common, ...looks, ...range, matrix, instance };
		}
	}
}

interface Placed {
	readonly matrix: ArrayLike<number>;
	readonly instance: number;
	readonly range?: { readonly start: number; readonly end: number };
}

/** The matrices that place a mesh: its own, or one per instance. */
export function* listMatrices(node: ThreeNode): Generator<Placed> {
	const world = node.matrixWorld.elements;
	if (node.isBatchedMesh && node.getMatrixAt && node.getVisibleAt && node.getGeometryIdAt && node.getGeometryRangeAt) {
		const out = { elements: new Array<number>(16).fill(0), fromArray: copyElements };
		for (let instance = 0, found = 0; found < (node.instanceCount ?? 0) && instance < 1e6; instance++) {
			try {
				if (!node.getVisibleAt(instance)) {
					found++;
					continue;
				}
				found++;
				const range = node.getGeometryRangeAt(node.getGeometryIdAt(instance));
				node.getMatrixAt(instance, out);
				const matrix = multiply(world, out.elements);
				if (range) yield { matrix, instance, range: { start: range.start, end: range.start + range.count } };
			} catch {
				// Deleted instances leave gaps.
			}
		}
	} else if (node.isInstancedMesh && node.instanceMatrix) {
		const { array } = node.instanceMatrix;
		const count = Math.min(node.count ?? 0, array.length / 16);
		for (let instance = 0; instance < count; instance++) {
			yield { matrix: multiply(world, Array.prototype.slice.call(array, instance * 16, instance * 16 + 16)), instance };
		}
	} else yield { matrix: world, instance: -1 };
}

function copyElements(this: { elements: number[] }, array: ArrayLike<number>, offset = 0): unknown {
	for (let i = 0; i < 16; i++) this.elements[i] = array[offset + i]!;
	return this;
}

// A strip or loop as pairs of vertices.
function joinSegments(index: ArrayLike<number> | null, count: number, isLoop: boolean): number[] {
	const order = index ? Array.from(index) : Array.from({ length: count }, (_, i) => i);
	const pairs = order.slice(1).flatMap((vertex, i) => [order[i]!, vertex]);
	return isLoop && order.length > 1 ? [...pairs, order.at(-1)!, order[0]!] : pairs;
}

const CORNERS = [0, 1, 2, 0, 2, 3];
const FRAME = { stride: 3, offset: 0, index: CORNERS, start: 0, end: 6, kind: 'triangles' } as const;
const NO_MATRIX = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

// A sprite turns to the camera.
function* listSprite(node: ThreeNode, { world, isPerspective }: SceneView): Generator<Shape> {
	const material = [node.material].flat()[0] as ThreeMaterial | undefined;
	if (!material || !isSeen(material)) return;
	const e = node.matrixWorld.elements;
	const length = (m: ArrayLike<number>, at: number): number => Math.hypot(m[at]!, m[at + 1]!, m[at + 2]!);
	const away = Math.hypot(e[12]! - world[12]!, e[13]! - world[13]!, e[14]! - world[14]!);
	const grow = material.sizeAttenuation === false && isPerspective ? away : 1;
	const [wide, high] = [length(e, 0) * grow, length(e, 4) * grow];
	const { x: cx = 0.5, y: cy = 0.5 } = node.center ?? {};
	const angle = material.rotation ?? 0;
	const positions = [0, 1, 2, 3].flatMap((i) => {
		const [u, v] = [((i === 1 || i === 2 ? 1 : 0) - cx) * wide, ((i > 1 ? 1 : 0) - cy) * high];
		const right = u * Math.cos(angle) - v * Math.sin(angle);
		const up = u * Math.sin(angle) + v * Math.cos(angle);
		return [0, 1, 2].map(
			(axis) => e[12 + axis]! + (right * world[axis]!) / length(world, 0) + (up * world[4 + axis]!) / length(world, 4),
		);
	});
	yield { ...FRAME, positions, matrix: NO_MATRIX, instance: -1, ...looksOf(material, false), culled: 0 };
}

// The text of troika has one rectangle per letter, which only its shader knows.
function* listText(node: ThreeNode): Generator<Shape> {
	const material = [node.material].flat()[0] as ThreeMaterial | undefined;
	const { visibleBounds, blockBounds } = node.textRenderInfo ?? {};
	const box = visibleBounds ?? blockBounds;
	if (!material || !box || !isSeen(material)) return;
	const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from(box);
	const positions = [x0, y0, 0, x1, y0, 0, x1, y1, 0, x0, y1, 0];
	yield {
		...FRAME,
		positions,
		matrix: node.matrixWorld.elements,
		instance: -1,
		...looksOf(material, false),
		culled: 0,
		isCovering: false,
	};
}

function* listWideLines(node: ThreeNode): Generator<Shape> {
	const material = [node.material].flat()[0] as ThreeMaterial | undefined;
	const start = node.geometry?.attributes['instanceStart'];
	const end = node.geometry?.attributes['instanceEnd'];
	if (!material || !start || !end || !isSeen(material)) return;
	const positions: number[] = [];
	const count = Math.min(start.count, node.geometry?.instanceCount ?? start.count);
	for (let i = 0; i < count; i++) {
		for (const side of [start, end]) positions.push(side.getX(i), side.getY(i), side.getZ(i));
	}
	const size = material.linewidth ?? 1;
	yield {
		kind: 'segments',
		positions,
		stride: 3,
		offset: 0,
		index: null,
		start: 0,
		end: count * 2,
		matrix: node.matrixWorld.elements,
		instance: -1,
		size,
		isScaled: material.worldUnits === true,
		...looksOf(material, false),
		culled: 0,
	};
}

/** The box around what an object draws by itself, in the scene. `instance` −1 is all of it. */
export function addThreeBounds(node: ThreeNode, instance: number, min: number[], max: number[]): void {
	const { geometry } = node;
	if (!geometry?.attributes) return;
	const attribute = geometry.attributes['position'];
	const isPosed = node.isSkinnedMesh && attribute !== undefined;
	const text = node.textRenderInfo?.visibleBounds ?? node.textRenderInfo?.blockBounds;
	if (!isPosed && geometry.boundingBox === null) geometry.computeBoundingBox?.();
	const { boundingBox } = geometry;
	const box = text
		? { min: [text[0]!, text[1]!, 0], max: [text[2]!, text[3]!, 0] }
		: isPosed
			? poseVertices(node, attribute).box
			: boundingBox && {
					min: [boundingBox.min.x, boundingBox.min.y, boundingBox.min.z],
					max: [boundingBox.max.x, boundingBox.max.y, boundingBox.max.z],
				};
	if (!box) return;
	for (const placed of listMatrices(node)) {
		if (instance >= 0 && placed.instance !== instance) continue;
		for (let i = 0; i < 8; i++) {
			const corner = [0, 1, 2].map((axis) => (i & (1 << axis) ? box.max : box.min)[axis]!) as unknown as Point;
			transformPoint(placed.matrix, corner).forEach((value, axis) => {
				min[axis] = Math.min(min[axis]!, value);
				max[axis] = Math.max(max[axis]!, value);
			});
		}
	}
}
