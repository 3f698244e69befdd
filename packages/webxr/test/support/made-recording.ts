import {
	type ControllerParts,
	type Curve,
	createCurve,
	createRecording,
	type HandParts,
	JOINT_NAMES,
	type PoseParts,
	type Recording,
	type RecordingParts,
} from '@handreel/core';

/** A boolean curve from pairs of time and value. */
export function states(...keys: readonly number[]): Curve {
	return createCurve(keys, { kind: 'boolean' });
}

/** A pose at rest, in Unity's space. */
export function pose(x: number, y: number, z: number): PoseParts {
	const still = (value: number): Curve => createCurve([0, value]);
	return {
		position: { x: still(x), y: still(y), z: still(z) },
		rotation: { x: still(0), y: still(0), z: still(0), w: still(1) },
	};
}

/** A hand that rests, with all joints at one place. */
export function makeHand(tracked: Curve, more: HandParts = {}): HandParts {
	const joints = Object.fromEntries(JOINT_NAMES.map((name) => [name, pose(0.1, 1.2, 0.4)]));
	return { tracked, joints, ...more };
}

/** The profiles of the controllers of {@link makeController}. */
export const PROFILES: readonly string[] = [
	'meta-quest-touch-plus',
	'oculus-touch-v3',
	'oculus-touch',
	'generic-trigger-squeeze-thumbstick',
];

/**
 * A controller that moves, whose trigger and grip are pressed and whose thumbstick goes round. The trigger is held from
 * 0.5 to 1 s, the grip from 0.75 to 1.5 s.
 */
export function makeController(tracked: Curve, more: ControllerParts = {}): ControllerParts {
	const wave = (size: number, phase: number): Curve =>
		createCurve(Array.from({ length: 41 }, (_, i) => [i / 20, Math.fround(size * Math.sin(i / 5 + phase))]).flat());
	const moving = (phase: number): PoseParts => ({
		...pose(0, 1, 0.5),
		position: { x: wave(0.2, phase), y: createCurve([0, 1, 2, 1.2]), z: createCurve([0, 0.5, 2, 0.3]) },
	});
	const rest = { pressed: states(0, 0), touched: states(0, 0), value: createCurve([0, 0]) };
	return {
		tracked,
		grip: moving(0),
		aim: moving(0.2),
		buttons: [
			{
				pressed: states(0, 0, 0.5, 1, 1, 0),
				touched: states(0, 0, 0.25, 1, 1.25, 0),
				value: createCurve([0, 0, 0.25, 0, 0.75, 1, 1, 0.5, 1.25, 0]),
			},
			{ pressed: states(0, 0, 0.75, 1, 1.5, 0), touched: states(0, 0, 0.75, 1, 1.5, 0), value: wave(1, 0.5) },
			rest,
			{ ...rest, touched: states(0, 1) },
			{ pressed: states(0, 0, 1.75, 1), touched: states(0, 0, 1.75, 1), value: createCurve([0, 0, 1.75, 1]) },
			rest,
		],
		axes: [createCurve([0, 0]), createCurve([0, 0]), wave(1, 0), wave(1, Math.PI / 2)],
		profiles: PROFILES,
		...more,
	};
}

/** A recording of two seconds with a head at 1.6 m. */
export function makeRecording(parts: RecordingParts): Recording {
	const head = {
		...pose(0, 1.6, 0),
		position: { x: createCurve([0, 0, 2, 0.1]), y: createCurve([0, 1.6]), z: createCurve([0, 0]) },
	};
	return createRecording({ head, ...parts });
}
