// The files of fixtures/broken that can be read but hold a recording with something wrong: one for each check of
// packages/core/src/diagnose/checks. Made of sums of powers of two, so that they are the same everywhere.
import {
	createCurve,
	createRecording,
	type IssueCode,
	JOINT_NAMES,
	type JointName,
	type PoseParts,
	type QuatCurves,
	type RecordingParts,
	type Vec3Curves,
	writeRecording,
} from '@handreel/core';

/** A recording with one thing wrong. */
export interface DiagnosedFile {
	readonly code: IssueCode;
	readonly about: string;
	readonly bytes: Uint8Array;
}

/** A time and the values at it. */
type Row = readonly [time: number, ...values: number[]];

const FRAME = 1 / 64;

/** A recording for each check. */
export function diagnosedFiles(): DiagnosedFile[] {
	return [
		fileOf('rotation-w-lost', 'a head whose rotation has three keys of X, Y and Z and one of W', {
			head: {
				position: vector([0, 0, 1.5, 0]),
				rotation: {
					...vector([0, 0, 0.6, 0], [0.5, 0, 0.8, 0], [1, 0, 0.96, 0]),
					w: createCurve([0, 0.8]),
				},
			},
		}),
		fileOf('tail-lost', 'head and left hand end at 0 s, but the hand pinches at 0.5 s', {
			head: { position: vector([0, 0, 1.5, 0]), rotation: quaternion([0, 0, 0, 0, 1]) },
			hands: {
				left: {
					tracked: createCurve([0, 1], { kind: 'boolean' }),
					pinching: createCurve([0, 0, 0.5, 1], { kind: 'boolean' }),
					joints: hand(() => ({ position: vector([0, 0, 1, 0.5]), rotation: quaternion([0, 0, 0, 0, 1]) })),
				},
			},
		}),
		fileOf('non-finite-value', 'a head whose height is not a number at 0.5 s', {
			head: { position: vector([0, 0, 1.5, 0], [0.5, 0, Number.NaN, 0], [1, 0, 1.625, 0]) },
		}),
		fileOf('unsorted-keys', 'a head whose second and third keys have changed places', {
			head: { position: vector([0, 0, 1.5, 0], [1, 0.25, 1.5, 0], [0.5, 0.125, 1.5, 0]) },
		}),
		fileOf('duplicate-key', 'a head that is at two places at 0.5 s', {
			head: { position: vector([0, 0, 1.5, 0], [0.5, 0.125, 1.5, 0], [0.5, 0.25, 1.5, 0], [1, 0.25, 1.5, 0]) },
		}),
		fileOf('rotation-flip', 'a head whose rotation changes its sign and hardly anything else', {
			head: { rotation: quaternion([0, 0, 0.6, 0, 0.8], [0.5, 0, -0.6, 0, -0.8], [1, 0, 0.6, 0, 0.8]) },
		}),
		fileOf('rotation-not-unit', 'a head whose second rotation is half as long again as it should be', {
			head: { rotation: quaternion([0, 0, 0.6, 0, 0.8], [0.5, 0, 0.9, 0, 1.2], [1, 0, 0.6, 0, 0.8]) },
		}),
		fileOf('gaze-not-unit', 'a gaze whose direction is twice as long as it should be', {
			gaze: { origin: vector([0, 0, 1.5, 0]), direction: vector([0, 0, 0, 2]) },
		}),
		fileOf('foreign-axes', 'a right hand whose bones lie along the x axis of its joints', {
			hands: {
				right: { tracked: createCurve([0, 1], { kind: 'boolean' }), joints: handAlongX() },
			},
		}),
		fileOf('tracked-without-joints', 'a left hand that is tracked and has no joints', {
			hands: { left: { tracked: createCurve([0, 1], { kind: 'boolean' }) } },
		}),
		fileOf('joints-without-tracking', 'a left hand that is lost at 0.5 s and has joints at 1 s', {
			hands: {
				left: {
					tracked: createCurve([0, 1, 0.5, 0], { kind: 'boolean' }),
					joints: { wrist: { position: vector([0, 0, 1, 0.5], [1, 0, 1.125, 0.5]) } },
				},
			},
		}),
		fileOf('bone-length-jump', 'a left hand whose index metacarpal becomes 63 mm longer within a frame', {
			hands: {
				left: {
					tracked: createCurve([0, 1], { kind: 'boolean' }),
					joints: {
						wrist: { position: vector([0, 0, 1, 0.5], [FRAME, 0, 1, 0.5]) },
						indexMetacarpal: { position: vector([0, 0, 1, 0.5625], [FRAME, 0, 1, 0.625]) },
					},
				},
			},
		}),
		fileOf('teleport', 'a head that is a meter away for a single frame', {
			head: {
				position: vector([0, 0, 1.5, 0], [FRAME, 0, 1.5, 0], [2 * FRAME, 1, 1.5, 0], [3 * FRAME, 0, 1.5, 0]),
			},
		}),
		fileOf('frozen-frames', 'a head that stands still for five frames, bit by bit', {
			head: {
				position: vector(...[0, 1, 2, 3, 4].map((i): Row => [i * FRAME, 0, 1.5, 0])),
				rotation: quaternion(...[0, 1, 2, 3, 4].map((i): Row => [i * FRAME, 0, 0, 0, 1])),
			},
		}),
		fileOf('ragged-group', 'a head whose height has keys at other times than the rest of its position', {
			head: {
				position: { ...vector([0, 0, 0, 0], [1, 0.25, 0, 0]), y: createCurve([0, 1.5, 0.5, 1.5, 0.75, 1.625]) },
				rotation: quaternion([0, 0, 0.6, 0, 0.8], [1, 0, 0.6, 0, 0.8]),
			},
		}),
		fileOf('negative-start', 'a head from −1 s on, as a rolling buffer leaves it', {
			head: { position: vector([-1, 0, 1.5, 0], [0, 0.25, 1.5, 0]) },
		}),
		fileOf('implausible-time', 'a head with a key at 2^30 s, 34 years after the others', {
			head: { position: vector([0, 0, 1.5, 0], [0.5, 0.125, 1.5, 0], [2 ** 30, 0.25, 1.5, 0]) },
		}),
		fileOf('implausible-value', 'a head that is 4,096 m away from the origin', {
			head: { position: vector([0, 4096, 1.5, 0], [0.5, 4096.25, 1.5, 0]) },
		}),
	];
}

