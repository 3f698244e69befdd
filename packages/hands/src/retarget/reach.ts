import { crossVectors, dotVectors, findShortestRotation, measureDistance, rotateVector } from '@handreel/core/internal';
import { add, normalize, type Point, scale, subtract } from './palm-frame.ts';

/** Where joints stop to bend, in radians, unless they were recorded so. */
const MOST_BEND = [1.9, 1.4];
/** How often the interval for the bend is halved: 10^-6 of it remains. */
const HALVINGS = 20;
/** The most by which a tip moves, as a share of its distance from the root: so its direction never turns around. */
const MOST_SHIFT = 0.4;

/**
 * A finger whose tip is nearer to the root than the first share of its length keeps its pose, because the smallest change of the target
 * would turn it around. From the second share on it is free.
 */
const LEAST_REACH = 0.1;
const FREE_REACH = 0.4;

/** A finger with the recorded directions of its bones, and lengths of another hand. */
export interface ReachingChain {
	readonly root: Point;
	/** The directions of the bones from the root to the tip. */
	readonly directions: readonly Point[];
	readonly lengths: readonly number[];
	/** The axis about which the joints bend. */
	readonly hinge: Point;
	/** The most by which each joint between the bones bends more or less than recorded, in radians. */
	readonly room: readonly number[];
}

/**
 * Returns the joints of a finger whose tip is as near to a target as its joints allow. All of them bend, or all straighten, by the
 * same share of what each can, until the tip has the right distance from the root; then the finger turns about the root. So a small
 * change of the recording or of the target changes the result by little: a recording without jumps stays one.
 */
export function reach(chain: ReachingChain, target: Point): Point[] {
	const { root } = chain;
	const recorded = placeBones(chain, [0, 0]).at(-1)!;
	const span = measureDistance(recorded, root);
	const freedom = findFreedom(chain, span);
	const bends = chain.directions.slice(1).map((next, i) => measureBend(chain, i, next));
	const room = chain.room.map((most) => most * freedom);
	const folds = room.map((most, i) => Math.min(most, Math.max(0, MOST_BEND[i]! - bends[i]!)));
	const straightens = room.map((most, i) => Math.max(-most, Math.min(most, bends[i]!)));
	const place = (share: number): Point[] =>
		placeBones(
			chain,
			(share < 0 ? straightens : folds).map((angle) => angle * share),
		);
	const most = MOST_SHIFT * freedom * span;
	const share = most / Math.max(most, measureDistance(target, recorded), 1e-9);
	const wanted = add(recorded, scale(subtract(target, recorded), share));
	const distance = measureDistance(wanted, root);
	// The more the finger bends, the nearer the tip is to the root.
	let [low, high] = [-1, 1];
	for (let i = 0; i < HALVINGS; i++) {
		const middle = (low + high) / 2;
		if (measureDistance(place(middle).at(-1)!, root) > distance) low = middle;
		else high = middle;
	}
	const points = place((low + high) / 2);
	const from = normalize(subtract(points.at(-1)!, root));
	const to = normalize(subtract(wanted, root));
	if (from === null || to === null) return points;
	const turn = findShortestRotation(from, to, [0, 0, 0, 1]);
	return points.map((point) => add(root, rotateVector(turn, subtract(point, root), [0, 0, 0])));
}

/** Returns how free a finger is to leave its recorded pose, from 0 to 1. */
function findFreedom({ lengths }: ReachingChain, distance: number): number {
	const share = distance / lengths.reduce((sum, length) => sum + length, 0);
	return Math.min(1, Math.max(0, (share - LEAST_REACH) / (FREE_REACH - LEAST_REACH)));
}

/** Returns the bend of a joint about the hinge. */
function measureBend({ directions, hinge }: ReachingChain, i: number, next: Point): number {
	const before = directions[i]!;
	return Math.atan2(dotVectors(hinge, crossVectors(before, next, [0, 0, 0])), dotVectors(before, next));
}

/** Lays the bones end to end. Each joint bends by an angle more than recorded. */
function placeBones({ root, directions, lengths, hinge }: ReachingChain, bends: readonly number[]): Point[] {
	const points: Point[] = [root];
	let angle = 0;
	directions.forEach((direction, i) => {
		if (i > 0) angle += bends[i - 1]!;
		const turn = [...scale(hinge, Math.sin(angle / 2)), Math.cos(angle / 2)];
		points.push(add(points[i]!, scale(rotateVector(turn, direction, [0, 0, 0]), lengths[i]!)));
	});
	return points;
}
