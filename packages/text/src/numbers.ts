import { countOf } from '@handreel/core/internal';

/** `361475` → `361,475`. For integers. */
export function formatCount(value: number): string {
	// Not `toLocaleString`: loading the locale data takes longer than the rest of `handreel info`.
	return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `3, 'key'` → `3 keys`; `1, 'key'` → `1 key`. */
export function formatPlural(count: number, noun: string): string {
	return countOf(count, noun, formatCount(count));
}

const UNITS: readonly (readonly [unit: string, bytes: number])[] = [
	['kB', 1e3],
	['MB', 1e6],
	['GB', 1e9],
];

/** `361475` → `361,475 bytes (361 kB)`; `999` → `999 bytes`. The rounded size has three digits. */
export function formatBytes(bytes: number): string {
	const exact = formatPlural(bytes, 'byte');
	return bytes < 10_000 ? exact : `${exact} (${formatSize(bytes)})`;
}

/** `361475` → `361 kB`; `999` → `999 bytes`. */
export function formatSize(bytes: number): string {
	const rounded = Number(bytes.toPrecision(3));
	const found = UNITS.findLast(([, size]) => rounded >= size);
	return found === undefined ? formatPlural(bytes, 'byte') : `${formatCount(rounded / found[1])} ${found[0]}`;
}

/** `1, 8` → `12.5%`. */
export function formatPercent(part: number, whole: number): string {
	return `${((100 * part) / whole).toFixed(1)}%`;
}

const FLOAT32_DIGITS = 9;

/** The smallest float32 with all of its digits. */
const SMALLEST_NORMAL = 2 ** -126;

/** The shortest decimal number that reads back as the same float32: `0.10000000149011612` → `0.1`. */
export function formatFloat(value: number): string {
	return String(shortenFloat(value));
}

/** {@link formatFloat} as a number, for JSON. */
export function shortenFloat(value: number): number {
	if (!Number.isFinite(value)) return value;
	// Decimals of up to six digits are different float32 numbers, so rounding to six digits finds shorter ones, too.
	for (let digits = Math.abs(value) < SMALLEST_NORMAL ? 1 : 6; digits < FLOAT32_DIGITS; digits++) {
		const short = Number(value.toPrecision(digits));
		if (Math.fround(short) === Math.fround(value)) return short;
	}
	return Number(value.toPrecision(FLOAT32_DIGITS));
}

/** `1234.5` → `1230`; `0.00123456` → `0.00123`. Three digits count. */
export function formatRounded(value: number): string {
	return String(Number(value.toPrecision(3)));
}

/** A cell of a CSV file, in quotes if it needs them: `a "b", c` → `"a ""b"", c"`. */
export function quoteCell(text: string): string {
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** How much of a recording was kept, as core's `KeptData`. */
interface Kept {
	readonly curves: number;
	readonly totalCurves: number;
	readonly keys: number;
	readonly totalKeys: number;
	readonly seconds: number;
	readonly totalSeconds: number;
	readonly isEstimated: boolean;
}

/** `84 of 389 curves, about 21.5% of the keys and about 1.06 of 4.93 s per curve`; `null` if everything was kept. */
export function formatKept(kept: Kept | null): string | null {
	if (kept === null || (kept.curves === kept.totalCurves && kept.keys === kept.totalKeys)) return null;
	const about = kept.isEstimated ? 'about ' : '';
	const share = formatPercent(kept.keys, Math.max(1, kept.totalKeys));
	const seconds = `${kept.seconds.toFixed(2)} of ${kept.totalSeconds.toFixed(2)} s`;
	return `${formatCount(kept.curves)} of ${formatCount(kept.totalCurves)} curves, ${about}${share} of the keys and ${about}${seconds} per curve`;
}
