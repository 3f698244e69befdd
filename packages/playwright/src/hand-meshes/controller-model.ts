import type { Side } from '@handreel/core';
import { packGlb } from './glb.ts';

/** The profiles that get the built-in controller. Libraries fall back to them from the names of products. */
const PROFILES = [
	'generic-button',
	'generic-trigger',
	'generic-trigger-squeeze',
	'generic-trigger-squeeze-thumbstick',
	'generic-trigger-squeeze-touchpad',
	'generic-trigger-squeeze-touchpad-thumbstick',
	'generic-trigger-thumbstick',
	'generic-trigger-touchpad',
	'generic-trigger-touchpad-thumbstick',
];
const ROOT = 'controller';

/** Creates the list of profiles that libraries ask for. */
export function createProfilesList(): string {
	const entries = PROFILES.map((name) => [name, { path: `${name}/profile.json`, deprecated: false }]);
	return JSON.stringify(Object.fromEntries(entries));
}

/** Creates the profile of the built-in controller. Its parts move with buttons and axes. */
export function createProfile(profileId: string): string {
	const part = (type: string, gamepadIndices: object): object => ({
		type,
		gamepadIndices,
		rootNodeName: type,
		visualResponses: describeResponses(type),
	});
	const components: Record<string, object> = { 'xr-standard-trigger': part('trigger', { button: 0 }) };
	if (profileId.includes('squeeze')) components['xr-standard-squeeze'] = part('squeeze', { button: 1 });
	if (profileId.includes('touchpad')) {
		components['xr-standard-touchpad'] = part('touchpad', { button: 2, xAxis: 0, yAxis: 1 });
	}
	if (profileId.includes('thumbstick')) {
		components['xr-standard-thumbstick'] = part('thumbstick', { button: 3, xAxis: 2, yAxis: 3 });
	}
	const layout = {
		selectComponentId: 'xr-standard-trigger',
		components,
		gamepadMapping: 'xr-standard',
		rootNodeName: ROOT,
		assetPath: 'controller.glb',
	};
	return JSON.stringify({
		profileId,
		fallbackProfileIds: [],
		layouts: { left: layout, right: layout, none: layout },
	});
}

type Vector = readonly [x: number, y: number, z: number];

/** A box of the controller in the space of the grip: center and size in meters. */
interface Box {
	readonly name: string;
	readonly center: Vector;
	readonly size: Vector;
	/** The values that move the box, from the outermost node to the innermost. */
	readonly values?: readonly MovingNode[];
}

/** The name of a node of the WebXR input profiles, without `_value`, `_min` or `_max`, and where it moves. */
interface MovingNode {
	readonly name: string;
	/** Meters from `_min` to `_max`. */
	readonly travel: Vector;
}

const BOXES: readonly Box[] = [
	{ name: 'body', center: [0, 0, 0.01], size: [0.032, 0.034, 0.11] },
	{ name: 'head', center: [0, 0.01, -0.06], size: [0.046, 0.03, 0.04] },
	{
		name: 'trigger',
		center: [0, -0.014, -0.06],
		size: [0.016, 0.02, 0.024],
		values: [{ name: 'xr_standard_trigger_pressed', travel: [0, 0.006, 0] }],
	},
	{
		name: 'squeeze',
		center: [0, -0.02, 0.005],
		size: [0.018, 0.01, 0.03],
		values: [{ name: 'xr_standard_squeeze_pressed', travel: [0, 0.004, 0] }],
	},
	{
		name: 'thumbstick',
		center: [0, 0.032, -0.06],
		size: [0.016, 0.016, 0.016],
		values: [
			{ name: 'xr_standard_thumbstick_pressed', travel: [0, -0.002, 0] },
			{ name: 'xr_standard_thumbstick_xaxis_pressed', travel: [0.01, 0, 0] },
			{ name: 'xr_standard_thumbstick_yaxis_pressed', travel: [0, 0, 0.01] },
		],
	},
];
/** The buttons beside the thumbstick: x and y on the left, a and b on the right. */
const LETTERS = { left: ['x', 'y'], right: ['a', 'b'] } as const;

function listBoxes(side: Side): readonly Box[] {
	const buttons = LETTERS[side].map((letter, i): Box => {
		const values = [{ name: `${letter}_button_pressed`, travel: [0, -0.002, 0] as const }];
		return { name: `${letter}_button`, center: [0.015, 0.027, -0.07 + i * 0.02], size: [0.01, 0.006, 0.01], values };
	});
	return [...BOXES, ...buttons];
}

