import { HAND_UNKNOWNS, HandPose } from './hand-pose.ts';
import { addResiduals, type FitTarget, measureImageError } from './hand-residuals.ts';
import { NormalEquations } from './normal-equations.ts';
import { guessPose } from './start-pose.ts';

/** Steps after which the better of two starts is chosen. */
const TRIAL_STEPS = 5;
const MAX_STEPS = 20;
/** A step that lowers the cost by less than this share is the last. */
const ENOUGH = 1e-4;
const DAMPING = { start: 1e-3, min: 1e-9, max: 1e6, lower: 0.2, raise: 6 };
/** A landmark is off by this share of the length of the hand if the hand was not found. */
const WORST_ERROR = 0.15;

/** A search from one start. */
class Search {
	pose: HandPose;
	cost: number = Number.POSITIVE_INFINITY;
	isDone = false;
	#next: HandPose;
	#equations = new NormalEquations(HAND_UNKNOWNS);
	#nextEquations = new NormalEquations(HAND_UNKNOWNS);
	#damping = DAMPING.start;
	#depth = 1;
	readonly #step = new Float64Array(HAND_UNKNOWNS);

	constructor(side: 'left' | 'right', size: number) {
		this.pose = new HandPose(side, size);
		this.#next = new HandPose(side, size);
	}

	/** Starts at the current pose. `depth`: meters to the hand, for the weight of its picture. */
	start(target: FitTarget, depth: number): void {
		this.pose.place();
		this.#depth = depth;
		this.cost = addResiduals(this.pose, target, this.#depth, this.#equations);
		this.#damping = DAMPING.start;
		this.isDone = !Number.isFinite(this.cost);
	}

	/** Levenberg–Marquardt. */
	run(target: FitTarget, steps: number): void {
		for (let i = 0; i < steps && !this.isDone; i++) {
			if (!this.#equations.solve(this.#damping, this.#step)) {
				this.#raise();
				continue;
			}
			this.#next.step(this.pose, this.#step);
			this.#next.place();
			const cost = addResiduals(this.#next, target, this.#depth, this.#nextEquations);
			if (!(cost < this.cost)) {
				this.#raise();
				continue;
			}
			this.isDone = this.cost - cost < ENOUGH * this.cost;
			this.cost = cost;
			[this.pose, this.#next] = [this.#next, this.pose];
			[this.#equations, this.#nextEquations] = [this.#nextEquations, this.#equations];
			this.#damping = Math.max(DAMPING.min, this.#damping * DAMPING.lower);
		}
	}

	#raise(): void {
		this.#damping *= DAMPING.raise;
		if (this.#damping > DAMPING.max) this.isDone = true;
	}
}

/** A fitted hand. */
export interface FittedHand {
	/** In the space of the camera. The next fit changes it. */
	readonly pose: HandPose;
	/** The error in the picture as a share of the length of the hand there. */
	readonly error: number;
}

/** Fits a hand to what is seen of it, frame by frame. */
export class HandFit {
	readonly #guessed: Search;
	readonly #continued: Search;
	readonly #last: Float64Array = new Float64Array(20);
	#hasLast = false;

	constructor(side: 'left' | 'right', size: number) {
		this.#guessed = new Search(side, size);
		this.#continued = new Search(side, size);
	}

	/** Forgets the last frame. */
	reset(): void {
		this.#hasLast = false;
	}

	/** Returns the hand that fits best, or `null` if none does. */
	fit(given: Omit<FitTarget, 'last'>): FittedHand | null {
		const target = { ...given, last: this.#hasLast ? this.#last : null };
		guessPose(target.observation, target.camera, this.#guessed.pose);
		// Both searches use the same weights, so that their costs compare.
		const depth = -this.#guessed.pose.wrist[2]!;
		this.#guessed.start(target, depth);
		this.#guessed.run(target, TRIAL_STEPS);
		if (this.#hasLast) {
			this.#continued.start(target, depth);
			this.#continued.run(target, TRIAL_STEPS);
		}
		const best = this.#hasLast && this.#continued.cost < this.#guessed.cost ? this.#continued : this.#guessed;
		best.run(target, MAX_STEPS - TRIAL_STEPS);
		const error = measureImageError(best.pose, target);
		this.#hasLast = error < WORST_ERROR;
		if (!this.#hasLast) return null;
		this.#last.set(best.pose.angles);
		if (best !== this.#continued) this.#continued.pose.copy(best.pose);
		return { pose: best.pose, error };
	}
}
