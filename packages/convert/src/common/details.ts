import { type Recording, SIDES } from '@handreel/core';

/** How deep values that have no structure of their own may be nested. */
export const MAX_DEPTH = 64;

/** Returns the fields of information or radii that JSON can hold. */
export function keepJsonFields(details: object): Record<string, unknown> {
	return Object.fromEntries(Object.entries(details).filter(([, value]) => isJson(value)));
}

/** Lists the paths of information and radii that JSON cannot hold. */
export function listLostDetails({ info, hands }: Recording): string[] {
	const list = (details: object | null | undefined, path: string): string[] =>
		Object.entries(details ?? {})
			.filter(([, value]) => !isJson(value))
			.map(([name]) => `${path}.${name}`);
	return [...list(info, 'info'), ...SIDES.flatMap((side) => list(hands?.[side].radii, `hands.${side}.radii`))];
}

// Whether a value comes back from JSON as it is. Values that contain themselves are too deep.
function isJson(value: unknown, depth = 1): boolean {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
	if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
	if (typeof value !== 'object' || depth > MAX_DEPTH) return false;
	const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
	return isPlain && Object.values(value).every((item) => isJson(item, depth + 1));
}
