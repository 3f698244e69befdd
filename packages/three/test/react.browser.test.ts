// The real React Three Fiber in Chromium, in strict mode.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPage, type TestPage } from '../../../scripts/test-page.ts';
import type { ReactKit } from './pages/react-page.ts';

declare const kit: ReactKit;

let test: TestPage;
beforeAll(async () => {
	test = await openTestPage({ script: 'packages/three/test/pages/react-page.ts' });
	await test.page.waitForFunction('globalThis.kit !== undefined');
});
afterAll(() => test?.close());

it('shows a time, placed as a group', async () => {
	expect(await test.page.evaluate(() => kit.measure())).toBeLessThan(1e-5);
});

it('plays with its properties and reports events', async () => {
	const { events, drawn, isSame, isStopped } = await test.page.evaluate(() => kit.play());
	expect(events.filter((event) => event.startsWith('pinch')).length).toBeGreaterThan(1);
	expect([isSame, isStopped, drawn]).toEqual([true, true, ['right']]);
});

it('draws on demand, and is ready once', async () => {
	const { ready, times, isResting } = await test.page.evaluate(() => kit.demand());
	// Strict mode makes two objects and disposes of one.
	expect(ready).toEqual([true]);
	expect(times[0]).toBe(3.5);
	expect(times[1]).toBeLessThan(4.5);
	expect(isResting).toBe(true);
});

it('follows live frames', async () => {
	expect(await test.page.evaluate(() => kit.live())).toBe(true);
});

it('leaves nothing behind', async () => {
	expect(await test.page.evaluate(() => kit.leave())).toMatchObject({ geometries: 0, textures: 0 });
	// React Three Fiber 9 uses a class that three.js is about to remove.
	expect(test.complaints.filter((complaint) => !complaint.includes('THREE.Clock'))).toEqual([]);
});
