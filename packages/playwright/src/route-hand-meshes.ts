import type { Page } from '@playwright/test';
import { createHandGlb } from './hand-glb.ts';

/** Where hand meshes come from: a small one of ours, files of yours, or the network. */
export type HandMeshes = 'minimal' | 'network' | { readonly left: string; readonly right: string };

/** Where three.js, Babylon.js and A-Frame look for hands: a file name with a side in it. */
const MESHES = [
	/^https:\/\/cdn\.jsdelivr\.net\/npm\/@webxr-input-profiles\/assets@[^/]+\/dist\/profiles\/generic-hand\/(left|right)\.glb/,
	/^https:\/\/assets\.babylonjs\.com\/.*HandMeshes\/([lr])_hand_[lr]hs\.glb/,
	/^https:\/\/cdn\.aframe\.io\/controllers\/.*hands\/.*(left|right)\.glb/,
];
/** What they also ask for, and do without. */
const OTHERS =
	/^https:\/\/(assets\.babylonjs\.com\/.*HandMeshes\/|immersive-web\.github\.io\/webxr-input-profiles\/|cdn\.jsdelivr\.net\/npm\/@webxr-input-profiles\/)/;

/** Answers a page's requests for hand meshes, so that tests run without the network. */
export async function routeHandMeshes(page: Page, meshes: HandMeshes): Promise<void> {
	if (meshes === 'network') return;
	await page.route(OTHERS, (route) => route.fulfill({ status: 404, body: '' }));
	for (const pattern of MESHES) {
		await page.route(pattern, (route) => {
			const [, side = 'left'] = pattern.exec(route.request().url()) ?? [];
			const headers = { 'access-control-allow-origin': '*' };
			const contentType = 'model/gltf-binary';
			if (meshes === 'minimal') return route.fulfill({ body: createHandGlb(), contentType, headers });
			return route.fulfill({ path: side.startsWith('l') ? meshes.left : meshes.right, contentType, headers });
		});
	}
}
