import { readFile } from 'node:fs/promises';
import { JOINTS, type Side } from '@handreel/core';
import type { Page } from '@playwright/test';
import { createBabylonShader, nameBabylonBone } from './babylon-hand.ts';
import { createControllerGlb, createProfile, createProfilesList } from './controller-model.ts';
import { renameGlbNodes } from './glb.ts';
import { createHandGlb } from './hand-glb.ts';

/**
 * The source of hand meshes: the generic hands of the WebXR input profiles, a minimal mesh, your own files, or the network.
 * Bones have WebXR's joint names. For Babylon.js, which has other names, they are renamed.
 */
export type HandMeshSource = 'generic' | 'minimal' | 'network' | { readonly left: string; readonly right: string };

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
/** Where they look for profiles of controllers. */
const PROFILES =
	/^https:\/\/(immersive-web\.github\.io\/webxr-input-profiles|cdn\.jsdelivr\.net\/npm\/@webxr-input-profiles)\/.*\/(profilesList|[\w-]+\/profile)\.json/;
/** Models of controllers. */
const CONTROLLERS =
	/^https:\/\/(immersive-web\.github\.io\/webxr-input-profiles|cdn\.jsdelivr\.net\/npm\/@webxr-input-profiles|cdn\.aframe\.io\/controllers)\/.*\.(?:glb|gltf)/;
/** The hands that A-Frame's `hand-controls` shows instead of controllers. */
const POSED_HANDS = /^https:\/\/cdn\.aframe\.io\/controllers\/hands\/(left|right)Hand\w*\.glb/;
/** Optional files that they also request. Scripts are code, not models: they are left alone. */
const OTHERS =
	/^https:\/\/(assets\.babylonjs\.com\/.*HandMeshes\/|controllers\.babylonjs\.com\/|cdn\.aframe\.io\/controllers\/|immersive-web\.github\.io\/webxr-input-profiles\/|cdn\.jsdelivr\.net\/npm\/@webxr-input-profiles\/assets[@/])(?!.*\.m?js(?:[?#]|$))/;
const JSON_TYPE = 'application/json';
const GLB_TYPE = 'model/gltf-binary';
const HEADERS = { 'access-control-allow-origin': '*' };

/** Answers requests for meshes of hands and controllers, so that tests run without a network. */
export async function routeHandMeshes(page: Page, meshes: HandMeshSource): Promise<void> {
	if (meshes === 'network') return;
	const answerWith = async (
		url: RegExp,
		contentType: string,
		create: (match: RegExpExecArray) => string | Buffer | Promise<Buffer>,
	) => {
		await page.route(url, async (route) => {
			const body = await create(url.exec(route.request().url())!);
			return route.fulfill({ contentType, headers: HEADERS, body });
		});
	};
	// Playwright asks the newest matching route first.
	await page.route(OTHERS, (route) => route.fulfill({ status: 404, headers: HEADERS, body: '' }));
	await answerWith(SHADER, JSON_TYPE, createBabylonShader);
	await answerWith(PROFILES, JSON_TYPE, ([, , name = '']) =>
		name === 'profilesList' ? createProfilesList() : createProfile(name.replace('/profile', '')),
	);
	await answerWith(CONTROLLERS, GLB_TYPE, ({ input }) => createControllerGlb(/left/i.test(input) ? 'left' : 'right'));
	await answerWith(POSED_HANDS, GLB_TYPE, () => createHandGlb(undefined, true));
	for (const { url, nameBone } of MESHES) {
		await answerWith(url, GLB_TYPE, async ([, letter]) => {
			const side = letter?.startsWith('r') ? 'right' : 'left';
			const rename = nameBone && ((joint: string) => nameBone(joint, side));
			if (meshes === 'minimal') return createHandGlb(rename);
			const bytes = await loadMesh(meshes, side);
			return renameGlbNodes(bytes, (name) => (rename && isJoint(name) ? rename(name) : name));
		});
	}
}

async function loadMesh(meshes: Exclude<HandMeshSource, 'minimal' | 'network'>, side: Side): Promise<Uint8Array> {
	if (meshes !== 'generic') return readFile(meshes[side]);
	const { getHandMeshUrl } = await import('@handreel/hands');
	return readFile(getHandMeshUrl(side));
}

function isJoint(name: string): boolean {
	return JOINTS.some(({ webxr }) => webxr === name);
}
