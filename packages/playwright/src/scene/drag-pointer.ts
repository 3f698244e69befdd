import type { ScenePage } from './scene-page.ts';

/** What drags: the mouse, or a finger. */
export interface DragPointer {
	down(x: number, y: number): Promise<unknown>;
	move(x: number, y: number): Promise<unknown>;
	up(): Promise<unknown>;
}

/** The part of Playwright's pages that sends touches, which its own API does not have. */
interface TouchedPage {
	context(): {
		newCDPSession(page: unknown): Promise<{ send(method: string, params: object): Promise<unknown> }>;
	};
}

/** Returns the mouse of a page. It is where the drag starts. */
export function createMouse({ mouse }: ScenePage, button: 'left' | 'right' | 'middle' = 'left'): DragPointer {
	return { down: () => mouse.down({ button }), move: (x, y) => mouse.move(x, y), up: () => mouse.up({ button }) };
}

/** Returns a finger for a page of Puppeteer, or of Playwright with Chromium. */
export async function createFinger(page: ScenePage): Promise<DragPointer> {
	const { touchscreen } = page;
	const { touchStart, touchMove, touchEnd } = touchscreen;
	if (touchStart && touchMove && touchEnd) {
		return {
			down: (x, y) => touchStart.call(touchscreen, x, y),
			move: (x, y) => touchMove.call(touchscreen, x, y),
			up: () => touchEnd.call(touchscreen),
		};
	}
	const session = await (page as unknown as TouchedPage).context().newCDPSession(page);
	const send = (type: string, touchPoints: readonly object[]): Promise<unknown> =>
		session.send('Input.dispatchTouchEvent', { type, touchPoints });
	return {
		down: (x, y) => send('touchStart', [{ x, y }]),
		move: (x, y) => send('touchMove', [{ x, y }]),
		up: () => send('touchEnd', []),
	};
}
