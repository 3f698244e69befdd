import type { Side } from '@handreel/core';
import type { Page } from '@playwright/test';
import { createBabylonShader, nameBabylonBone } from './babylon-hand.ts';
import { createHandGlb } from './hand-glb.ts';

/**
 * The source of hand meshes: a built-in minimal mesh, your own files, or the network. Files must have the bone names that
 * the page's library expects: WebXR's names for three.js and A-Frame, other names for Babylon.js.
 */
export type HandMeshSource = 'minimal' | 'network' | { readonly left: string; readonly right: string };

interface MeshRoute {
	/** The first group starts with the first letter of a side. */
	readonly url: RegExp;
	readonly nameBone?: (joint: string, side: Side) => string;
}

/** The addresses from which three.js, A-Frame and Babylon.js load hands. */
const MESHES: readonly MeshRoute[] = [
	{
		url: /^https:\/\/cdn\.jsdelivr\.net\/npm\/@webxr-input-profiles\/assets@[^/]+\/dist\/profiles\/generic-hand\/(left|right)\.glb/,
	},
	{ url: /^https:\/\/cdn\.aframe\.io\/controllers\/.*hands\/.*(left|right)\.glb/ },
	{
		url: /^https:\/\/assets\.babylonjs\.com\/.*HandMeshes\/([lr])_hand_[lr]hs\.glb/,
		nameBone: nameBabylonBone,
	},
];
/** The material of Babylon.js's hands. */
const SHADER = /^https:\/\/assets\.babylonjs\.com\/.*HandMeshes\/handsShader\.json/;
/** Optional files that they also request: profiles and models of controllers. */
const OTHERS =
	/^https:\/\/(assets\.babylonjs\.com\/.*HandMeshes\/|controllers\.babylonjs\.com\/|cdn\.aframe\.io\/controllers\/|immersive-web\.github\.io\/webxr-input-profiles\/|cdn\.jsdelivr\.net\/npm\/@webxr-input-profiles\/)/;
const HEADERS = { 'access-control-allow-origin': '*' };

/** Answers requests for hand meshes, so that tests run without a network. */
export async function routeHandMeshes(page: Page, meshes: HandMeshSource): Promise<void> {
	if (meshes === 'network') return;
	// Playwright asks the newest matching route first.
	await page.route(OTHERS, (route) => route.fulfill({ status: 404, headers: HEADERS, body: '' }));
	await page.route(SHADER, (route) =>
		route.fulfill({ body: createBabylonShader(), contentType: 'application/json', headers: HEADERS }),
	);
	for (const { url, nameBone } of MESHES) {
		await page.route(url, (route) => {
			const side = url.exec(route.request().url())?.[1]?.startsWith('r') ? 'right' : 'left';
			const answer = { contentType: 'model/gltf-binary', headers: HEADERS };
			if (meshes !== 'minimal') return route.fulfill({ ...answer, path: meshes[side] });
			const body = createHandGlb(nameBone && ((joint) => nameBone(joint, side)));
			return route.fulfill({ ...answer, body });
		});
	}
}
