import { failGltf, GltfReader, ReadBudget, unpackGlb } from '@handreel/core/internal';

/** Bytes of unsigned integers by the type of their component. */
const WIDTHS: ReadonlyMap<unknown, 1 | 2 | 4> = /* @__PURE__ */ new Map([
	[5121, 1],
	[5123, 2],
	[5125, 4],
]);
const DRACO = 'KHR_draco_mesh_compression';
const TRIANGLES = 4;
const MATRIX_SIZE = 16;
/** Bones per vertex. */
const INFLUENCES = 4;

/** A skinned hand as flat arrays, for renderers. Meters, right-handed as in glTF. */
export interface HandModel {
	/** The names of the bones; `joints` and `inverseBindMatrices` are in this order. */
	readonly bones: readonly string[];
	/** From the space of the model to the space of each bone at rest: 16 floats per bone, column by column. */
	readonly inverseBindMatrices: Float32Array<ArrayBuffer>;
	/** Three floats per vertex. */
	readonly positions: Float32Array<ArrayBuffer>;
	/** Three floats per vertex; empty if the file has no normals. */
	readonly normals: Float32Array<ArrayBuffer>;
	/** Two floats per vertex; empty if the file has no texture coordinates. */
	readonly uvs: Float32Array<ArrayBuffer>;
	/** Four indices of bones per vertex. */
	readonly joints: Uint16Array<ArrayBuffer>;
	/** Four weights per vertex. */
	readonly weights: Float32Array<ArrayBuffer>;
	/** Three indices of vertices per triangle. */
	readonly indices: Uint32Array<ArrayBuffer>;
}

/**
 * Reads the first skinned mesh of a GLB file. `name` is the name of the file in error messages.
 *
 * Reads one primitive of triangles without sparse accessors and compression, as most exporters write hands. Throws
 * `RecordingError` with the code `bad-gltf` for anything else.
 *
 * @example
 * const { left } = await loadHandMeshes();
 * const { positions, bones } = readHandModel(left);
 */
export function readHandModel(bytes: Uint8Array, name = ''): HandModel {
	if (!(bytes instanceof Uint8Array)) throw new TypeError('bytes: expected a Uint8Array');
	// Slices of Node's buffers are views, not copies.
	const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const budget = new ReadBudget(undefined, plain.length);
	const reader = new GltfReader(unpackGlb(plain, name, budget), name);
	const node = reader.list('nodes').find((entry) => 'skin' in entry && 'mesh' in entry);
	if (node === undefined) return failGltf(name, 'the skinned mesh is missing');
	const skin = reader.item('skins', node['skin']);
	const bones = reader.numbers(skin['joints'], 'skins.joints').map((index) => {
		const { name: bone } = reader.item('nodes', index);
		return typeof bone === 'string' ? bone : `node ${index}`;
	});
	const inverseBindMatrices = reader.floats(skin['inverseBindMatrices'], MATRIX_SIZE);
	if (inverseBindMatrices.length !== bones.length * MATRIX_SIZE) {
		reader.fail('skins.inverseBindMatrices', `expected ${bones.length} matrices`);
	}
	const mesh = reader.item('meshes', node['mesh']);
	const [primitive, second] = reader.objects(mesh['primitives'], 'meshes.primitives');
	if (primitive === undefined || second !== undefined) reader.fail('meshes.primitives', 'expected one primitive');
	const { mode = TRIANGLES } = primitive!;
	if (mode !== TRIANGLES) reader.fail('meshes.primitives', 'expected triangles');
	const { extensions } = primitive!;
	if (typeof extensions === 'object' && extensions !== null && DRACO in extensions)
		reader.fail('meshes.primitives', `compressed with ${DRACO}; save the model uncompressed`);
	const attributes = reader.object(primitive!['attributes'], 'attributes');
	const optional = (key: string, size: number): Float32Array<ArrayBuffer> =>
		key in attributes ? reader.floats(attributes[key], size) : new Float32Array(0);
	const positions = reader.floats(attributes['POSITION'], 3);
	const count = positions.length / 3;
	const joints = Uint16Array.from(readIntegers(reader, attributes['JOINTS_0'], 'VEC4', INFLUENCES, bones.length));
	const weights = reader.floats(attributes['WEIGHTS_0'], INFLUENCES);
	const normals = optional('NORMAL', 3);
	const uvs = optional('TEXCOORD_0', 2);
	const lengths = [joints.length / INFLUENCES, weights.length / INFLUENCES];
	if (normals.length > 0) lengths.push(normals.length / 3);
	if (uvs.length > 0) lengths.push(uvs.length / 2);
	if (lengths.some((length) => length !== count)) reader.fail('attributes', 'have different numbers of vertices');
	const indices =
		'indices' in primitive!
			? readIntegers(reader, primitive['indices'], 'SCALAR', 1, count)
			: Uint32Array.from({ length: count }, (_, i) => i);
	return { bones, inverseBindMatrices, positions, normals, uvs, joints, weights, indices };
}

function readIntegers(
	reader: GltfReader,
	index: unknown,
	type: string,
	size: number,
	limit: number,
): Uint32Array<ArrayBuffer> {
	const found = reader.accessorView(index);
	const path = `accessors[${index}]`;
	const { componentType, type: foundType, sparse } = found.accessor;
	const width = WIDTHS.get(componentType);
	if (width === undefined || foundType !== type || sparse !== undefined) {
		return reader.fail(
			path,
			`expected ${size === 1 ? 'an unsigned integer' : `${size} unsigned integers`} per element`,
		);
	}
	const data = new DataView(reader.elements(found, path, width * size).buffer);
	const values = new Uint32Array(data.byteLength / width);
	for (let i = 0; i < values.length; i++) {
		const value =
			width === 1 ? data.getUint8(i) : width === 2 ? data.getUint16(2 * i, true) : data.getUint32(4 * i, true);
		if (value >= limit) reader.fail(path, `index ${value} does not exist`);
		values[i] = value;
	}
	return values;
}
