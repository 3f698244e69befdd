/** A value as JSON, two spaces deep. JSON has no infinite numbers and no NaN; recordings may: they become strings. */
export function formatJson(value: unknown): string {
	return `${JSON.stringify(value, replaceNumber, 2)}\n`;
}

function replaceNumber(_: string, value: unknown): unknown {
	return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
