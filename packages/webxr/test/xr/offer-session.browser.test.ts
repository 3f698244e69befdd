import { describe, expect, it } from 'vitest';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();

describe('an offered session', () => {
	it('waits until the user accepts it, and needs no click then', async () => {
		const page = await open({ options: { requireUserActivation: true } });
		const seen = await page.evaluate(async () => {
			const log: string[] = [];
			const offer = navigator.xr
				.offerSession('immersive-vr')
				.then((session) => log.push(`started ${session.visibilityState}`));
			await handreel.driver.step(5);
			log.push(`${handreel.driver.sessionMode}`);
			handreel.driver.acceptOffer();
			await offer;
			await handreel.driver.step();
			return [...log, handreel.driver.sessionMode];
		});
		expect(seen).toEqual(['null', 'started visible', 'immersive-vr']);
	});

	it('is replaced by the next, and there is none without an offer', async () => {
		const page = await open({});
		const seen = await page.evaluate(async () => {
			const { xr } = navigator;
			const nameOf = (error: Error): string => error.name;
			const first = xr.offerSession('immersive-vr').catch(nameOf);
			const second = xr.offerSession('immersive-vr').then((session) => session.end().then(() => 'ended'));
			handreel.driver.acceptOffer();
			const results: unknown[] = [await first, await second];
			try {
				handreel.driver.acceptOffer();
			} catch (error) {
				results.push(String(error));
			}
			return [
				...results,
				await xr.offerSession('inline').catch(nameOf),
				await xr.offerSession('immersive-xr').catch(nameOf),
			];
		});
		expect(seen).toEqual([
			'AbortError',
			'ended',
			'InvalidStateError: the page offers no session',
			'NotSupportedError',
			'TypeError',
		]);
	});
});
