// The emulator IWER instead of the built-in runtime.
import { expect, test } from '@handreel/playwright';

test.use({ recording: '../../../../fixtures/recorded/mrtk-2.8.3-full-5s.bin', render: 'none', runtime: 'iwer' });

declare const handreel: { readonly device: { primaryInputMode: string } };
declare const kinds: string[][];

const PAGE = `<!doctype html><button>Enter</button><script>
globalThis.kinds = [];
document.querySelector('button').onclick = async () => {
	const session = await navigator.xr.requestSession('immersive-vr', { optionalFeatures: ['hand-tracking'] });
	const gl = document.createElement('canvas').getContext('webgl2', { xrCompatible: true });
	session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
	const onFrame = () => {
		session.requestAnimationFrame(onFrame);
		kinds.push([...session.inputSources].map(({ hand }) => (hand ? 'hand' : 'controller')));
	};
	session.requestAnimationFrame(onFrame);
};
</script>`;

test('a page has recorded hands, and controllers on request', async ({ page, xr }) => {
	await page.route('http://localhost:9/', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
	await page.goto('http://localhost:9/');
	await xr.enter({ by: 'button' });
	await xr.step(3);
	expect(await page.evaluate(() => kinds.at(-1))).toEqual(['hand', 'hand']);
	await page.evaluate(() => {
		handreel.device.primaryInputMode = 'controller';
	});
	await xr.step(2);
	expect(await page.evaluate(() => kinds.at(-1))).toEqual(['controller', 'controller']);
	await page.evaluate(() => {
		handreel.device.primaryInputMode = 'hand';
	});
	await xr.playToEnd();
	expect(xr).toHaveEvents([
		{ type: 'sessionstart' },
		{ type: 'selectstart', side: 'left' },
		{ type: 'select', side: 'left' },
		{ type: 'selectend', side: 'left' },
	]);
});
