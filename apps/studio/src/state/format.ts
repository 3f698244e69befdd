/** `361475` → `361,475`. */
export function formatCount(value: number): string {
	return value.toLocaleString('en');
}

/** `3 keys`, `1 key`. */
export function formatPlural(count: number, noun: string): string {
	return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Bytes, with a rounded second figure where it helps: `361,475 bytes (361 kB)`. */
export function formatSize(bytes: number): string {
	if (bytes < 10_000) return formatPlural(bytes, 'byte');
	const unit = bytes < 1e6 ? 'kilobyte' : bytes < 1e9 ? 'megabyte' : 'gigabyte';
	const rounded = (bytes / { kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9 }[unit]).toLocaleString('en', {
		style: 'unit',
		unit,
		maximumSignificantDigits: 3,
	});
	return `${formatPlural(bytes, 'byte')} (${rounded.replace(' ', '\u00a0')})`;
}

/** `4.93333` → `4.933 s`. */
export function formatSeconds(value: number): string {
	return `${value.toFixed(3)} s`;
}

/** `75.5` → `1:15.500`. */
export function formatTime(seconds: number, digits = 3): string {
	const sign = seconds < 0 ? '−' : '';
	const whole = Math.abs(seconds).toFixed(digits);
	const minutes = Math.floor(Number(whole) / 60);
	const rest = (Number(whole) - minutes * 60).toFixed(digits).padStart(digits === 0 ? 2 : digits + 3, '0');
	return `${sign}${minutes}:${rest}`;
}

/** A number of a float32 curve, as short as it can be without losing a bit. */
export function formatFloat(value: number): string {
	if (!Number.isFinite(value)) return String(value);
	for (let digits = 1; digits < 9; digits++) {
		const text = value.toPrecision(digits);
		if (Math.fround(Number(text)) === Math.fround(value)) return String(Number(text));
	}
	return String(Number(value.toPrecision(9)));
}

/** `hands.left.joints.indexTip.position.x` → `left indexTip position x`. */
export function formatPath(path: string): string {
	return path
		.replace(/^hands\./, '')
		.replace('.joints.', '.')
		.replaceAll('.', ' ');
}