// What moves a part, in the words of the input profiles.
function describeResponses(type: string): object {
	const names = BOXES.find(({ name }) => name === type)?.values?.map(({ name }) => name) ?? [];
	const describe = (name: string): object => ({
		componentProperty: /_([xy])axis_/.exec(name)?.[1]?.concat('Axis') ?? 'button',
		states: ['default', 'touched', 'pressed'],
		valueNodeProperty: 'transform',
		valueNodeName: `${name}_value`,
		minNodeName: `${name}_min`,
		maxNodeName: `${name}_max`,
	});
	return Object.fromEntries(names.map((name) => [name, describe(name)]));
}

interface GltfNode {
	readonly [name: string]: unknown;
	readonly name: string;
	readonly children?: readonly number[];
	readonly translation?: Vector;
	readonly scale?: Vector;
	readonly mesh?: number;
}

// A moving box is inside of a node per value, which is between its siblings `_min` and `_max`.
function createNodes(side: Side): GltfNode[] {
	const nodes: GltfNode[] = [{ name: ROOT }];
	const add = (node: GltfNode): number => nodes.push(node) - 1;
	const addBox = ({ name, size, center }: Box, values: readonly MovingNode[]): number[] => {
		const [value, ...inner] = values;
		if (value === undefined) return [add({ name, translation: center, scale: size, mesh: 0 })];
		const isAxis = value.name.includes('axis');
		const half = (sign: number): Vector => value.travel.map((length) => (length * sign) / 2) as unknown as Vector;
		const min: Vector = isAxis ? half(-1) : [0, 0, 0];
		const max: Vector = isAxis ? half(1) : value.travel;
		return [
			add({ name: `${value.name}_value`, children: addBox({ name, size, center }, inner) }),
			add({ name: `${value.name}_min`, translation: min }),
			add({ name: `${value.name}_max`, translation: max }),
		];
	};
	nodes[0] = { name: ROOT, children: listBoxes(side).flatMap((box) => addBox(box, box.values ?? [])) };
	return nodes;
}

/** Creates the built-in controller as a binary glTF file: boxes for body, trigger, squeeze button, thumbstick and buttons. */
export function createControllerGlb(side: Side = 'right'): Buffer {
	const { positions, normals, indices } = createCube();
	const buffers = [positions, normals, indices];
	let byteOffset = 0;
	const bufferViews = buffers.map(({ byteLength }) => {
		const view = { buffer: 0, byteOffset, byteLength };
		byteOffset += byteLength;
		return view;
	});
	const vertices = { componentType: 5126, count: positions.length / 3, type: 'VEC3' };
	return packGlb(
		{
			asset: { version: '2.0', generator: 'handreel' },
			scene: 0,
			scenes: [{ nodes: [0] }],
			nodes: createNodes(side),
			meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2, material: 0 }] }],
			materials: [{ pbrMetallicRoughness: { baseColorFactor: [0.3, 0.3, 0.33, 1], metallicFactor: 0 } }],
			accessors: [
				{ ...vertices, bufferView: 0, min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] },
				{ ...vertices, bufferView: 1 },
				{ bufferView: 2, componentType: 5123, count: indices.length, type: 'SCALAR' },
			],
			bufferViews,
			buffers: [{ byteLength: byteOffset }],
		},
		Buffer.concat(buffers.map(({ buffer }) => Buffer.from(buffer))),
	);
}

// A cube of size 1 with four vertices per side, so that its edges are sharp.
function createCube(): { positions: Float32Array; normals: Float32Array; indices: Uint16Array } {
	const positions: number[] = [];
	const normals: number[] = [];
	const indices: number[] = [];
	for (let axis = 0; axis < 3; axis++) {
		for (const sign of [1, -1]) {
			const first = positions.length / 3;
			for (const [u, v] of [
				[-1, -1],
				[1, -1],
				[1, 1],
				[-1, 1],
			] as const) {
				const corner = [0, 0, 0];
				corner[axis] = sign / 2;
				corner[(axis + 1) % 3] = (u * sign) / 2;
				corner[(axis + 2) % 3] = v / 2;
				positions.push(...corner);
				normals.push(...[0, 1, 2].map((i) => (i === axis ? sign : 0)));
			}
			indices.push(...[0, 1, 2, 0, 2, 3].map((i) => first + i));
		}
	}
	return {
		positions: Float32Array.from(positions),
		normals: Float32Array.from(normals),
		indices: Uint16Array.from(indices),
	};
}
