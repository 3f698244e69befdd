/** A value as JSON. Infinity and NaN, which recordings may contain, become strings. */
export function formatJson(value: unknown, indent = 2): string {
	return `${JSON.stringify(value, replaceNumber, indent)}\n`;
}

function replaceNumber(_: string, value: unknown): unknown {
	return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
