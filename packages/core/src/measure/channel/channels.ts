import { angleBetweenQuaternions } from '../../math/quaternion.ts';
import { angleBetweenVectors, crossVectors, dotVectors } from '../../math/vector.ts';
import { FINGER_JOINTS, JOINTS, type JointName } from '../../model/joints.ts';
import { hasKeys, type Side } from '../../model/recording.ts';
import type { Plotter, Positions } from './plotter.ts';
import { type FingerPlace, findFinger, findHand, findJoint, findSide } from './points.ts';

/** What a channel needs: a place with a position, a place with a rotation too, a hand, a finger, or a joint of one. */
export type ChannelParameter = 'point' | 'pose' | 'side' | 'finger' | 'joint';

/** A function of channel expressions. */
export interface ChannelInfo {
	readonly name: string;
	readonly parameters: readonly ChannelParameter[];
	/** `''` for states and shares. */
	readonly unit: string;
	readonly description: string;
}

/** A channel with the function that makes its values. */
export interface ChannelKind extends ChannelInfo {
	readonly plot: (plotter: Plotter, ...names: string[]) => Float64Array;
}

const DEGREES = 180 / Math.PI;
/** A finger whose bone keeps less of its length in the plane of the palm has no direction there. */
const MIN_FLAT_SHARE = 0.2;

/** All channels, in the order of the documentation. */
export const CHANNEL_KINDS: readonly ChannelKind[] = [
	...(['x', 'y', 'z'] as const).map(
		(axis): ChannelKind => ({
			name: axis,
			parameters: ['point'],
			unit: 'm',
			description: `the ${axis} coordinate`,
			plot: (plotter, point) => plotter.plotPositions(point!)[axis],
		}),
	),
	{
		name: 'speed',
		parameters: ['point'],
		unit: 'm/s',
		description: 'the speed',
		plot: (plotter, point) => plotter.plotMotion(point!, 'speed'),
	},
	{
		name: 'acceleration',
		parameters: ['point'],
		unit: 'm/s²',
		description: 'the magnitude of the acceleration',
		plot: (plotter, point) => plotter.plotMotion(point!, 'acceleration'),
	},
	{
		name: 'jerk',
		parameters: ['point'],
		unit: 'm/s³',
		description: 'the magnitude of the jerk',
		plot: (plotter, point) => plotter.plotMotion(point!, 'jerk'),
	},
	{
		name: 'turning',
		parameters: ['pose'],
		unit: '°/s',
		description: 'the angular speed',
		plot: (plotter, pose) => plotter.plotTurning(pose!),
	},
	{
		name: 'distance',
		parameters: ['point', 'point'],
		unit: 'm',
		description: 'the distance between two points',
		plot: (plotter, a, b) => subtract(plotter.plotPositions(a!), plotter.plotPositions(b!), measureLength),
	},
	{
		name: 'angle',
		parameters: ['pose', 'pose'],
		unit: '°',
		description: 'the angle between two rotations',
		plot: plotAngle,
	},
	{
		name: 'aperture',
		parameters: ['side'],
		unit: 'm',
		description: 'the distance between the tips of thumb and index finger',
		plot: (plotter, text) => {
			const side = findSide(text!);
			const tip = (name: JointName): Positions => plotter.plotPositions(`${side}.${name}`);
			return subtract(tip('thumbTip'), tip('indexTip'), measureLength);
		},
	},
	{
		name: 'flexion',
		parameters: ['joint'],
		unit: '°',
		description: 'how far a finger is bent at a joint; 0 is straight',
		plot: (plotter, text) => {
			const { side, joint } = findJoint(text!);
			return plotFlexion(plotter, side, joint);
		},
	},
	{
		name: 'curl',
		parameters: ['finger'],
		unit: '°',
		description: "the sum of the flexions of a finger's joints",
		plot: (plotter, text) => {
			const { side, finger } = findFinger(text!);
			const parts = FINGER_JOINTS[finger].slice(1, -1).map((joint) => plotFlexion(plotter, side, joint));
			return parts.reduce((sum, part) => sum.map((value, i) => value + part[i]!));
		},
	},
	{
		name: 'spread',
		parameters: ['finger', 'finger'],
		unit: '°',
		description: 'the angle between the first bones of two fingers, in the plane of the palm',
		plot: (plotter, a, b) => plotSpread(plotter, findFinger(a!), findFinger(b!)),
	},
	{
		name: 'tracked',
		parameters: ['side'],
		unit: '',
		description: '1 while the hand is tracked, else 0',
		plot: (plotter, side) => plotter.plotState(findHand(plotter.recording, findSide(side!)).tracked),
	},
	{
		name: 'pinching',
		parameters: ['side'],
		unit: '',
		description: '1 while the hand is pinching, else 0',
		plot: (plotter, side) => plotter.plotState(findHand(plotter.recording, findSide(side!)).pinching),
	},
	{
		name: 'strength',
		parameters: ['side'],
		unit: '',
		description: 'how far the pinch is closed, from 0 to 1',
		plot: (plotter, text) => {
			const side = findSide(text!);
			const { pinchStrength } = findHand(plotter.recording, side);
			if (pinchStrength === null)
				throw new RangeError(`expression: the recording has no pinch strength of the ${side} hand`);
			return plotter.plotValues(pinchStrength);
		},
	},
];

