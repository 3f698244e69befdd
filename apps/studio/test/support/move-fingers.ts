import type { Page } from 'playwright-core';

/** Places of fingers in the window, in pixels. */
export type Points = readonly (readonly [x: number, y: number])[];

/** Two fingers beside a place. */
export function spreadFingers(x: number, y: number, distance: number): Points {
	return [
		[x - distance, y],
		[x + distance, y],
	];
}

/** Puts fingers down, moves them in ten steps and lifts them. */
export async function moveFingers(page: Page, from: Points, to: Points): Promise<void> {
	const protocol = await page.context().newCDPSession(page);
	const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Points): Promise<unknown> =>
		protocol.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
	await send('touchStart', from);
	for (let step = 1; step <= 10; step++) {
		const share = step / 10;
		await send(
			'touchMove',
			from.map(([x, y], i) => [x + (to[i]![0] - x) * share, y + (to[i]![1] - y) * share]),
		);
	}
	await send('touchEnd', []);
	await protocol.detach();
}
