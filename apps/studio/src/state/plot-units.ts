const PER_SECOND: Readonly<Record<string, string>> = {
	'': '1/s',
	m: 'm/s',
	'm/s': 'm/s²',
	'm/s²': 'm/s³',
	'm/s³': 'm/s⁴',
	'°': '°/s',
	'°/s': '°/s²',
};

/** Whether a channel is derived: an expression such as `speed(head)` instead of the path of a curve. */
export function isExpression(path: string): boolean {
	return /^\w+\(/.test(path);
}

/** The unit of a curve by its path; `''` for states and for parts of rotations and directions. */
export function findUnit(path: string): string {
	return /\.(position|origin)\.[xyz]$/.test(path) ? 'm' : '';
}

/** The unit of the change per second. */
export function differentiateUnit(unit: string): string {
	return PER_SECOND[unit] ?? `${unit}/s`;
}
