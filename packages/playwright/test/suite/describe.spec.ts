// From a recording to a test: what hands did in a page becomes verbs, which do the same in the page.
import { fileURLToPath } from 'node:url';
import { Performer, type PerformerOptions } from '@handreel/core/perform';
import { encodeReel } from '@handreel/core/reel';
import { expect, test } from '@handreel/playwright';
import { describePage, LivePerformer, replayIntoPage, writeTest, type XRReplay } from '@handreel/playwright/page';
import type { Browser, Page } from '@playwright/test';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

// A pinch takes the block along, a fingertip in the button changes the lamp, a trigger pulls what the ray hits.
const PAGE = `<!doctype html><body>
<script type="importmap">{ "imports": { "three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/" } }</script>
<script type="module">
import * as THREE from 'three';
import { VRButton } from 'three/addons/webxr/VRButton.js';
const renderer = new THREE.WebGLRenderer();
renderer.setSize(160, 120);
renderer.xr.enabled = true;
const button = VRButton.createButton(renderer, { optionalFeatures: ['hand-tracking'] });
document.body.append(renderer.domElement, button);
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera();
const add = (name, x, y, z, size) => {
	const mesh = new THREE.Mesh(new THREE.BoxGeometry(size, size, size), new THREE.MeshBasicMaterial({ color: 'white' }));
	mesh.name = name;
	mesh.position.set(x, y, z);
	scene.add(mesh);
	return mesh;
};
const things = [add('block', 0.15, 1.1, -0.4, 0.08), add('crate', -0.3, 1.2, -2, 0.3)];
const knob = add('knob', -0.15, 1.1, -0.4, 0.06);
const lamp = add('lamp', 0, 1.6, -1, 0.2);
add('shelf', 0, 1.05, -0.45, 0.02);
const box = new THREE.Box3();
const held = new Map();
const inputs = [0, 1].map((i) => {
	const [ray, hand] = [renderer.xr.getController(i), renderer.xr.getHand(i)];
	scene.add(ray, hand);
	ray.addEventListener('selectstart', () => {
		const tip = hand.joints['thumb-tip'];
		const near = tip?.visible && things.find((thing) => box.setFromObject(thing).distanceToPoint(tip.position) < 0.03);
		const caster = new THREE.Raycaster().setFromXRController(ray);
		const thing = near || caster.intersectObjects(things)[0]?.object;
		if (!thing) return;
		held.set(ray, thing);
		(near ? tip : ray).attach(thing);
	});
	ray.addEventListener('selectend', () => held.has(ray) && scene.attach(held.get(ray)));
	return { hand };
});
renderer.setAnimationLoop(() => {
	for (const { hand } of inputs) {
		const tip = hand.joints?.['index-finger-tip'];
		if (tip?.visible && box.setFromObject(knob).containsPoint(tip.position)) lamp.material.color.set('red');
	}
	renderer.render(scene, camera);
});
</script>`;

let server: FileServer;
test.beforeAll(async () => {
	server = await serveFiles(fileURLToPath(new URL('../../../../node_modules', import.meta.url)));
	server.page = PAGE;
});
test.afterAll(() => server.close());

/** Opens the page for a motion, and enters. */
async function open(browser: Browser, motion: Uint8Array | LivePerformer): Promise<{ page: Page; xr: XRReplay }> {
	const page = await browser.newPage();
	const xr = await replayIntoPage(page, motion, { render: 'none' });
	await page.goto(server.origin);
	await xr.enter();
	return { page, xr };
}

/** Describes what a performer does in the page, and writes a test of it. `broken` is the page in which verbs are tried. */
async function write(browser: Browser, performer: Performer, broken = PAGE) {
	const { xr } = await open(browser, encodeReel(performer.toRecording()));
	const description = await describePage(xr, xr.recording.duration);
	server.page = broken;
	const written = await writeTest(xr, description, {
		recording: 'performed.reel',
		url: server.origin,
		open: async (motion) => (await open(browser, motion)).xr,
	});
	server.page = PAGE;
	return { ...description, ...written };
}

/** Runs a written test. */
async function run(browser: Browser, code: string): Promise<void> {
	const [, options = '{}'] = /performer: (\{.*\}) \}\);/.exec(code) ?? [];
	const [, body = ''] = /async \(\{ page, xr \}\) => \{\n([\s\S]*)\n\}\);/.exec(code)!;
	const performer = new LivePerformer(new Function(`return (${options})`)() as PerformerOptions);
	const page = await browser.newPage();
	const xr = await replayIntoPage(page, performer, { render: 'none' });
	const AsyncFunction = (async () => {}).constructor as new (
		...code: string[]
	) => (...args: unknown[]) => Promise<void>;
	await new AsyncFunction('page', 'xr', 'expect', 'test', body)(page, xr, expect, { slow: () => {} });
}

test('a pinch and a poke of a recording become verbs that do the same', async ({ browser }) => {
	const performer = new Performer({ space: 'webxr' });
	const { right, left } = performer;
	right.reach([0.15, 1.1, -0.4]).pinch().moveTo([0.05, 1.3, -0.35]).release().rest();
	left.after(right).poke([-0.15, 1.1, -0.38]).rest();
	const { holds, changes, code, notes } = await write(browser, performer);
	expect(notes).toEqual([]);
	expect(holds.map(({ side, path }) => [side, path])).toEqual([['right', 'block']]);
	expect(changes.map(({ path, text, cause }) => [path, text, cause?.kind, cause?.path])).toEqual([
		['lamp', 'becomes #ff0000', 'poke', 'knob'],
	]);
	expect(code).toMatch(/await xr\.right\.reach\(block\)\.pinch\(\)\.moveTo\(\[0\.0\d+, 1\.3\d+, -0\.3\d+\]\);/);
	expect(code).toContain('await xr.left.poke(knob);');
	expect(code).toContain("await expect(lamp).toHaveColor('#ff0000');");
	expect(code).not.toContain('shelf');
	await run(browser, code);
});

test('a ray that drags becomes one that points', async ({ browser }) => {
	const performer = new Performer({ space: 'webxr', input: 'controllers', eyeHeight: 1.4 });
	performer.right.pointAt([-0.3, 1.2, -2]).pinch().pointAt([0.4, 1.2, -2]).release();
	const { code, notes } = await write(browser, performer);
	expect(notes).toEqual([]);
	expect(code).toMatch(/test\.use\(\{ performer: \{ input: 'controllers', eyeHeight: 1\.(39|4) \} \}\);/);
	expect(code).toMatch(/await xr\.right\.pointAt\(crate\)\.pinch\(\)\.pointAt\(/);
	await run(browser, code);
});

test('what verbs cannot repeat is replayed, and a note explains why', async ({ browser }) => {
	const performer = new Performer({ space: 'webxr' });
	performer.right.reach([0.15, 1.1, -0.4]).pinch().moveTo([0.05, 1.3, -0.35]).release();
	const { code, notes } = await write(browser, performer, PAGE.replace('held.set(ray, thing);', 'return;'));
	expect(notes).toEqual([
		expect.stringMatching(/^the test replays the recording: .*block is at \[0\.15, 1\.1, -0\.4\]/),
	]);
	expect(code).toContain("test.use({ recording: 'performed.reel' });");
	expect(code).not.toContain('.reach(');
});
