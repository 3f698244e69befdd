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

/** Creates the profile of the built-in controller. Its parts do not move. */
export function createProfile(profileId: string): string {
	const part = (type: string, gamepadIndices: object): object => ({
		type,
		gamepadIndices,
		rootNodeName: type,
		visualResponses: {},
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

/** The boxes of the controller in the space of the grip: center and size in meters. */
const BOXES: readonly (readonly [name: string, center: Vector, size: Vector])[] = [
	['body', [0, 0, 0.01], [0.032, 0.034, 0.11]],
	['head', [0, 0.01, -0.06], [0.046, 0.03, 0.04]],
	['trigger', [0, -0.014, -0.06], [0.016, 0.02, 0.024]],
	['squeeze', [0, -0.02, 0.005], [0.018, 0.01, 0.03]],
	['thumbstick', [0, 0.032, -0.06], [0.016, 0.016, 0.016]],
];

/** Creates the built-in controller as a binary glTF file: boxes for body, trigger, squeeze button and thumbstick. */
export function createControllerGlb(): Buffer {
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
			nodes: [
				{ name: ROOT, children: BOXES.map((_, i) => i + 1) },
				...BOXES.map(([name, translation, scale]) => ({ name, translation, scale, mesh: 0 })),
			],
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
