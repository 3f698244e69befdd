import type { Locator } from 'playwright-core';

/** Whether a click in the middle of an element would reach it. */
export function isInSight(element: Locator): Promise<boolean> {
	return element.evaluate((node) => {
		const { left, top, width, height } = node.getBoundingClientRect();
		const hit = document.elementFromPoint(left + width / 2, top + height / 2);
		return hit !== null && node.contains(hit);
	});
}
