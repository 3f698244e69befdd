// What the probe reports about random scenes, against pictures in which each object has its own color.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openContext } from '../../../../scripts/test-browser.ts';
import { root } from '../../../../scripts/workspace.mjs';
import { attachScene } from '../../src/scene/attach-scene.ts';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

/** A thousand are tried before a release: `PICKING_SCENES=1000`. */
const SCENES = Number(process.env['PICKING_SCENES'] ?? 100);
/** Of all objects: how many may be seen by one and not by the other. Their edges lie exactly between two pixels. */
const MAX_DISAGREEMENT = 0.002;

let server: FileServer;
beforeAll(async () => {
	server = await serveFiles(join(root, 'node_modules'));
	server.page = `<!doctype html><body style="margin: 0"><script type="importmap">{ "imports": { "three": "/three/build/three.module.js" } }</script>
<script type="module">import * as THREE from 'three'; globalThis.THREE = THREE;</script>`;
});
afterAll(() => server.close());

/** What differed in a scene. */
interface Difference {
	readonly seed: number;
	readonly name: string;
	readonly visiblePixels: number;
	readonly reference: number;
	readonly reason: string | null;
}

it('agrees with the picture about what is covered, and about the chosen point', { timeout: 240_000 }, async () => {
	const context = await openContext({ viewport: { width: 240, height: 180 } });
	const page = await context.newPage();
	await attachScene(page);
	await page.goto(server.origin);
	await page.waitForFunction(() => 'THREE' in globalThis);
	const result = await page.evaluate(compareScenes, SCENES);
	await context.close();
	console.log(
		`${result.objects} objects in ${SCENES} scenes, ${result.seen} seen; ${result.differences.length} disagreements about being seen, ` +
			`${result.wrongPoints.length} wrong points, ${result.pixelRate.toExponential(2)} of the pixels differ; ${JSON.stringify([...result.differences, ...result.wrongPoints])}`,
	);
	expect(result.objects).toBeGreaterThan(8 * SCENES);
	expect(result.covered).toBeGreaterThan(SCENES / 4);
	expect(result.differences.length / result.objects, JSON.stringify(result.differences.slice(0, 5))).toBeLessThan(
		MAX_DISAGREEMENT,
	);
	// The chosen point shows the object.
	expect(result.wrongPoints.length / result.objects, JSON.stringify(result.wrongPoints.slice(0, 9))).toBeLessThan(
		MAX_DISAGREEMENT,
	);
});

