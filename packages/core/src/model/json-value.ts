/** How deep information about a recording may be nested. */
export const MAX_JSON_DEPTH = 64;

/** Returns whether a value comes back from JSON as it is. Values that contain themselves are too deep. */
export function isJsonValue(value: unknown, depth = 1): boolean {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
	if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
	if (typeof value !== 'object' || depth > MAX_JSON_DEPTH) return false;
	const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
	return isPlain && Object.values(value).every((item) => isJsonValue(item, depth + 1));
}

/** Returns an object with only the fields that JSON can hold, such as those of information or radii. */
export function keepJsonFields<T extends object>(fields: T): T {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => isJsonValue(value))) as T;
}
