import type { Side } from '@handreel/core';

/** Returns Babylon.js's bone name of a WebXR joint: `index-finger-tip` is `index_tip_L`. */
export function nameBabylonBone(joint: string, side: Side): string {
	const name = joint
		.replace('-finger', '')
		.replace('pinky', 'little')
		.replace(/-phalanx-(prox|int|dist)\w+/, '_$1Phalanx')
		.replace('-', '_');
	return `${name}_${side === 'left' ? 'L' : 'R'}`;
}

interface Input {
	readonly name: string;
	/** The id of the block whose `output` it takes. */
	readonly from: number;
}

// Babylon.js's enums of block inputs and outputs.
const [VECTOR3, VECTOR4, COLOR3, MATRIX] = [8, 16, 32, 128];
const [UNIFORM, ATTRIBUTE] = [0, 1];
const [WORLD, VIEW_PROJECTION] = [1, 4];
const COLORS = ['baseColor', 'fresnelColor', 'fingerColor', 'tipFresnelColor'];

/**
 * Creates the node material, as JSON, that Babylon.js requires to show hands: a skinned mesh in one plain color. Babylon.js
 * sets three more colors, which exist but have no effect.
 */
export function createBabylonShader(): string {
	const blocks = [
		inputBlock(1, 'position', { type: VECTOR3, mode: ATTRIBUTE }),
		inputBlock(2, 'matricesIndices', { type: VECTOR4, mode: ATTRIBUTE }),
		inputBlock(3, 'matricesWeights', { type: VECTOR4, mode: ATTRIBUTE }),
		inputBlock(4, 'world', { type: MATRIX, mode: UNIFORM, systemValue: WORLD }),
		inputBlock(5, 'viewProjection', { type: MATRIX, mode: UNIFORM, systemValue: VIEW_PROJECTION }),
		block('Bones', 6, [
			{ name: 'matricesIndices', from: 2 },
			{ name: 'matricesWeights', from: 3 },
			{ name: 'world', from: 4 },
		]),
		transformBlock(7, 1, 6),
		transformBlock(8, 7, 5),
		block('VertexOutput', 9, [{ name: 'vector', from: 8 }]),
		...COLORS.map((name, i) =>
			inputBlock(11 + i, name, { type: COLOR3, mode: UNIFORM, valueType: 'BABYLON.Color3', value: [1, 1, 1] }),
		),
		block('FragmentOutput', 10, [{ name: 'rgb', from: 11 }]),
	];
	return JSON.stringify({ customType: 'BABYLON.NodeMaterial', name: 'hand', outputNodes: [9, 10], blocks });
}

function block(kind: string, id: number, inputs: readonly Input[], more: object = {}): object {
	return {
		customType: `BABYLON.${kind}Block`,
		id,
		name: `${kind}${id}`,
		inputs: inputs.map(({ name, from }) => ({
			name,
			inputName: name,
			targetBlockId: from,
			targetConnectionName: 'output',
		})),
		outputs: [],
		...more,
	};
}

function inputBlock(id: number, name: string, more: object): object {
	return block('Input', id, [], { name, systemValue: null, animationType: 0, ...more });
}

function transformBlock(id: number, vector: number, transform: number): object {
	const inputs = [
		{ name: 'vector', from: vector },
		{ name: 'transform', from: transform },
	];
	return block('Transform', id, inputs, { complementZ: 0, complementW: 1 });
}
