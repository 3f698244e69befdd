import type { OBJECT_CHECKS } from '@handreel/playwright/page';

/** The checks of objects. */
export type CheckName = keyof typeof OBJECT_CHECKS;

/** What a check takes after the object. */
export type CheckValue = 'point' | 'number' | 'text' | 'object' | 'target' | 'side';

/** What each check takes, and whether it needs hands. */
export const CHECKS: Readonly<
	Record<CheckName, { readonly takes: readonly CheckValue[]; readonly optional?: number; readonly needsXR?: true }>
> = {
	toBeVisible: { takes: [] },
	toBeInView: { takes: [] },
	toHavePosition: { takes: ['point', 'number'], optional: 1 },
	toHaveColor: { takes: ['text'] },
	toHaveCount: { takes: ['number'] },
	toContainObject: { takes: ['object'] },
	toBeNear: { takes: ['target', 'number'], optional: 1 },
	toHaveMoved: { takes: ['number'] },
	toBeInHand: { takes: ['side'], needsXR: true },
	toBeLookedAt: { takes: [], needsXR: true },
};

/** The names of all checks. */
export const CHECK_NAMES: readonly string[] = Object.keys(CHECKS);
