// three.js loads a hand from the network; the fixture gives it one of ours.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';

test.use({ recording: '../../../../fixtures/recorded/mrtk-2.8.3-full-5s.bin', render: 'none' });

const PAGE = `<!doctype html>
<script type="importmap">{ "imports": { "three": "/build/three.module.js", "three/addons/": "/examples/jsm/" } }</script>
<script type="module">
import * as THREE from 'three';
import { XRHandModelFactory } from 'three/addons/webxr/XRHandModelFactory.js';
import { VRButton } from 'three/addons/webxr/VRButton.js';
const renderer = new THREE.WebGLRenderer();
renderer.setSize(32, 16);
renderer.xr.enabled = true;
document.body.append(renderer.domElement, VRButton.createButton(renderer, { optionalFeatures: ['hand-tracking'] }));
const scene = new THREE.Scene();
const hand = renderer.xr.getHand(0);
hand.add(new XRHandModelFactory().createHandModel(hand, 'mesh'));
scene.add(hand);
globalThis.hand = hand;
const camera = new THREE.PerspectiveCamera();
renderer.setAnimationLoop(() => renderer.render(scene, camera));
</script>`;

interface Node {
	readonly name: string;
	readonly isSkinnedMesh?: boolean;
	readonly position: { toArray(): number[] };
	readonly skeleton: { readonly bones: Node[] };
	readonly joints: Record<string, Node>;
	traverse(visit: (node: Node) => void): void;
}
declare const hand: Node;

test('the button of three.js enters, and its hand model moves a mesh without the network', async ({ page, xr }) => {
	const three = fileURLToPath(new URL('../../../../node_modules/three/', import.meta.url));
	const asked: string[] = [];
	page.on('request', (request) => asked.push(request.url()));
	await page.route('http://localhost:9/**', (route) => {
		const { pathname } = new URL(route.request().url());
		if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
		return route.fulfill({ contentType: 'text/javascript', body: readFileSync(three + pathname) });
	});
	await page.goto('http://localhost:9/');
	await xr.enter();
	await xr.step(3);
	await expect.poll(() => asked.filter((url) => url.endsWith('.glb')).length).toBe(1);
	const find = () => {
		const bones: { name: string; distance: number }[] = [];
		hand.traverse(({ isSkinnedMesh, skeleton }) => {
			if (!isSkinnedMesh) return;
			for (const { name, position } of skeleton.bones) {
				const joint = hand.joints[name]!.position.toArray();
				bones.push({ name, distance: Math.hypot(...position.toArray().map((value, i) => value - joint[i]!)) });
			}
		});
		return bones;
	};
	await expect.poll(async () => (await page.evaluate(find)).length).toBe(25);
	await xr.step(2);
	const bones = await page.evaluate(find);
	expect(Math.max(...bones.map(({ distance }) => distance))).toBeLessThan(1e-6);
	expect(await page.evaluate(() => Math.hypot(...hand.joints['wrist']!.position.toArray()))).toBeGreaterThan(0.1);
});
