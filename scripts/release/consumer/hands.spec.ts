import { expect, test } from '@handreel/playwright';

test.use({ recording: 'session.bin' });

test('a page sees the recorded hands', async ({ page, xr }) => {
	await page.route('**/*', (route) => route.fulfill({ path: 'page.html' }));
	await page.goto('http://localhost:9/');
	await xr.enter({ by: 'button' });
	await xr.stepTo(1);
	await expect(page).toHaveTitle('left right');
});
