/** A value as JSON, by default two spaces deep. JSON has no infinite numbers and no NaN; recordings may: they become strings. */
export function formatJson(value: unknown, indent = 2): string {
	return `${JSON.stringify(value, replaceNumber, indent)}\n`;
}

function replaceNumber(_: string, value: unknown): unknown {
	return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
