import { type Recording, SIDES } from '@handreel/core';
import { isJsonValue } from '@handreel/core/internal';

/** Lists the paths of information and radii that JSON cannot hold. */
export function listLostDetails({ info, hands }: Recording): string[] {
	const list = (details: object | null | undefined, path: string): string[] =>
		Object.entries(details ?? {})
			.filter(([, value]) => !isJsonValue(value))
			.map(([name]) => `${path}.${name}`);
	return [...list(info, 'info'), ...SIDES.flatMap((side) => list(hands?.[side].radii, `hands.${side}.radii`))];
}
