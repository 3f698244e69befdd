/** Labeled places of an axis. */
export interface Ticks {
	readonly values: readonly number[];
	readonly labels: readonly string[];
}

/** A range of values. */
export interface ValueRange {
	readonly low: number;
	readonly high: number;
}

const STEPS = [1, 2, 5, 10] as const;
/** Steps of minutes and hours, in seconds. */
const CLOCK_STEPS = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400] as const;
const MINUTE = 60;
const HOUR = 3600;

/** Lists round values inside a range, at most about `count` of them, with as many decimals as they need. */
export function listTicks({ low, high }: ValueRange, count: number): Ticks {
	const step = findStep((high - low) / Math.max(1, count));
	const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
	const values = listMultiples(low, high, step);
	return { values, labels: values.map((value) => formatNumber(value, decimals)) };
}

/** Lists round times: seconds below two minutes, otherwise minutes and hours (`1:30`, `1:00:00`). */
export function listTimeTicks({ low, high }: ValueRange, count: number): Ticks {
	if (high - low < 2 * MINUTE) {
		const { values, labels } = listTicks({ low, high }, count);
		return { values, labels: labels.map((label) => `${label} s`) };
	}
	const rough = (high - low) / Math.max(1, count);
	const step = CLOCK_STEPS.find((size) => size >= rough) ?? findStep(rough / HOUR) * HOUR;
	const values = listMultiples(low, high, step);
	return { values, labels: values.map(formatClock) };
}

/** Returns the range of finite numbers, a little wider, or `null` without any. Includes 0 if it is near. */
export function findRange(lists: Iterable<Float64Array>): ValueRange | null {
	let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const values of lists) {
		for (const value of values) {
			if (!Number.isFinite(value)) continue;
			if (value < low) low = value;
			if (value > high) high = value;
		}
	}
	if (low > high) return null;
	if (low === high) {
		const half = low === 0 ? 1 : Math.abs(low) * 0.1;
		return { low: low - half, high: high + half };
	}
	const room = (high - low) * 0.05;
	// An axis from 0 on compares sizes honestly.
	if (low >= 0 && low < (high - low) * 0.5) return { low: 0, high: high + room };
	return { low: low - room, high: high + room };
}

// The next of 1, 2 and 5 times a power of ten.
function findStep(rough: number): number {
	if (!(rough > 0 && Number.isFinite(rough))) return 1;
	const power = 10 ** Math.floor(Math.log10(rough));
	const share = rough / power;
	return (STEPS.find((step) => step >= share - 1e-9) ?? 10) * power;
}

function listMultiples(low: number, high: number, step: number): number[] {
	const first = Math.ceil(low / step - 1e-9);
	const last = Math.floor(high / step + 1e-9);
	// Multiplying keeps rounding errors from adding up.
	return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step + 0);
}

function formatNumber(value: number, decimals: number): string {
	const text = Math.abs(value) >= 1e6 ? value.toExponential() : value.toFixed(decimals);
	return text.replace('-', '−');
}

function formatClock(seconds: number): string {
	const whole = Math.round(Math.abs(seconds));
	const [hours, minutes, rest] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE), whole % MINUTE];
	const pad = (part: number): string => String(part).padStart(2, '0');
	const text = hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
	return seconds < 0 ? `−${text}` : text;
}
