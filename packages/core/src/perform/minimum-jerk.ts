/** Seconds that every movement takes, however short. */
const BASE_SECONDS = 0.3;
/** Seconds per square root of a meter. */
const SECONDS_PER_ROOT_METER = 0.85;
/** The fastest turn of a wrist in radians per second. */
const MAX_TURN_SPEED: number = (400 * Math.PI) / 180;
/** The peak speed of a minimum-jerk movement in units of its mean speed. */
export const PEAK_SPEED = 1.875;

/**
 * Returns the duration of a movement of a hand in seconds. It grows with the square root of the distance (meters), and
 * with the turn (radians) if that is what takes longer.
 */
export function findMoveDuration(distance: number, turn: number): number {
	const travel = BASE_SECONDS + SECONDS_PER_ROOT_METER * Math.sqrt(distance);
	return Math.max(travel, (PEAK_SPEED * turn) / MAX_TURN_SPEED);
}

/** Returns the share of the way at a share of the time of a minimum-jerk movement. Times outside are clamped. */
export function minimumJerk(share: number): number {
	const t = Math.min(Math.max(share, 0), 1);
	return t * t * t * (10 - 15 * t + 6 * t * t);
}

/** A goal of a {@link ScalarChannel}. */
interface Goal {
	readonly start: number;
	readonly end: number;
	readonly value: number;
}

/** A goal with the polynomial that leads to it. */
interface Stretch extends Goal {
	/** Coefficients in shares of the duration. */
	readonly coefficients: readonly number[];
}

/**
 * A number over time that moves from goal to goal. A goal takes over from an unfinished movement without a jump in speed
 * or acceleration. Goals may come in any order of time.
 */
export class ScalarChannel {
	readonly #initial: number;
	readonly #goals: Goal[] = [];
	#stretches: Stretch[] | null = [];

	constructor(initial: number) {
		this.#initial = initial;
	}

	/** Adds a goal that is reached at `end`, from a movement that begins at `start`. */
	add(start: number, end: number, value: number): void {
		const after = this.#goals.findLastIndex((goal) => goal.start <= start);
		this.#goals.splice(after + 1, 0, { start, end, value });
		this.#stretches = null;
	}

	/** The value at a time in seconds. */
	at(time: number): number {
		return this.#sample(time, 0);
	}

	/** The change per second at a time. */
	speedAt(time: number): number {
		return this.#sample(time, 1);
	}

	#sample(time: number, derivative: number): number {
		this.#stretches ??= this.#plan();
		return sampleStretches(this.#stretches, this.#initial, time, derivative);
	}

	#plan(): Stretch[] {
		const stretches: Stretch[] = [];
		for (const goal of this.#goals) {
			const { start, end, value } = goal;
			const span = end - start;
			const [p, v, a] = [0, 1, 2].map((i) => sampleStretches(stretches, this.#initial, start, i)) as [
				number,
				number,
				number,
			];
			const [c0, c1, c2] = [p, v * span, (a * span * span) / 2];
			const way = value - c0;
			stretches.push({
				...goal,
				coefficients: [c0, c1, c2, 10 * way - 6 * c1 - 3 * c2, -15 * way + 8 * c1 + 3 * c2, 6 * way - 3 * c1 - c2],
			});
		}
		return stretches;
	}
}

function sampleStretches(stretches: readonly Stretch[], initial: number, time: number, derivative: number): number {
	const stretch = stretches.findLast(({ start }) => start <= time);
	if (stretch === undefined) return derivative === 0 ? initial : 0;
	const { start, end, value, coefficients } = stretch;
	if (time >= end) return derivative === 0 ? value : 0;
	const span = end - start;
	const share = (time - start) / span;
	let sum = 0;
	for (let i = coefficients.length - 1; i >= derivative; i--) {
		const factor = derivative === 0 ? 1 : derivative === 1 ? i : i * (i - 1);
		sum = sum * share + factor * coefficients[i]!;
	}
	return sum / span ** derivative;
}
