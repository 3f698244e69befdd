// Recordings as other software would state them. Each convention is written out here, apart from the table in `src`.
import {
	createCurve,
	createFrameSample,
	createRecording,
	type HandParts,
	JOINT_NAMES,
	type JointName,
	type PoseCurves,
	type Recording,
	SIDES,
	type Side,
	sampleFrame,
} from '@handreel/core';

type Vector = readonly [x: number, y: number, z: number];
/** The axes of a pose in the world: x, y and z. */
type Frame = readonly [Vector, Vector, Vector];

const negate = ([x, y, z]: Vector): Vector => [-x, -y, -z];
const same = (value: Vector): Vector => value;

/** How software states points, and which axes joints have. `[right, up, back]` are those of OpenXR. */
export interface Statement {
	/** The numbers of a point or a direction. */
	readonly point: (vector: Vector) => Vector;
	/** The axes of a joint whose first ones lie right, out of the back and toward the wrist. Default: those of the space. */
	readonly joint?: (frame: Frame, side: Side) => Frame;
	/** The axes of everything but joints, in the order of the axes of the space. */
	readonly body?: (frame: Frame) => Frame;
	readonly scale?: number;
	readonly isSwapped?: true;
}

/** By the name that the check has for it. */
export const STATEMENTS: Readonly<Record<string, Statement>> = {
	unity: { point: ([x, y, z]) => [x, y, -z], body: ([x, y, z]) => [x, y, negate(z)] },
	ros: { point: ([x, y, z]) => [-z, -x, y], body: ([x, y, z]) => [negate(z), negate(x), y] },
	'z-up': { point: ([x, y, z]) => [x, -z, y], body: ([x, y, z]) => [x, negate(z), y] },
	blender: { point: ([x, y, z]) => [-x, z, y], body: ([x, y, z]) => [negate(x), z, y] },
	unreal: { point: ([x, y, z]) => [-z, x, y], body: ([x, y, z]) => [negate(z), x, y], scale: 100 },
	opencv: { point: ([x, y, z]) => [x, -y, -z], body: ([x, y, z]) => [x, negate(y), negate(z)] },
	leap: { point: same, scale: 1000 },
	maya: { point: same, scale: 100 },
	// The x axis of right hands points to the wrist.
	mano: {
		point: same,
		joint: ([x, y, z], side) => (side === 'left' ? [negate(z), y, x] : [z, y, negate(x)]),
	},
	'oculus-browser-2020': {
		point: same,
		joint: ([x, y, z], side) => (side === 'left' ? [negate(z), negate(y), negate(x)] : [z, y, negate(x)]),
	},
	'x-forward': { point: same, joint: ([x, y, z]) => [negate(z), negate(x), y] },
	'z-forward': { point: same, joint: ([x, y, z]) => [negate(x), y, negate(z)] },
	'y-forward': { point: same, joint: ([x, y, z]) => [x, negate(z), y] },
	swapped: { point: same, isSwapped: true },
};

/** Frames in a second of what is stated. */
const RATE = 10;

/** States a recording in another way, turned about the vertical axis. `isUnity`: the numbers are read as if they had Unity's space. */
export function stateRecording(
	recording: Recording,
	{ point, joint, body = same as unknown as (frame: Frame) => Frame, scale = 1, isSwapped }: Statement,
	{ turn = 0, isUnity = false }: { readonly turn?: number; readonly isUnity?: boolean } = {},
): Recording {
	const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
	const turned = ([x, y, z]: Vector): Vector => [cos * x + sin * z, y, cos * z - sin * x];
	const frame = createFrameSample();
	const rows = new Map<string, number[][]>();
	const add = (name: string, pose: Float32Array, at: number, frameOf: (axes: Frame) => Frame): void => {
		const [px, py, pz, qx, qy, qz, qw] = Array.from(pose.subarray(at, at + 7)) as [
			number,
			number,
			number,
			number,
			number,
			number,
			number,
		];
		const position = point(turned([px, py, pz])).map((value) => value * scale);
		const axes = frameOf(listAxes(qx, qy, qz, qw).map(turned) as unknown as Frame).map((axis) => point(axis));
		const numbers = [...position, ...toQuaternion(axes as unknown as Frame)];
		// What WebXR has, in the space of files.
		if (!isUnity) for (const i of [2, 3, 4]) numbers[i] = -numbers[i]!;
		const list = rows.get(name);
		if (list === undefined) rows.set(name, [[frame.time, ...numbers]]);
		else list.push([frame.time, ...numbers]);
	};
	const tracked: Record<Side, number[]> = { left: [], right: [] };
	for (let i = 0; i <= recording.duration * RATE; i++) {
		sampleFrame(recording, i / RATE, frame, { space: 'webxr' });
		if (frame.headPresent) add('head', frame.head, 0, body);
		for (const side of SIDES) {
			const hand = frame.hands[side];
			tracked[side].push(frame.time, +hand.tracked);
			JOINT_NAMES.forEach((name, k) => {
				const frameOf = joint === undefined ? body : (axes: Frame): Frame => joint(axes, side);
				if (hand.present[k] && name !== 'none') add(`${side}.${name}`, hand.joints, k * 7, frameOf);
			});
		}
	}
	const poseOf = (name: string): PoseCurves => {
		const axis = (i: number) => createCurve((rows.get(name) ?? []).flatMap((row) => [row[0]!, row[i + 1]!]));
		return {
			position: { x: axis(0), y: axis(1), z: axis(2) },
			rotation: { x: axis(3), y: axis(4), z: axis(5), w: axis(6) },
		};
	};
	const handOf = (side: Side): HandParts => ({
		tracked: createCurve(tracked[side], { kind: 'boolean' }),
		joints: Object.fromEntries(JOINT_NAMES.map((name: JointName) => [name, poseOf(`${side}.${name}`)])),
	});
	const [left, right] = [handOf('left'), handOf('right')];
	return createRecording({
		head: rows.has('head') ? poseOf('head') : null,
		hands: isSwapped ? { left: right, right: left } : { left, right },
	});
}

function listAxes(x: number, y: number, z: number, w: number): Vector[] {
	return [
		[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
		[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
		[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
	];
}

// The axes are a rotation in all spaces: those of a mirrored space are mirrored, too.
function toQuaternion([a, b, c]: Frame): number[] {
	const w = Math.sqrt(Math.max(0, 1 + a[0] + b[1] + c[2])) / 2;
	const x = (Math.sqrt(Math.max(0, 1 + a[0] - b[1] - c[2])) / 2) * (b[2] >= c[1] ? 1 : -1);
	const y = (Math.sqrt(Math.max(0, 1 - a[0] + b[1] - c[2])) / 2) * (c[0] >= a[2] ? 1 : -1);
	const z = (Math.sqrt(Math.max(0, 1 - a[0] - b[1] + c[2])) / 2) * (a[1] >= b[0] ? 1 : -1);
	return [x, y, z, w];
}
