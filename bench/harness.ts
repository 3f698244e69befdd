// Ratios, not times: on a shared machine the clock drifts by more than what we want to see, so the two sides of a
// comparison run in turns (A B, B A, A B …) and each round yields one ratio. Their median is the result. That is why
// this is not mitata or the like: they finish one benchmark before they start the next, and a slow spell of the machine
// then hits one side only.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much time to spend. */
export type Effort = 'quick' | 'full';

/** Why a benchmark could not run here. */
export interface Skipped {
	readonly skipped: string;
}

/** One comparison. */
export interface Benchmark {
	/** `what / beside what`. */
	readonly name: string;
	/** The ratio to reach, or `null` when it is only reported. */
	readonly target: number | null;
	/** Whether the ratio shall be at least or at most the target. */
	readonly better: 'higher' | 'lower';
	/** Needs much memory and time; left out of quick runs. */
	readonly isLarge: boolean;
	/** Fetches what the benchmark needs; awaited before it runs. */
	prepare?(): Promise<void>;
	/** Measures the ratio. */
	run(effort: Effort): number | Skipped | Promise<number | Skipped>;
	/** The measured figures behind the ratio, after it ran. */
	describe?(): string;
}

/** How {@link compareSpeed} measures. */
export interface CompareOptions {
	/** An odd number, so that the median is one of the ratios. */
	readonly rounds: number;
	/** Each side repeats its work until a round takes about this long. Default 8. */
	readonly roundMs?: number;
	/** Collect garbage before each measurement: for work that holds so much that the other side would pay for it. */
	readonly collect?: boolean;
	/** Called at the end with the milliseconds per call of `a`: the median of the rounds. */
	readonly onTime?: (milliseconds: number) => void;
}

/** Work to measure. What it returns is kept until the next call, so that nothing is optimized away. */
export type Work = () => unknown;

/** Work with something around it that is not measured. */
export interface Surrounded {
	readonly run: Work;
	/** Makes what the work needs. */
	before(): void;
	/** Drops it again, so that the other side does not run beside a full heap. */
	after(): void;
}

const WARM_UP_MS = 60;

const last: { result: unknown } = { result: undefined };

/** The ratios of the rounds of the last comparison: half of them lie between `low` and `high`. */
export interface Spread {
	readonly low: number;
	readonly high: number;
}

let spreads: Spread[] = [];

/** Keeps how far the ratios of rounds are apart. */
export function noteSpread(ratios: readonly number[]): void {
	const sorted = ratios.toSorted((x, y) => x - y);
	const pick = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
	spreads.push({ low: pick(0.25), high: pick(0.75) });
}

/** Returns and forgets the spread since the last call; `null` without rounds, or if a result has several comparisons. */
export function takeSpread(): Spread | null {
	const [only, ...others] = spreads;
	spreads = [];
	return only === undefined || others.length > 0 ? null : only;
}

/** How many times as fast as `b` is `a`: the median over rounds in which both run in turns. */
export function compareSpeed(a: Work | Surrounded, b: Work | Surrounded, options: CompareOptions): number {
	const { rounds, roundMs = 8, collect = false, onTime } = options;
	const timesA = warmUp(a, roundMs);
	const timesB = warmUp(b, roundMs);
	const ratios: number[] = [];
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const isAFirst = round % 2 === 0;
		const first = measure(isAFirst ? a : b, isAFirst ? timesA : timesB, collect);
		const second = measure(isAFirst ? b : a, isAFirst ? timesB : timesA, collect);
		ratios.push(isAFirst ? second / first : first / second);
		times.push(isAFirst ? first : second);
	}
	last.result = undefined;
	onTime?.(median(times));
	noteSpread(ratios);
	return median(ratios);
}

/** The middle of some numbers; of an even count, the upper middle. */
export function median(numbers: readonly number[]): number {
	return numbers.toSorted((x, y) => x - y)[numbers.length >> 1] ?? Number.NaN;
}

/** Collects garbage now. */
export function collectGarbage(): void {
	last.result = undefined;
	// Twice: the first run only queues the memory behind array buffers to be freed.
	forceCollection();
	forceCollection();
}

// The flag takes effect for contexts made after it, so that nobody has to pass --expose-gc.
setFlagsFromString('--expose-gc');
const forceCollection = runInNewContext('gc') as () => void;

// Runs work until it is compiled, and reports how often it has to run to fill a round.
function warmUp(work: Work | Surrounded, roundMs: number): number {
	let best = Number.POSITIVE_INFINITY;
	const end = performance.now() + WARM_UP_MS;
	do {
		best = Math.min(best, measure(work, 1, false));
	} while (performance.now() < end);
	return Math.max(1, Math.ceil(roundMs / best));
}

// Milliseconds per call.
function measure(work: Work | Surrounded, times: number, isCollecting: boolean): number {
	const isPlain = typeof work === 'function';
	const run = isPlain ? work : work.run;
	if (!isPlain) work.before();
	if (isCollecting) collectGarbage();
	const start = performance.now();
	for (let i = 0; i < times; i++) last.result = run();
	const elapsed = performance.now() - start;
	if (!isPlain) work.after();
	return elapsed / times;
}
