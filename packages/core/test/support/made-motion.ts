// Recordings of motions that are known as formulas: what measuring is tested with.
import {
	type Curve,
	createCurve,
	createRecording,
	type HandParts,
	type JointName,
	type PoseParts,
	type Recording,
	type Side,
	type TimeSpan,
	type Vec3Curves,
} from '@handreel/core';

/** A point over time, in meters. */
export type Motion = (time: number) => readonly [x: number, y: number, z: number];

/** What a hand does. */
export interface MadeHand {
	readonly wrist: Motion;
	/** Meters between the tips of thumb and index finger. Default 0.07. */
	readonly aperture?: (time: number) => number;
	/** Default: the whole time. */
	readonly tracked?: readonly TimeSpan[];
	readonly pinching?: readonly TimeSpan[];
}

/** What a recording holds. */
export interface MadeMotion {
	/** Frames per second. */
	readonly rate: number;
	readonly duration: number;
	readonly head?: Motion;
	/** Degrees to the right. */
	readonly yaw?: (time: number) => number;
	/** Degrees to the right, of the eyes. */
	readonly gaze?: (time: number) => number;
	readonly hands?: Partial<Record<Side, MadeHand>>;
}

/** The lengths of the made hand's bones in meters: wrist, knuckle, middle, distal, tip of the middle finger. */
export const PALM = 0.095;
export const FINGER: readonly [number, number, number] = [0.043, 0.027, 0.025];

/** A minimum-jerk reach: the share of the way at a share of the time. */
export function minimumJerk(share: number): number {
	const u = Math.min(1, Math.max(0, share));
	return u ** 3 * (10 - 15 * u + 6 * u * u);
}

/** Records a motion. */
export function makeMotion({ rate, duration, head, yaw, gaze, hands }: MadeMotion): Recording {
	const times = Array.from({ length: Math.round(duration * rate) + 1 }, (_, i) => i / rate);
	const curve = (valueAt: (time: number) => number): Curve => createCurve(times.flatMap((t) => [t, valueAt(t)]));
	const vector = (motion: Motion): Vec3Curves => ({
		x: curve((t) => motion(t)[0]),
		y: curve((t) => motion(t)[1]),
		z: curve((t) => motion(t)[2]),
	});
	const half = (degrees: number): number => (degrees * Math.PI) / 360;
	const turn = yaw ?? (() => 0);
	const hand = ({ wrist, aperture = () => 0.07, tracked = [{ start: 0, end: duration }], pinching = [] }: MadeHand) => {
		const beside = (x: number, z: number): PoseParts => ({
			position: vector((t) => [wrist(t)[0] + x, wrist(t)[1], wrist(t)[2] + z]),
		});
		const [a, b, c] = FINGER;
		const joints: Partial<Record<JointName, PoseParts>> = {
			wrist: beside(0, 0),
			middleMetacarpal: beside(0, 0.03),
			middleKnuckle: beside(0, PALM),
			middleMiddle: beside(0, PALM + a),
			middleDistal: beside(0, PALM + a + b),
			middleTip: beside(0, PALM + a + b + c),
			thumbTip: beside(-0.05, 0.1),
			indexTip: { position: vector((t) => [wrist(t)[0] - 0.05 + aperture(t), wrist(t)[1], wrist(t)[2] + 0.1]) },
		};
		return { tracked: makeState(tracked), pinching: makeState(pinching), joints } satisfies HandParts;
	};
	return createRecording({
		layout: 'mrtk-1.1',
		head: head
			? {
					position: vector(head),
					rotation: {
						x: createCurve([0, 0]),
						y: curve((t) => Math.sin(half(turn(t)))),
						z: createCurve([0, 0]),
						w: curve((t) => Math.cos(half(turn(t)))),
					},
				}
			: null,
		hands: hands
			? { ...(hands.left ? { left: hand(hands.left) } : {}), ...(hands.right ? { right: hand(hands.right) } : {}) }
			: null,
		gaze: gaze
			? {
					origin: { x: createCurve([0, 0]), y: createCurve([0, 1.6]), z: createCurve([0, 0]) },
					direction: {
						x: curve((t) => Math.sin(2 * half(gaze(t)))),
						y: createCurve([0, 0]),
						z: curve((t) => Math.cos(2 * half(gaze(t)))),
					},
				}
			: null,
	});
}

function makeState(spans: readonly TimeSpan[]): Curve {
	const keys = spans.flatMap(({ start, end }) => [start, 1, end, 0]);
	return createCurve(spans[0]?.start === 0 ? keys : [0, 0, ...keys], { kind: 'boolean' });
}
