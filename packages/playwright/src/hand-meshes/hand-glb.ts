import { JOINTS } from '@handreel/core';
import { packGlb } from './glb.ts';

const JOINT_RADIUS = 0.008;
// A tetrahedron.
const CORNERS = [
	[1, 1, 1],
	[-1, -1, 1],
	[-1, 1, -1],
	[1, -1, -1],
] as const;
const FACES = [0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3];

/** Shapes of A-Frame's `hand-controls`, and the fingers that bend. */
const CLIPS: Readonly<Record<string, RegExp>> = {
	Open: /^$/,
	Point: /^(thumb|middle|ring|pinky)/,
	'Point + Thumb': /^(middle|ring|pinky)/,
	Fist: /^(thumb|index|middle|ring|pinky)/,
	Hold: /^(thumb|index)/,
	'Thumb Up': /^(index|middle|ring|pinky)/,
};
/** Seconds, and the rotations of a straight and of a bent joint. */
const CLIP_TIMES = Float32Array.of(0, 0.2);
const STRAIGHT = [0, 0, 0, 1, 0, 0, 0, 1];
const BENT = [0, 0, 0, 1, -Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/**
 * Creates a minimal hand mesh as a binary glTF file: 25 bones with a small tetrahedron on each. `nameBone` maps WebXR's
 * joint names to bone names; by default they are the same. With `hasClips`, it has the animations of A-Frame's `hand-controls`.
 */
export function createHandGlb(nameBone: (joint: string) => string = (joint) => joint, hasClips = false): Buffer {
	const names = JOINTS.flatMap(({ webxr }) => (webxr === null ? [] : [nameBone(webxr)]));
	const vertices = names.length * CORNERS.length;
	const positions = new Float32Array(vertices * 3);
	const joints = new Uint8Array(vertices * 4);
	const weights = new Float32Array(vertices * 4);
	const indices = new Uint16Array(names.length * FACES.length);
	const inverses = new Float32Array(names.length * 16);
	for (let joint = 0; joint < names.length; joint++) {
		CORNERS.forEach((corner, i) => {
			const vertex = joint * CORNERS.length + i;
			corner.forEach((value, axis) => {
				positions[vertex * 3 + axis] = value * JOINT_RADIUS;
			});
			joints[vertex * 4] = joint;
			weights[vertex * 4] = 1;
		});
		FACES.forEach((corner, i) => {
			indices[joint * FACES.length + i] = joint * CORNERS.length + corner;
		});
		for (let i = 0; i < 16; i += 5) inverses[joint * 16 + i] = 1;
	}
	const turns = [Float32Array.from(STRAIGHT), Float32Array.from(BENT)];
	const arrays = [positions, joints, weights, indices, inverses, ...(hasClips ? [CLIP_TIMES, ...turns] : [])];
	const views: object[] = [];
	let byteOffset = 0;
	for (const { byteLength } of arrays) {
		views.push({ buffer: 0, byteOffset, byteLength });
		byteOffset += byteLength;
	}
	const accessor = (bufferView: number, componentType: number, count: number, type: string, more = {}): object => ({
		bufferView,
		componentType,
		count,
		type,
		...more,
	});
	const limit = [JOINT_RADIUS, JOINT_RADIUS, JOINT_RADIUS];
	const bones = names.map((_, i) => i + 2);
	return packGlb(
		{
			asset: { version: '2.0', generator: 'handreel' },
			scene: 0,
			scenes: [{ nodes: [0] }],
			nodes: [
				// Up to version 1.4, A-Frame takes the second child for the mesh.
				{ name: 'Armature', children: [bones.length + 2, 1] },
				{ name: 'hand', mesh: 0, skin: 0 },
				...names.map((name) => ({ name })),
				{ name: 'bones', children: bones },
			],
			meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 }, indices: 3 }] }],
			skins: [{ joints: bones, inverseBindMatrices: 4 }],
			accessors: [
				accessor(0, 5126, vertices, 'VEC3', { min: limit.map((value) => -value), max: limit }),
				accessor(1, 5121, vertices, 'VEC4'),
				accessor(2, 5126, vertices, 'VEC4'),
				accessor(3, 5123, indices.length, 'SCALAR'),
				accessor(4, 5126, names.length, 'MAT4'),
				...(hasClips
					? [
							accessor(5, 5126, 2, 'SCALAR', { min: [CLIP_TIMES[0]], max: [CLIP_TIMES[1]] }),
							accessor(6, 5126, 2, 'VEC4'),
							accessor(7, 5126, 2, 'VEC4'),
						]
					: []),
			],
			...(hasClips && { animations: createClips(names) }),
			bufferViews: views,
			buffers: [{ byteLength: byteOffset }],
		},
		Buffer.concat(arrays.map(({ buffer }) => Buffer.from(buffer))),
	);
}

// Accessor 5 has the times, 6 the rotations of a straight joint, 7 those of a bent joint.
function createClips(bones: readonly string[]): object[] {
	return Object.entries(CLIPS).map(([name, bent]) => ({
		name,
		samplers: [6, 7].map((output) => ({ input: 5, output })),
		channels: bones.map((bone, i) => ({
			sampler: bent.test(bone) ? 1 : 0,
			target: { node: i + 2, path: 'rotation' },
		})),
	}));
}