// Runs in the page.
async function compareScenes(count: number): Promise<{
	objects: number;
	seen: number;
	covered: number;
	pixelRate: number;
	differences: Difference[];
	wrongPoints: Difference[];
}> {
	// biome-ignore lint/suspicious/noExplicitAny: the library of the page
	const { THREE, handreelScene: probe } = globalThis as any;
	const [width, height] = [240, 180];
	const renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
	renderer.setSize(width, height);
	document.body.append(renderer.domElement);
	renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
	const gl = renderer.getContext();
	const result = {
		objects: 0,
		seen: 0,
		covered: 0,
		pixelRate: 0,
		differences: [] as Difference[],
		wrongPoints: [] as Difference[],
	};
	let [pixels, differing] = [0, 0];
	for (let seed = 1; seed <= count; seed++) {
		let state = seed * 2654435761;
		const random = (low = 0, high = 1): number => {
			state = (state + 0x6d2b79f5) | 0;
			let t = Math.imul(state ^ (state >>> 15), 1 | state);
			t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
			return low + (((t ^ (t >>> 14)) >>> 0) / 4294967296) * (high - low);
		};
		const scene = new THREE.Scene();
		const colors = new Map<number, { mesh: { id: number }; instance: number; name: string }>();
		let next = 1;
		const makeColor = (mesh: { id: number }, instance: number, name: string): number => {
			// Far apart, so that rounding does not matter.
			const color = next++ * 4099;
			colors.set(color, { mesh, instance, name });
			return color;
		};
		const place = (object: {
			position: { set(...xyz: number[]): void };
			rotation: { set(...xyz: number[]): void };
		}): void => {
			object.position.set(random(-2, 2), random(-1.5, 1.5), random(-3, 1));
			object.rotation.set(random(0, 6), random(0, 6), random(0, 6));
		};
		const materials: { material: unknown; mesh: { material: unknown } }[] = [];
		const add = (mesh: { id: number; material: unknown }, name: string, color: number): void => {
			const side = random() < 0.3 ? THREE.DoubleSide : random() < 0.2 ? THREE.BackSide : THREE.FrontSide;
			mesh.material = new THREE.MeshBasicMaterial({ side });
			const material = new THREE.MeshBasicMaterial({ side, toneMapped: false });
			material.color.setHex(color, THREE.LinearSRGBColorSpace);
			materials.push({ mesh, material });
			(mesh as unknown as { name: string }).name = name;
			scene.add(mesh);
		};
		for (let i = 0; i < 8; i++) {
			const geometry =
				i % 2
					? new THREE.BoxGeometry(random(0.05, 1.2), random(0.05, 1.2), random(0.05, 1.2))
					: new THREE.SphereGeometry(random(0.05, 0.7), 16, 12);
			const mesh = new THREE.Mesh(geometry);
			place(mesh);
			if (random() < 0.2) mesh.scale.x = -1;
			add(mesh, `mesh${i}`, makeColor(mesh, -1, `mesh${i}`));
		}
		const instanced = new THREE.InstancedMesh(new THREE.BoxGeometry(0.3, 0.3, 0.3), null, 5);
		const helper = new THREE.Object3D();
		const base = next;
		for (let i = 0; i < 5; i++) {
			place(helper);
			helper.updateMatrix();
			instanced.setMatrixAt(i, helper.matrix);
			makeColor(instanced, i, `instance${i}`);
		}
		add(instanced, 'instanced', 0xffffff);
		for (let i = 0; i < 5; i++) {
			instanced.setColorAt(i, new THREE.Color().setHex((base + i) * 4099, THREE.LinearSRGBColorSpace));
		}
		const tube = new THREE.CylinderGeometry(0.2, 0.2, 1.6, 8, 8);
		const { position } = tube.attributes;
		const [joints, weights]: [number[], number[]] = [[], []];
		for (let i = 0; i < position.count; i++) {
			const at = (position.getY(i) + 0.8) / 0.8;
			const bone = Math.max(0, Math.min(1, Math.floor(at)));
			joints.push(bone, bone + 1, 0, 0);
			weights.push(1 - (at - bone), at - bone, 0, 0);
		}
		tube.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(joints, 4));
		tube.setAttribute('skinWeight', new THREE.Float32BufferAttribute(weights, 4));
		const skinned = new THREE.SkinnedMesh(tube);
		const bones = [0, 1, 2].map((i) => {
			const bone = new THREE.Bone();
			bone.position.y = i === 0 ? -0.8 : 0.8;
			return bone;
		});
		bones[0].add(bones[1]);
		bones[1].add(bones[2]);
		skinned.add(bones[0]);
		skinned.bind(new THREE.Skeleton(bones));
		for (const bone of bones) bone.rotation.z = random(-0.7, 0.7);
		place(skinned);
		skinned.frustumCulled = false;
		add(skinned, 'skinned', makeColor(skinned, -1, 'skinned'));
		const camera =
			seed % 2
				? new THREE.PerspectiveCamera(random(30, 90), width / height, 0.05, 20)
				: new THREE.OrthographicCamera(-2, 2, 1.5, -1.5, 0.05, 20);
		camera.position.set(random(-2, 2), random(-1, 1), random(2, 4));
		camera.lookAt(0, 0, -1);
		scene.background = null;
		renderer.render(scene, camera);
		const ids = new Map<string, number>(
			probe.listNodes().nodes.map(({ name, id }: { name: string; id: number }) => [name, id]),
		);
		const picks = [...colors].map(([color, { name, instance }]) => {
			const id = ids.get(instance < 0 ? name : 'instanced');
			return { color, name, pick: probe.pick({ id, instance }) };
		});
		for (const { mesh, material } of materials) mesh.material = material;
		renderer.setClearColor(0, 1);
		renderer.render(scene, camera);
		const data = new Uint8Array(width * height * 4);
		gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
		const colorAt = (x: number, y: number): number => {
			const at = ((height - 1 - y) * width + x) * 4;
			return (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
		};
		const counts = new Map<number, number>();
		for (let y = 0; y < height; y++) {
			for (let x = 0; x < width; x++) counts.set(colorAt(x, y), (counts.get(colorAt(x, y)) ?? 0) + 1);
		}
		for (const { color, name, pick } of picks) {
			const reference = counts.get(color) ?? 0;
			const difference = { seed, name, visiblePixels: pick.visiblePixels, reference, reason: pick.reason };
			result.objects++;
			if (pick.visiblePixels > 0) result.seen++;
			if (pick.reason === 'covered') result.covered++;
			pixels += reference;
			differing += Math.abs(reference - pick.visiblePixels);
			if (pick.visiblePixels > 0 !== reference > 0) result.differences.push(difference);
			else if (pick.reason === null && colorAt(Math.floor(pick.x), Math.floor(pick.y)) !== color)
				result.wrongPoints.push(difference);
		}
		for (const { mesh, material } of materials) {
			(mesh as unknown as { geometry: { dispose(): void } }).geometry.dispose();
			(material as { dispose(): void }).dispose();
		}
	}
	result.pixelRate = differing / pixels;
	return result;
}
