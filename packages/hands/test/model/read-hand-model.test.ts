import { NodeIO, VertexLayout } from '@gltf-transform/core';
import { RecordingError } from '@handreel/core';
import { loadHandMeshes, readHandModel } from '@handreel/hands';
import { describe, expect, it } from 'vitest';

const { left } = await loadHandMeshes();

/** The parts of a glTF document that the tests change. */
interface Gltf {
	readonly nodes: { skin?: number }[];
	readonly skins: [{ joints?: number[] }];
	readonly bufferViews: object[];
	readonly accessors: Record<number, { count: number; componentType: number }>;
	readonly meshes: [{ readonly primitives: [Primitive, ...Primitive[]] }];
}

interface Primitive {
	attributes: { POSITION?: number; NORMAL?: number | undefined; TEXCOORD_0?: number | undefined };
	indices?: number;
}

/** The hand with another document. */
function change(edit: (json: Gltf) => void): Uint8Array {
	const view = new DataView(left.buffer, left.byteOffset, left.byteLength);
	const length = view.getUint32(12, true);
	const json = JSON.parse(new TextDecoder().decode(left.subarray(20, 20 + length)));
	edit(json);
	const text = JSON.stringify(json);
	const bytes = new TextEncoder().encode(text.padEnd((text.length + 3) & ~3));
	const rest = left.subarray(20 + length);
	const out = new Uint8Array(20 + bytes.length + rest.length);
	out.set(left.subarray(0, 20));
	out.set(bytes, 20);
	out.set(rest, 20 + bytes.length);
	const header = new DataView(out.buffer);
	header.setUint32(8, out.length, true);
	header.setUint32(12, bytes.length, true);
	return out;
}

describe('readHandModel', () => {
	it('reads the skinned mesh of a hand', () => {
		const model = readHandModel(change(() => {}));
		expect(model.bones).toContain('index-finger-tip');
		expect(model.indices.length % 3).toBe(0);
		// The wrist is at the origin of its bind matrix: four columns, the last with 1.
		expect(model.inverseBindMatrices.filter((_, i) => i % 16 === 15)).toEqual(new Float32Array(25).fill(1));
	});

	it('reads a mesh without normals, texture coordinates and indices', () => {
		const model = readHandModel(
			change(({ meshes }) => {
				const [primitive] = meshes[0].primitives;
				primitive.attributes = { ...primitive.attributes, NORMAL: undefined, TEXCOORD_0: undefined };
				delete primitive.indices;
			}),
		);
		expect([model.normals.length, model.uvs.length, model.indices.length]).toEqual([0, 0, 1360]);
	});

	it('reads interleaved vertices', async () => {
		const io = new NodeIO().setVertexLayout(VertexLayout.INTERLEAVED);
		const bytes = await io.writeBinary(await io.readBinary(change(() => {})));
		const [model, expected] = [readHandModel(bytes), readHandModel(left)];
		for (const name of ['positions', 'normals', 'uvs', 'joints', 'weights', 'indices'] as const) {
			expect([...model[name]], name).toEqual([...expected[name]]);
		}
		const header = new DataView(bytes.buffer, bytes.byteOffset);
		const json = new TextDecoder().decode(bytes.subarray(20, 20 + header.getUint32(12, true)));
		expect(JSON.parse(json).bufferViews.some(({ byteStride = 0 }) => byteStride > 16)).toBe(true);
	});

	it.each([
		['no GLB', () => new Uint8Array(8), /does not start with "glTF"/],
		[
			'no skin',
			() => change(({ nodes }) => delete nodes.find((node) => 'skin' in node)?.skin),
			/skinned mesh is missing/,
		],
		['no bones', () => change(({ skins }) => delete skins[0].joints), /skins.joints: expected an array/],
		['a bone too many', () => change(({ skins }) => skins[0].joints?.push(0)), /expected 26 matrices/],
		['two primitives', () => change(({ meshes: [m] }) => m.primitives.push(m.primitives[0])), /one primitive/],
		['lines', () => change(({ meshes: [m] }) => Object.assign(m.primitives[0], { mode: 1 })), /expected triangles/],
		[
			'too many vertices',
			() => change(({ accessors }) => Object.assign(accessors[3]!, { count: 1e9 })),
			/exceed the buffer view/,
		],
		['fewer weights', () => change(({ accessors }) => Object.assign(accessors[4]!, { count: 3 })), /different numbers/],
		[
			'float joints',
			() => change(({ accessors }) => Object.assign(accessors[3]!, { componentType: 5126 })),
			/4 unsigned integers/,
		],
		[
			'meshopt compression',
			() =>
				change(({ bufferViews }) => {
					for (const view of bufferViews)
						Object.assign(view, { extensions: { EXT_meshopt_compression: { buffer: 0 } } });
				}),
			/bufferViews\[\d+\]: compressed with EXT_meshopt_compression; save the model uncompressed/,
		],
		[
			'Draco compression',
			() =>
				change(({ meshes: [m] }) =>
					Object.assign(m.primitives[0], { extensions: { KHR_draco_mesh_compression: { bufferView: 0 } } }),
				),
			/compressed with KHR_draco_mesh_compression; save the model uncompressed/,
		],
		['no positions', () => change(({ meshes: [m] }) => delete m.primitives[0].attributes.POSITION), /does not exist/],
		[
			'a missing bone',
			() =>
				change(({ skins, accessors }) => {
					skins[0].joints?.pop();
					Object.assign(accessors[6]!, { count: 24 });
				}),
			/index 24 does not exist/,
		],
	])('refuses %s', (_, make, message) => {
		expect(() => readHandModel(make(), 'hand.glb')).toThrow(message);
		expect(() => readHandModel(make(), 'hand.glb')).toThrow(RecordingError);
	});

	it('refuses what is not bytes', () => {
		expect(() => readHandModel('hand.glb' as never)).toThrow(TypeError);
	});
});
