import { formatRounded } from './numbers.ts';

/** Seconds from here on, 30 years, are not times of a recording and get three digits. */
const HUGE = 1e9;

/** `4.93333` → `4.933 s`; `1.5e30` → `1.50e+30 s`. */
export function formatSeconds(seconds: number): string {
	return `${formatFixed(seconds, 3)} s`;
}

function formatFixed(seconds: number, digits: number): string {
	return Math.abs(seconds) >= HUGE ? seconds.toPrecision(3) : seconds.toFixed(digits);
}

/** `75.5` → `1:15.500`. */
export function formatTime(seconds: number, digits = 3): string {
	const sign = seconds < 0 ? '−' : '';
	// Rounds first: 59.9999 is 1:00.000, not 0:60.000.
	const rounded = Number(Math.abs(seconds).toFixed(digits));
	const minutes = Math.floor(rounded / 60);
	const rest = (rounded - minutes * 60).toFixed(digits).padStart(digits === 0 ? 2 : digits + 3, '0');
	return `${sign}${minutes}:${rest}`;
}

/** `{ start: 1, end: 2.5 }` → `1.00–2.50`, in seconds. */
export function formatTimeSpan({ start, end }: { readonly start: number; readonly end: number }): string {
	return `${formatFixed(start, 2)}–${formatFixed(end, 2)}`;
}

/** `59.9402` → `59.9 Hz`. */
export function formatFrameRate(frameRate: number): string {
	return `${formatRounded(frameRate)} Hz`;
}

/** Meters as millimeters: `0.00125` → `1.250 mm`. */
export function formatMillimeters(meters: number, digits = 3): string {
	return `${(meters * 1000).toFixed(digits)} mm`;
}

/** `0.2` → `0.200°`. */
export function formatDegrees(degrees: number, digits = 3): string {
	return `${degrees.toFixed(digits)}°`;
}
