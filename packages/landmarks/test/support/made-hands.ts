import type { Side } from '@handreel/core';
import { multiplyQuaternions, normalizeQuaternion, readShape, rotateVector } from '@handreel/core/internal';
import { HAND_SHAPES, type HandShapeName } from '@handreel/core/perform';
import { HandPose } from '../../src/hand-pose.ts';
import { LANDMARK_COUNT, type SeenHand } from '../../src/landmarks.ts';

/** The views of the table: turns of a right hand whose palm faces the camera, in degrees about x and then y. */
export const VIEWS = {
	palm: [0, 0],
	'palm, 45° from the side of the little finger': [0, 45],
	'palm, 45° from the side of the thumb': [0, -45],
	'palm, 45° from the tips': [45, 0],
	'from the side of the thumb': [0, -90],
	back: [0, 180],
	'back, 45° from the tips': [-45, 180],
	'tips at the camera': [80, 0],
} as const;

/** The name of a view. */
export type ViewName = keyof typeof VIEWS;

/** How landmarks differ from the truth. */
export interface Noise {
	/** Of landmarks in the picture, as a share of the length of the hand. */
	readonly image: number;
	/** Of landmarks in space, in meters; twice this in depth. */
	readonly world: number;
}

/** Noise of the size that MediaPipe has on rendered hands. */
export const USUAL_NOISE: Noise = { image: 0.02, world: 0.009 };

/** Random numbers of a seed. */
export class Randoms {
	#state: number;

	constructor(seed: number) {
		this.#state = (seed * 2654435761) >>> 0;
	}

	/** From 0 to 1. */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let t = this.#state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	}

	/** With a normal distribution. */
	normal(): number {
		return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
	}
}

const axisTurn = (axis: number, degrees: number): number[] => {
	const half = (degrees * Math.PI) / 360;
	return [0, 1, 2].map((i) => (i === axis ? Math.sin(half) : 0)).concat(Math.cos(half));
};

/** A hand in front of a camera, in the space of the camera, with random angles between shapes of hands. */
export function makeHand(random: Randoms, side: Side, size: number, view: ViewName, pinch = false): HandPose {
	const hand = new HandPose(side, size);
	const names = Object.keys(HAND_SHAPES) as HandShapeName[];
	const pick = (): Float64Array => readShape(names[Math.floor(random.next() * names.length)]!);
	const [a, b] = pinch ? [readShape('pinch'), readShape('pinch')] : [pick(), pick()];
	const share = random.next();
	for (let i = 0; i < 20; i++) hand.angles[i] = a[i]! + (b[i]! - a[i]!) * share + (pinch ? 1 : 5) * random.normal();
	const [x, y] = VIEWS[view];
	const mirror = side === 'right' ? 1 : -1;
	// Fingers up, palm to the camera: the wrist's −z is the camera's y, its −y the camera's z.
	const turn = [
		axisTurn(0, x + 8 * random.normal()),
		axisTurn(1, mirror * y + 8 * random.normal()),
		axisTurn(2, 15 * random.normal()),
		axisTurn(0, 90),
		axisTurn(2, 180),
	];
	let rotation = [0, 0, 0, 1];
	for (const q of turn) rotation = multiplyQuaternions(rotation, q, [0, 0, 0, 0]);
	normalizeQuaternion(rotation, rotation);
	const depth = 0.5 + 0.15 * (random.next() - 0.5);
	hand.wrist.set([0.1 * (random.next() - 0.5), 0.1 * (random.next() - 0.5) - 0.08, -depth, ...rotation]);
	hand.place();
	return hand;
}

/** What a tracker would see of a hand, with a horizontal field of view of 60° and a picture of 4 : 3. */
export function seeHand(random: Randoms, hand: HandPose, noise: Noise): SeenHand {
	const focal = 0.5 / Math.tan(Math.PI / 6);
	const image: number[] = [];
	const world: number[] = [];
	const imageSigma = (noise.image * focal * 0.19 * hand.size) / -hand.wrist[2]!;
	const tilt = Array.from({ length: 3 }, () => 12 * (noise.world / USUAL_NOISE.world) * random.normal());
	const turn = multiplyQuaternions(axisTurn(0, tilt[0]!), axisTurn(1, tilt[1]!), [0, 0, 0, 0]);
	for (let k = 0; k < LANDMARK_COUNT; k++) {
		const [x, y, z] = hand.points.subarray(3 * k, 3 * k + 3) as unknown as [number, number, number];
		image.push(0.5 + (focal * x) / -z + imageSigma * random.normal());
		image.push(0.5 - ((focal * y) / -z + imageSigma * random.normal()) / 0.75, 0);
		const local = [x - hand.wrist[0]!, y - hand.wrist[1]!, z - hand.wrist[2]!];
		const turned = rotateVector(turn, local, [0, 0, 0]) as [number, number, number];
		world.push(turned[0] + noise.world * random.normal(), -turned[1] + noise.world * random.normal());
		world.push(-turned[2] + 2 * noise.world * random.normal());
	}
	return { side: hand.side, image, world };
}
