// Pages with post-processing by three's own passes: the camera is that of the pass that draws the scene.
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

const PAGE = `<!doctype html><body style="margin: 0">
<script type="importmap">{ "imports": { "three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/" } }</script>
<script type="module">
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { EffectComposer } from 'three/addons/postprocessing/EffectComposer.js';
import { OutlinePass } from 'three/addons/postprocessing/OutlinePass.js';
import { OutputPass } from 'three/addons/postprocessing/OutputPass.js';
import { RenderPass } from 'three/addons/postprocessing/RenderPass.js';
import { ShaderPass } from 'three/addons/postprocessing/ShaderPass.js';
import { FXAAShader } from 'three/addons/shaders/FXAAShader.js';
const renderer = new THREE.WebGLRenderer();
renderer.setSize(640, 400);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(45, 640 / 400, 0.1, 100);
camera.position.z = 8;
const controls = new OrbitControls(camera, renderer.domElement);
controls.enableDamping = true;
scene.add(new THREE.AmbientLight(0xaaaaaa, 2));
const group = new THREE.Group();
scene.add(group);
const add = (name, x, y, z, scale) => {
	const mesh = new THREE.Mesh(new THREE.SphereGeometry(3, 48, 24), new THREE.MeshLambertMaterial({ color: 0xff8800 }));
	mesh.name = name;
	mesh.position.set(x, y, z);
	mesh.scale.setScalar(scale);
	group.add(mesh);
};
add('left', -2, 0, 0, 0.3);
add('right', 2, 0.5, 0, 0.2);
add('behind', -2.5, 0, -3, 0.1);
const floor = new THREE.Mesh(new THREE.PlaneGeometry(12, 12), new THREE.MeshLambertMaterial({ side: THREE.DoubleSide }));
floor.name = 'floor';
floor.rotation.x = -Math.PI / 2;
floor.position.y = -1.5;
group.add(floor);
const composer = new EffectComposer(renderer);
composer.addPass(new RenderPass(scene, camera));
const outline = new OutlinePass(new THREE.Vector2(640, 400), scene, camera);
composer.addPass(outline);
composer.addPass(new OutputPass());
const fxaa = new ShaderPass(FXAAShader);
fxaa.uniforms.resolution.value.set(1 / 640, 1 / 400);
composer.addPass(fxaa);
const raycaster = new THREE.Raycaster();
renderer.domElement.addEventListener('pointermove', ({ offsetX, offsetY }) => {
	raycaster.setFromCamera(new THREE.Vector2((offsetX / 640) * 2 - 1, 1 - (offsetY / 400) * 2), camera);
	const [hit] = raycaster.intersectObject(scene, true);
	if (hit) outline.selectedObjects = [hit.object];
});
globalThis.readSelected = () => outline.selectedObjects.map(({ name }) => name).join();
renderer.setAnimationLoop(() => {
	controls.update();
	composer.render();
});
</script>`;

let server: FileServer;
test.beforeAll(async () => {
	server = await serveFiles(fileURLToPath(new URL('../../../../node_modules', import.meta.url)));
});
test.afterAll(() => server.close());
test.use({ viewport: { width: 640, height: 400 } });

test('hovers over objects that an outline pass then draws again', async ({ page, scene }) => {
	server.page = PAGE;
	await page.goto(server.origin);
	const readSelected = (): Promise<string> =>
		page.evaluate(() => (globalThis as unknown as { readSelected(): string }).readSelected());
	for (const name of ['left', 'right', 'floor', 'left']) {
		await scene.object(name).hover();
		expect(await readSelected()).toBe(name);
		await expect(scene.object(name)).toBeVisible();
	}
	await expect(scene.object('behind').hover({ timeout: 50 })).rejects.toThrow('Group/behind is covered by Group/left');
	const { kind, position } = await scene.camera.state();
	expect(kind).toBe('perspective');
	expect(position.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0, 0, 8]);
});
