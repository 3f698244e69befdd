import { type Issue, JOINTS, type Side } from '@handreel/core';
import { failGltf, GltfReader, quoteValue, ReadBudget, unpackGlb } from '@handreel/core/internal';
import { createWarning } from '../common/warning.ts';
import { addNode, addView, type GltfDraft } from './draft.ts';

/**
 * Copies the skinned mesh of a hand model into a document and attaches it to the joints of the recording, which have the
 * same names and orientations. Does not copy the joints and textures of the model.
 */
export function mergeHand(
	draft: GltfDraft,
	model: Uint8Array,
	side: Side,
	joints: ReadonlyMap<string, number>,
	issues: Issue[],
): void {
	const name = `meshes.${side}`;
	if (!(model instanceof Uint8Array)) throw new TypeError(`${name}: expected a Uint8Array`);
	const missing = JOINTS.filter(({ webxr }) => webxr !== null && !joints.has(webxr));
	if (missing.length > 0) {
		if (joints.size > 0) {
			issues.push(
				createWarning('mesh-lost', `hands.${side}`, `the mesh needs ${missing.map((j) => j.name).join(', ')}`),
			);
		}
		return;
	}
	const budget = new ReadBudget(undefined, model.length);
	const reader = new GltfReader(unpackGlb(model, name, budget), name);
	const skinned = reader.list('nodes').find((entry) => 'skin' in entry && 'mesh' in entry);
	const node = skinned ?? failGltf(name, 'the skinned mesh is missing');
	const skin = reader.item('skins', node['skin']);
	const bones = reader.numbers(skin['joints'], 'skins.joints').map((index) => {
		const bone = reader.item('nodes', index)['name'];
		return joints.get(bone as string) ?? failGltf(name, `the joint ${quoteValue(bone)} is not a WebXR joint`);
	});
	const views = new Map<number, number>();
	const copyAccessor = (index: unknown): number => {
		const { accessor, viewIndex, view, bytes } = reader.accessorView(index);
		let bufferView = views.get(viewIndex);
		if (bufferView === undefined) {
			const { target, byteStride } = view;
			bufferView = addView(draft, bytes, target, byteStride);
			views.set(viewIndex, bufferView);
		}
		return draft.accessors.push({ ...accessor, bufferView }) - 1;
	};
	const mesh = reader.item('meshes', node['mesh']);
	const primitives = reader.objects(mesh['primitives'], 'meshes.primitives').map((primitive) => {
		const attributes = reader.object(primitive['attributes'], 'attributes');
		const kept = Object.entries(attributes).filter(([key]) => !key.startsWith('TEXCOORD'));
		const material = draft.materials.push(plainMaterial(reader, primitive['material'], side)) - 1;
		return {
			attributes: Object.fromEntries(kept.map(([key, index]) => [key, copyAccessor(index)])),
			indices: 'indices' in primitive ? copyAccessor(primitive['indices']) : undefined,
			mode: primitive['mode'],
			material,
		};
	});
	const skinIndex = draft.skins.push({
		name: `${side}_skin`,
		joints: bones,
		inverseBindMatrices: copyAccessor(skin['inverseBindMatrices']),
	});
	const meshIndex = draft.meshes.push({ name: `${side}_hand`, primitives });
	// At the root, as glTF recommends: only the joints move a skinned mesh.
	addNode(draft, { name: `${side}_mesh`, mesh: meshIndex - 1, skin: skinIndex - 1 });
}

function plainMaterial(reader: GltfReader, index: unknown, side: Side): unknown {
	const material = index === undefined ? {} : reader.item('materials', index);
	const pbr = reader.object(material['pbrMetallicRoughness'] ?? {}, 'pbrMetallicRoughness');
	const { baseColorFactor, metallicFactor, roughnessFactor } = pbr;
	const { doubleSided } = material;
	const factors = { baseColorFactor, metallicFactor, roughnessFactor };
	return JSON.parse(JSON.stringify({ name: `${side}_material`, pbrMetallicRoughness: factors, doubleSided }));
}
