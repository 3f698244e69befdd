import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JOINTS } from '@handreel/core';
import type { Page } from 'playwright-core';
import type { HandPose } from '../../../landmarks/src/hand-pose.ts';

/** A picture of hands. */
export interface HandPicture {
	readonly width: number;
	readonly height: number;
	/** The color of the skin. */
	readonly skin?: string;
	/** Pixels by which the picture is blurred. */
	readonly blur?: number;
	/** Standard deviation of noise in each channel, of 255. */
	readonly noise?: number;
}

/** The functions of the page. */
interface HandsPage {
	open(picture: HandPicture): Promise<void>;
	/** Poses of the joints by bone, for each hand; returns a PNG file as base64. */
	draw(
		hands: ReadonlyArray<readonly [side: string, size: number, bones: Readonly<Record<string, readonly number[]>>]>,
	): string;
}
declare const handsPage: HandsPage;

const ORIGIN = 'https://hands.handreel.invalid';
const three = dirname(createRequire(import.meta.url).resolve('three'));
const models = fileURLToPath(new URL('../../../hands/hands/', import.meta.url));

const SCRIPT = `
import * as THREE from 'three';
import { GLTFLoader } from '/jsm/loaders/GLTFLoader.js';
let renderer, camera, picture, seed = 1;
const scene = new THREE.Scene(), hands = {};
const random = () => ((seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff);
globalThis.handsPage = {
	async open(given) {
		picture = given;
		const { width, height, skin = '#c58c6c' } = picture;
		renderer ??= new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
		renderer.setSize(width, height);
		const horizontal = Math.tan(Math.PI / 6);
		camera = new THREE.PerspectiveCamera((2 * Math.atan((horizontal * height) / width) * 180) / Math.PI, width / height, 0.05, 5);
		scene.clear();
		scene.background = new THREE.Color('#8fa3ad');
		scene.add(new THREE.HemisphereLight(0xffffff, 0x777777, 2));
		const light = new THREE.DirectionalLight(0xffffff, 1.5);
		light.position.set(0.5, 1, 1);
		scene.add(light);
		for (const side of ['left', 'right']) {
			const { scene: hand } = await new GLTFLoader().loadAsync('/hands/' + side + '.glb');
			hand.traverse((node) => {
				if (!node.isSkinnedMesh) return;
				node.frustumCulled = false;
				node.material = new THREE.MeshStandardMaterial({ color: skin, roughness: 0.75 });
			});
			scene.add(hand);
			hands[side] = hand;
		}
	},
	draw(given) {
		for (const side of ['left', 'right']) {
			const [, size, bones] = given.find(([name]) => name === side) ?? [];
			hands[side].visible = bones !== undefined;
			for (const [name, pose] of Object.entries(bones ?? {})) {
				const bone = hands[side].getObjectByName(name);
				if (!bone) continue;
				bone.position.fromArray(pose);
				bone.quaternion.fromArray(pose, 3);
				bone.scale.setScalar(size);
			}
		}
		renderer.render(scene, camera);
		const canvas = document.createElement('canvas');
		[canvas.width, canvas.height] = [picture.width, picture.height];
		const context = canvas.getContext('2d');
		context.filter = picture.blur ? 'blur(' + picture.blur + 'px)' : 'none';
		context.drawImage(renderer.domElement, 0, 0);
		if (picture.noise) {
			const image = context.getImageData(0, 0, canvas.width, canvas.height);
			for (let i = 0; i < image.data.length; i++)
				if (i % 4 < 3) image.data[i] += picture.noise * (random() + random() + random() - 1.5) * 2;
			context.putImageData(image, 0, 0);
		}
		return canvas.toDataURL('image/png').split(',')[1];
	},
};`;

/** Opens a page without network that draws the hand models of the package \`hands\`, seen by a camera with a field of view of 60°. */
export async function openHandsPage(page: Page, picture: HandPicture): Promise<void> {
	const html = `<!doctype html><script type="importmap">{"imports":{"three":"/build/three.module.js"}}</script>`;
	await page.route('**', (route) => {
		const { pathname } = new URL(route.request().url());
		const fulfill = (contentType: string, body: string | Buffer) => route.fulfill({ contentType, body });
		if (pathname === '/') return fulfill('text/html', html);
		if (pathname.startsWith('/hands/'))
			return fulfill('model/gltf-binary', readFileSync(join(models, pathname.slice(7))));
		if (pathname.startsWith('/build/')) return fulfill('text/javascript', readFileSync(join(three, pathname.slice(7))));
		if (pathname.startsWith('/jsm/'))
			return fulfill('text/javascript', readFileSync(join(three, '../examples', pathname)));
		return route.abort();
	});
	await page.goto(ORIGIN);
	await page.addScriptTag({ type: 'module', content: SCRIPT });
	await page.waitForFunction(() => 'handsPage' in globalThis);
	await page.evaluate((given) => handsPage.open(given), picture);
}

/** Draws hands in the space of the camera, and returns a PNG file as base64. */
export async function drawHands(page: Page, hands: readonly HandPose[]): Promise<string> {
	const given = hands.map(({ side, size, joints }) => {
		const bones = JOINTS.flatMap(({ webxr, index }) =>
			webxr === null ? [] : [[webxr, [...joints.subarray(7 * index, 7 * index + 7)]] as const],
		);
		return [side, size, Object.fromEntries(bones)] as const;
	});
	return page.evaluate((list) => handsPage.draw(list), given);
}
