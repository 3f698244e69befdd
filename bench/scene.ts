// What a test author waits for in a page of three.js with 1,000 objects, in Chromium. Milliseconds, not ratios.
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { chromium, type Page } from 'playwright-core';
import { attachScene } from '../packages/playwright/src/scene/attach-scene.ts';
import type { Scene } from '../packages/playwright/src/scene/scene.ts';
import { serveFiles } from '../packages/playwright/test/support/serve-files.ts';
import { findChromium } from '../scripts/browser.mjs';
import { root } from '../scripts/workspace.mjs';
import { type Benchmark, type Effort, median } from './harness.ts';

const ROUNDS: Readonly<Record<Effort, number>> = { full: 21, quick: 9 };

// The first object is in front of the others, with a button of the same size over it.
const PAGE = `<!doctype html><body style="margin: 0">
<script type="importmap">{ "imports": { "three": "/three/build/three.module.js" } }</script>
<canvas width="800" height="600"></canvas><button style="position: absolute; left: 0; top: 0">A</button>
<script type="module">
import * as THREE from 'three';
const renderer = new THREE.WebGLRenderer({ canvas: document.querySelector('canvas') });
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(60, 4 / 3, 0.1, 100);
camera.position.z = 20;
const shapes = [new THREE.BoxGeometry(), new THREE.SphereGeometry(0.6, 16, 12)];
for (let i = 0; i < 1000; i++) {
	const mesh = new THREE.Mesh(shapes[i % 2], new THREE.MeshBasicMaterial({ color: i * 16001 }));
	mesh.name = 'object' + i;
	if (i > 0) mesh.position.set((i % 25) - 12, ((i / 25) % 20 | 0) - 10, -(i / 500 | 0) * 2);
	else mesh.position.z = 5;
	scene.add(mesh);
}
// Still: without a GPU, drawing would take longer than what is measured.
for (let i = 0; i < 3; i++) renderer.render(scene, camera);
globalThis.isReady = true;
</script>`;

/** Benchmarks of objects in pages. */
export function listSceneBenchmarks(): Benchmark[] {
	const shared = { isLarge: false, better: 'lower' } as const;
	return [
		{
			...shared,
			name: 'scene milliseconds of a snapshot of 1,000 objects',
			target: 50,
			run: (effort) => withScene((_, scene) => measure(effort, () => scene.snapshot())),
		},
		{
			...shared,
			name: 'scene milliseconds of a snapshot of 1,000 objects, with what is covered',
			target: 500,
			run: (effort) => withScene((_, scene) => measure(effort, () => scene.snapshot({ covered: true }))),
		},
		{
			...shared,
			name: 'scene milliseconds that a click takes longer than one of Playwright',
			target: 30,
			run: (effort) =>
				withScene(async (page, scene) => {
					const own = await measure(effort, () => scene.object('object0').click());
					return own - (await measure(effort, () => page.locator('button').click()));
				}),
		},
	];
}

async function withScene(work: (page: Page, scene: Scene) => Promise<number>): Promise<number> {
	const server = await serveFiles(join(root, 'node_modules'));
	server.page = PAGE;
	const executablePath = findChromium();
	const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) });
	try {
		const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
		const scene = await attachScene(page);
		await page.goto(server.origin);
		await page.waitForFunction(() => (globalThis as { isReady?: boolean }).isReady === true);
		await scene.object('object0').hover();
		return await work(page, scene);
	} finally {
		await browser.close();
		server.close();
	}
}

async function measure(effort: Effort, call: () => Promise<unknown>): Promise<number> {
	await call();
	const times: number[] = [];
	for (let round = 0; round < ROUNDS[effort]; round++) {
		const start = performance.now();
		await call();
		times.push(performance.now() - start);
	}
	return median(times);
}
