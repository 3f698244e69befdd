import { expect, test } from '@handreel/playwright';

test.use({ recording: 'session.bin' });

const AFRAME_PAGE = `<!doctype html><title>loading</title>
<script src="/aframe.js"></script>
<a-scene embedded xr-mode-ui="enabled: false" loading-screen="enabled: false" style="width: 160px; height: 120px"></a-scene>
<script type="module" src="/dist/aframe-page.js"></script>`;

test('the component built by Vite draws the recorded hands in A-Frame', async ({ page }) => {
	await page.route('http://localhost:9/**', (route) => {
		const { pathname } = new URL(route.request().url());
		if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: AFRAME_PAGE });
		return route.fulfill({ path: pathname === '/aframe.js' ? (process.env['HANDREEL_AFRAME'] ?? '') : `.${pathname}` });
	});
	await page.goto('http://localhost:9/');
	await expect(page).toHaveTitle('hands', { timeout: 30_000 });
});

test('a page sees the recorded hands', async ({ page, xr }) => {
	await page.route('**/*', (route) => route.fulfill({ path: 'page.html' }));
	await page.goto('http://localhost:9/');
	await xr.enter({ by: 'button' });
	await xr.stepTo(1);
	await expect(page).toHaveTitle('left right');
});
