// The script that is published, in a page with nothing else but A-Frame.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPage, type TestPage } from '../../../../scripts/test-page.ts';

const HTML = `<!doctype html><title>A-Frame</title>
<script src="/files/node_modules/aframe/dist/aframe-master.min.js"></script>
<script src="/files/packages/three/dist/handreel-aframe.js"></script>
<a-scene embedded background="color: #000" xr-mode-ui="enabled: false" loading-screen="enabled: false" style="width: 160px; height: 120px">
	<a-entity camera look-controls="enabled: false" position="0 1.2 0.5"></a-entity>
</a-scene>`;

let test: TestPage;
beforeAll(async () => {
	test = await openTestPage({ html: HTML });
});
afterAll(() => test?.close());

/** Loads a recording and counts the pixels that are not black, before and after. */
function draw(value: string): Promise<{ error: string; lit: number[] }> {
	return test.page.evaluate(async (text) => {
		type Scene = HTMLElement & { hasLoaded: boolean; renderer: { domElement: HTMLCanvasElement } };
		const scene = document.querySelector('a-scene') as Scene;
		const waitFor = (target: EventTarget, types: string[]): Promise<CustomEvent> =>
			new Promise((resolve) => {
				for (const type of types)
					target.addEventListener(type, (event) => resolve(event as CustomEvent), { once: true });
			});
		if (!scene.hasLoaded) await waitFor(scene, ['loaded']);
		const count = async (): Promise<number> => {
			const { object3D, camera, renderer } = scene as unknown as {
				object3D: object;
				camera: { position: { set(...at: number[]): void } };
				renderer: { domElement: HTMLCanvasElement; render(a: object, b: object): void };
			};
			renderer.render(object3D, camera);
			const canvas = document.createElement('canvas');
			canvas.width = renderer.domElement.width;
			canvas.height = renderer.domElement.height;
			const context = canvas.getContext('2d')!;
			context.drawImage(renderer.domElement, 0, 0);
			const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
			let lit = 0;
			for (let i = 0; i < data.length; i += 4) if (data[i]! + data[i + 1]! + data[i + 2]! > 60) lit++;
			return lit;
		};
		const lit = [await count()];
		const entity = document.createElement('a-entity');
		entity.setAttribute('recorded-hands', text);
		const done = waitFor(entity, ['recordingloaded', 'recordingerror']);
		scene.append(entity);
		const { detail } = await done;
		lit.push(await count());
		entity.remove();
		return { error: String(detail.error ?? ''), lit };
	}, value);
}

it.each(['/files/fixtures/recorded/mrtk-2.8.3-full-5s.bin', '/files/fixtures/reels/mrtk-2.8.3-n100.reel'])(
	'draws %s',
	async (src) => {
		const { error, lit } = await draw(`src: ${src}; time: 2.2; playing: false`);
		expect(error).toBe('');
		expect(lit[0]).toBe(0);
		expect(lit[1]).toBeGreaterThan(100);
	},
);
it('draws joints if the hand models cannot be loaded, and writes errors to the console', async () => {
	const { error, lit } = await draw(
		'src: /files/fixtures/recorded/mrtk-2.8.3-full-5s.bin; hands: /nowhere/; time: 2.2; playing: false',
	);
	expect(error).toBe('');
	expect(lit[1]).toBeGreaterThan(30);
	expect((await draw('src: /missing.bin')).error).toContain('/missing.bin could not be loaded (404)');
	expect(test.complaints.filter((line) => line.startsWith('console: recorded-hands:'))).toEqual([
		expect.stringContaining('hand models'),
		expect.stringContaining('/missing.bin could not be loaded (404)'),
	]);
});