function fileOf(code: IssueCode, about: string, parts: RecordingParts): DiagnosedFile {
	return { code, about, bytes: writeRecording(createRecording(parts), { layout: 'mrtk-1.1' }) };
}

function vector(...rows: readonly Row[]): Vec3Curves {
	const [x, y, z] = [1, 2, 3].map((field) => createCurve(rows.flatMap((row) => [row[0], row[field] ?? 0])));
	return { x, y, z } as Vec3Curves;
}

function quaternion(...rows: readonly Row[]): QuatCurves {
	return { ...vector(...rows), w: createCurve(rows.flatMap((row) => [row[0], row[4] ?? 0])) };
}

// A right hand that points along x, with bent fingers. Its joints are not turned.
function handAlongX(): Partial<Record<JointName, PoseParts>> {
	const joint = (x: number, y: number, z: number): PoseParts => ({
		position: vector([0, x, 1 + y, z], [0.5, x, 1.125 + y, z], [1, x, 1 + y, z]),
		rotation: quaternion([0, 0, 0, 0, 1], [0.5, 0, 0, 0, 1], [1, 0, 0, 0, 1]),
	});
	const joints: Partial<Record<JointName, PoseParts>> = {
		wrist: joint(0, 0, 0),
		palm: joint(3 / 64, 0, 0),
		thumbMetacarpal: joint(1 / 32, -1 / 64, 1 / 32),
		thumbProximal: joint(3 / 64, -1 / 32, 3 / 64),
		thumbDistal: joint(1 / 16, -3 / 64, 1 / 16),
		thumbTip: joint(5 / 64, -1 / 16, 1 / 16),
	};
	(['index', 'middle', 'ring', 'pinky'] as const).forEach((finger, i) => {
		const z = (3 - 2 * i) / 64;
		joints[`${finger}Metacarpal`] = joint(1 / 32, 0, z / 2);
		joints[`${finger}Knuckle`] = joint(3 / 32, 0, z);
		joints[`${finger}Middle`] = joint(1 / 8, 0, z);
		joints[`${finger}Distal`] = joint(19 / 128, -1 / 128, z);
		joints[`${finger}Tip`] = joint(22 / 128, -2 / 128, z);
	});
	return joints;
}

function hand(pose: () => PoseParts): Partial<Record<JointName, PoseParts>> {
	return Object.fromEntries(JOINT_NAMES.filter((name) => name !== 'none').map((name) => [name, pose()]));
}
