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

declare const seen: { value: number; buttons: boolean[]; axes: number[]; angle: number; profiles: string[] };
declare const refused: string;

test.describe('performed', () => {
	test.use({ recording: '', performer: { input: 'controllers', tremor: 0 } });

	const page = (init: string): string => `<!doctype html><button>Enter VR</button><script>
document.querySelector('button').onclick = async () => {
	const session = await navigator.xr.requestSession('immersive-vr', ${init});
	const space = await session.requestReferenceSpace('local-floor');
	const gl = document.createElement('canvas').getContext('webgl2', { xrCompatible: true });
	session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
	session.requestHitTestSource?.({ space }).catch((error) => { globalThis.refused = error.name; });
	const turn = ({ x, y, z, w }) => new DOMPoint(-2 * (x * z + w * y), -2 * (y * z - w * x), 2 * (x * x + y * y) - 1);
	const onFrame = (_, frame) => {
		session.requestAnimationFrame(onFrame);
		const source = [...session.inputSources].find(({ handedness }) => handedness === 'right');
		if (!source || source.hand) return;
		const [ray, grip] = [source.targetRaySpace, source.gripSpace].map((it) => frame.getPose(it, space).transform);
		const [a, b] = [ray.orientation, grip.orientation].map(turn);
		globalThis.seen = {
			value: source.gamepad.buttons[0].value,
			buttons: source.gamepad.buttons.map(({ pressed }) => pressed),
			axes: [...source.gamepad.axes],
			angle: (Math.acos(a.x * b.x + a.y * b.y + a.z * b.z) * 180) / Math.PI,
			profiles: [...source.profiles],
		};
	};
	session.requestAnimationFrame(onFrame);
};
</script>`;

	test('controllers have poses, buttons, axes and events', async ({ page: tab, xr }) => {
		const body = page("{ optionalFeatures: ['local-floor', 'hit-test'] }");
		await tab.route('http://localhost:9/', (route) => route.fulfill({ contentType: 'text/html', body }));
		await tab.goto('http://localhost:9/');
		await xr.enter();
		await xr.right.down('trigger').stick(0.5, -1);
		const pressed = await tab.evaluate(() => seen);
		expect(pressed.value).toBe(1);
		expect(pressed.buttons.slice(0, 2)).toEqual([true, false]);
		expect(pressed.axes.slice(2)).toEqual([expect.closeTo(0.5, 3), expect.closeTo(-1, 3)]);
		// 37° down and 9° inward.
		expect(pressed.angle).toBeCloseTo(37.4, 0);
		await xr.right.up('trigger').press('squeeze');
		await xr.step();
		expect(xr.events.filter(({ side }) => side !== undefined).map(({ type, side }) => `${side} ${type}`)).toEqual([
			...['selectstart', 'select', 'selectend', 'squeezestart', 'squeeze', 'squeezeend'].map((type) => `right ${type}`),
		]);
		// Hit tests need a room: they were not granted.
		expect(await tab.evaluate(() => refused)).toBe('NotSupportedError');
		await expect(Promise.resolve(xr.right.putDown())).rejects.toThrow(
			/the page threw at \d\.\d+ s: iwer: shows hands or controllers, not one of each; it keeps to controllers$/,
		);
	});

	test('hit tests are refused if there is no room', async ({ page: tab, xr }) => {
		const body = page("{ requiredFeatures: ['hit-test'] }");
		await tab.route('http://localhost:9/', (route) => route.fulfill({ contentType: 'text/html', body }));
		await tab.goto('http://localhost:9/');
		await expect(xr.enter()).rejects.toThrow(
			/^enter: the page requested immersive-vr and got NotSupportedError: the feature 'hit-test' needs a room: call device\.installSEM/,
		);
	});
});