type OfVector = (x: number, y: number, z: number) => number;

const measureLength: OfVector = (x, y, z) => Math.sqrt(x * x + y * y + z * z);

function subtract(a: Positions, b: Positions, figure: OfVector): Float64Array {
	return a.x.map((x, i) => figure(b.x[i]! - x, b.y[i]! - a.y[i]!, b.z[i]! - a.z[i]!));
}

function plotAngle(plotter: Plotter, a?: string, b?: string): Float64Array {
	const [ax, ay, az, aw] = plotter.plotRotations(a!);
	const [bx, by, bz, bw] = plotter.plotRotations(b!);
	return ax.map(
		(x, i) => angleBetweenQuaternions([x, ay[i]!, az[i]!, aw[i]!], [bx[i]!, by[i]!, bz[i]!, bw[i]!]) * DEGREES,
	);
}

// The angle between the bone to a joint and the bone from it.
function plotFlexion(plotter: Plotter, side: Side, joint: JointName): Float64Array {
	const info = JOINTS.find(({ name }) => name === joint);
	const chain = info?.finger ? FINGER_JOINTS[info.finger] : [];
	const next = chain[chain.indexOf(joint) + 1];
	if (next === undefined || !info?.parent) {
		throw new TypeError(`expression: ${side}.${joint} does not bend; expected a joint between two bones of a finger`);
	}
	// Some devices have no metacarpals.
	const { joints } = findHand(plotter.recording, side);
	const before = hasKeys(joints[info.parent]) ? info.parent : 'wrist';
	const [a, b, c] = [before, joint, next].map((name) => plotter.plotPositions(`${side}.${name}`)) as [
		Positions,
		Positions,
		Positions,
	];
	return a.x.map((_, i) => angleBetweenVectors(difference(a, b, i), difference(b, c, i)) * DEGREES);
}

// The plane of the palm goes through the wrist and the knuckles of index and little finger.
function plotSpread(plotter: Plotter, a: FingerPlace, b: FingerPlace): Float64Array {
	if (a.side !== b.side) throw new TypeError('expression: spread takes two fingers of the same hand');
	const at = (name: JointName | undefined): Positions => plotter.plotPositions(`${a.side}.${name}`);
	const bone = ({ finger }: FingerPlace): readonly [Positions, Positions] => {
		const [, knuckle, next] = FINGER_JOINTS[finger];
		return [at(knuckle), at(next)];
	};
	const [wrist, index, pinky] = [at('wrist'), at('indexKnuckle'), at('pinkyKnuckle')];
	const [a0, a1] = bone(a);
	const [b0, b1] = bone(b);
	return wrist.x.map((_, i) => {
		const normal: Vector = crossVectors(difference(wrist, index, i), difference(wrist, pinky, i), [0, 0, 0]);
		const [u, v] = [flatten(difference(a0, a1, i), normal), flatten(difference(b0, b1, i), normal)];
		return u === null || v === null ? Number.NaN : angleBetweenVectors(u, v) * DEGREES;
	});
}

type Vector = [number, number, number];

function difference(a: Positions, b: Positions, i: number): Vector {
	return [b.x[i]! - a.x[i]!, b.y[i]! - a.y[i]!, b.z[i]! - a.z[i]!];
}

// The part of a vector in the plane across a normal; `null` if most of it is along the normal.
function flatten(vector: Vector, normal: Vector): Vector | null {
	const share = dotVectors(vector, normal) / dotVectors(normal, normal);
	const flat: Vector = [vector[0] - share * normal[0], vector[1] - share * normal[1], vector[2] - share * normal[2]];
	return measureLength(...flat) >= MIN_FLAT_SHARE * measureLength(...vector) ? flat : null;
}
