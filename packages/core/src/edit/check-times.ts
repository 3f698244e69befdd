import { sortCurve } from '../curves/sort.ts';
import { type Issue, RecordingError } from '../issue/error.ts';
import { formatPath, iterateCurves } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';
import type { OptionsOf } from '../option/option.ts';
import type { EditResult } from './edit.ts';

/** The option of edits that move keys in time. */
export const ROUNDING_OPTIONS = {
	allowRounding: {
		type: 'flag',
		default: false,
		title: 'Allow rounding',
		text: 'edit even if rounding to float32 makes different times equal',
		otherwise: 'refuse',
	},
} as const;

/** What edits that change times do about rounding to float32. */
export interface RoundingOptions extends OptionsOf<typeof ROUNDING_OPTIONS> {
	/** Is called with a warning (`time-precision-lost`) if rounding exceeds 1 % of the median step between keys. */
	readonly onIssue?: ((issue: Issue) => void) | undefined;
}

/** Runs an edit that moves keys in time, and returns its warnings. */
export function applyRounded(allowRounding: boolean, edit: (options: RoundingOptions) => Recording): EditResult {
	const issues: Issue[] = [];
	return { recording: edit({ allowRounding, onIssue: (issue) => issues.push(issue) }), issues };
}

/** Rounding above this share of the median step is visible as jitter. */
const MAX_SHARE = 0.01;

/**
 * Checks that key and marker times stay apart when `edit` replaces them and they are rounded to float32. `edit` is
 * monotonic and returns NaN for times that it drops. Throws {@link RecordingError} with `time-precision-lost`.
 */
export function checkTimes(recording: Recording, edit: (time: number) => number, options: RoundingOptions): void {
	const { allowRounding = false, onIssue } = options;
	const rounding: Rounding = { worst: 0, at: 0, shortest: Number.POSITIVE_INFINITY };
	for (const [path, times] of listTimes(recording)) {
		const lost = findLoss(times, edit, rounding);
		if (lost === null) continue;
		const message = `${formatPath(path)}: ${describeLoss(lost, edit)}`;
		const issue = { code: 'time-precision-lost', message, path, byteOffset: null, time: lost[1] } as const;
		if (!allowRounding) {
			const text = `${message}; pass allowRounding: true to edit anyway`;
			throw new RecordingError({ ...issue, severity: 'error', message: text });
		}
		onIssue?.({ ...issue, severity: 'warning' });
		return;
	}
	if (onIssue === undefined || !(rounding.worst > MAX_SHARE * rounding.shortest)) return;
	const step = measureMedianStep(recording, edit);
	if (!(rounding.worst > MAX_SHARE * step)) return;
	const share = ((100 * rounding.worst) / step).toFixed(1);
	onIssue({
		code: 'time-precision-lost',
		severity: 'warning',
		message: `rounding moves keys by up to ${milliseconds(rounding.worst)}, ${share} % of the median step of ${milliseconds(step)}`,
		path: '',
		byteOffset: null,
		time: rounding.at,
	});
}

/** The largest rounding, the given time at which it occurs, and the shortest step. In seconds. */
interface Rounding {
	worst: number;
	at: number;
	shortest: number;
}

// The path and the sorted, finite times of each curve, then those of the markers.
function* listTimes(recording: Recording): Generator<readonly [path: string, times: Float32Array]> {
	for (const [path, curve] of iterateCurves(recording)) {
		if (curve.count === 0) continue;
		const { floats, start, stride, count } = sortCurve(curve);
		const times = new Float32Array(count);
		for (let i = 0; i < count; i++) times[i] = floats[start + i * stride]!;
		yield [path, times];
	}
	const markers = Float32Array.from(recording.markers, ({ time }) => time).filter(Number.isFinite);
	if (markers.length > 0) yield ['markers', markers.sort()];
}

// The first two times that become equal, or a time that becomes infinite (twice); `null` if there are none.
function findLoss(
	times: Float32Array,
	edit: (time: number) => number,
	rounding: Rounding,
): readonly [before: number, time: number] | null {
	let before = Number.NaN;
	let last = Number.NaN;
	for (const time of times) {
		const exact = edit(time);
		if (Number.isNaN(exact)) continue;
		const rounded = Math.fround(exact);
		if (!Number.isFinite(rounded)) return [time, time];
		if (rounded === last && time !== before) return [before, time];
		const error = Math.abs(rounded - exact);
		if (error > rounding.worst) {
			rounding.worst = error;
			rounding.at = time;
		}
		if (time !== before)
			rounding.shortest = Math.min(rounding.shortest, Math.abs(exact - edit(before)) || rounding.shortest);
		before = time;
		last = rounded;
	}
	return null;
}

function measureMedianStep(recording: Recording, edit: (time: number) => number): number {
	const steps: number[] = [];
	for (const [path, times] of listTimes(recording)) {
		if (path === 'markers') continue;
		for (let i = 1; i < times.length; i++) {
			const step = Math.abs(edit(times[i]!) - edit(times[i - 1]!));
			if (step > 0) steps.push(step);
		}
	}
	return Float64Array.from(steps).sort()[steps.length >> 1] ?? Number.POSITIVE_INFINITY;
}

function describeLoss([before, time]: readonly [number, number], edit: (time: number) => number): string {
	const target = Math.fround(edit(time));
	if (before === time)
		return `the time ${formatExactSeconds(time)} would become ${formatExactSeconds(edit(time))}, which float32 cannot hold`;
	const spacing = 2 ** (Math.floor(Math.log2(Math.abs(target))) - 23);
	return `the times ${formatExactSeconds(before)} and ${formatExactSeconds(time)} would both become ${formatExactSeconds(target)}, where float32 times are ${formatExactSeconds(spacing)} apart`;
}

/** Formats seconds for messages: seven digits, as float32 times have. */
export function formatExactSeconds(value: number): string {
	return `${Number(value.toPrecision(7))} s`;
}

function milliseconds(value: number): string {
	return `${Number((value * 1000).toPrecision(3))} ms`;
}
