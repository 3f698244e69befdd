// Objects of pages without a session, in real time: what is found, clicked, dragged, and what failures say.
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

const THREE_PAGE = `<!doctype html><body style="margin: 0">
<p id="title">Shop</p><ul><li>one<li>two</ul>
<div id="menu" style="position: absolute; left: 400px; top: 0; width: 240px; height: 400px" hidden></div>
<script type="importmap">{ "imports": { "three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/" } }</script>
<script type="module">
import * as THREE from 'three';
import { DragControls } from 'three/addons/controls/DragControls.js';
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(640, 400);
renderer.domElement.style = 'position: absolute; left: 0; top: 0';
document.body.prepend(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color('white');
const camera = new THREE.PerspectiveCamera(50, 640 / 400, 0.1, 50);
camera.position.z = 5;
const add = (name, color, x, y, z, parent = scene) => {
	const mesh = new THREE.Mesh(new THREE.BoxGeometry(0.8, 0.8, 0.8), new THREE.MeshBasicMaterial({ color }));
	mesh.name = name;
	mesh.position.set(x, y, z);
	parent.add(mesh);
	return mesh;
};
const shelf = new THREE.Group();
shelf.name = 'shelf';
scene.add(shelf);
const cup = add('cup', 0xff8800, -1.5, 0, 0, shelf);
cup.userData.article = 7;
cup.material.name = 'glaze';
const back = add('back', 0x2266ff, 0, 0, -1.5);
const front = add('front', 0x22aa44, 0, 0, 0);
add('glass', 0xffffff, -1.5, 0, 1).material.setValues({ transparent: true, opacity: 0.2 });
const ball = add('ball', 0xaa22aa, 1.4, -1, 0);
const right = add('right', 0x777777, 2, 0, 0);
add('far', 0x777777, 90, 0, 0);
const crates = new THREE.InstancedMesh(new THREE.BoxGeometry(0.3, 0.3, 0.3), new THREE.MeshBasicMaterial(), 3);
crates.name = 'crates';
for (let i = 0; i < 3; i++) {
	crates.setMatrixAt(i, new THREE.Matrix4().setPosition(i - 1, 1.4, 0));
	crates.setColorAt(i, new THREE.Color('black'));
}
scene.add(crates);
const hidden = add('hidden', 0, 0, -1, 0);
hidden.visible = false;
new DragControls([cup], camera, renderer.domElement);
const raycaster = new THREE.Raycaster();
globalThis.log = [];
const hit = (event) => {
	const at = new THREE.Vector2((event.offsetX / 640) * 2 - 1, 1 - (event.offsetY / 400) * 2);
	raycaster.setFromCamera(at, camera);
	return raycaster.intersectObjects(scene.children).find(({ object }) => object.visible && object.name !== 'glass');
};
for (const type of ['click', 'dblclick', 'wheel', 'pointermove']) {
	renderer.domElement.addEventListener(type, (event) => {
		const found = hit(event);
		globalThis.log.push(type + ' ' + found?.object.name);
		if (type !== 'click' || !found) return;
		if (found.object === crates) {
			crates.setColorAt(found.instanceId, new THREE.Color('red'));
			crates.instanceColor.needsUpdate = true;
		}
		if (found.object === front) setTimeout(() => (front.position.y = 1), 100);
		if (found.object === ball) ball.material.color.set('red');
	});
}
renderer.setAnimationLoop((time) => {
	ball.position.x = 1.4 + 0.5 * Math.sin(time / 400);
	renderer.render(scene, camera);
});
globalThis.menu = (isShown) => { document.querySelector('#menu').hidden = !isShown; };
</script>`;

const BABYLON_PAGE = `<!doctype html><body style="margin: 0"><canvas width="640" height="400"></canvas>
<script src="/babylonjs/babylon.js"></script>
<script>
// As modules do: no global.
const { BABYLON } = globalThis;
delete globalThis.BABYLON;
const engine = new BABYLON.Engine(document.querySelector('canvas'));
const scene = new BABYLON.Scene(engine);
const camera = new BABYLON.FreeCamera('camera', new BABYLON.Vector3(0, 0, -5), scene);
new BABYLON.HemisphericLight('light', BABYLON.Vector3.Up(), scene);
const lever = BABYLON.MeshBuilder.CreateBox('lever', { size: 0.6 }, scene);
lever.position.x = -1;
const wall = BABYLON.MeshBuilder.CreateBox('wall', { size: 1 }, scene);
wall.position.x = 1;
const treasure = BABYLON.MeshBuilder.CreateSphere('treasure', { diameter: 0.5 }, scene);
treasure.position.set(1.2, 0, 2);
// From within, its sides are not drawn.
const room = BABYLON.MeshBuilder.CreateBox('room', { size: 30 }, scene);
const coins = BABYLON.MeshBuilder.CreateBox('coins', { size: 0.2 }, scene);
for (let i = 0; i < 3; i++) coins.thinInstanceAdd(BABYLON.Matrix.Translation(i - 1, 1.2, 0));
coins.thinInstanceEnablePicking = true;
// It follows the mouse by a fifth of the way per frame.
const slider = BABYLON.MeshBuilder.CreateBox('slider', { size: 0.4 }, scene);
slider.position.set(-1, -1, 0);
slider.addBehavior(new BABYLON.PointerDragBehavior({ dragPlaneNormal: new BABYLON.Vector3(0, 0, 1) }));
globalThis.log = [];
scene.onPointerDown = (_, pick) => {
	globalThis.log.push(pick.pickedMesh?.name + ' ' + pick.thinInstanceIndex);
	if (pick.pickedMesh === lever) wall.position.y = 2;
};
engine.runRenderLoop(() => scene.render());
</script>`;

let server: FileServer;
test.beforeAll(async () => {
	server = await serveFiles(fileURLToPath(new URL('../../../../node_modules', import.meta.url)));
});
test.afterAll(() => server.close());
test.use({ viewport: { width: 640, height: 400 }, hasTouch: true });

/** What the tests use of a mesh. */
interface Drawn {
	readonly parent: { readonly children: { name: string; visible: boolean }[] };
	readonly rotation: { z: number };
}

const readLog = (): string[] => (globalThis as unknown as { log: string[] }).log;

test.describe('a page of three.js', () => {
	test.beforeEach(async ({ page, scene: _ }) => {
		server.page = THREE_PAGE;
		await page.goto(server.origin);
	});

	test('finds objects by name, path, properties and place', async ({ scene }) => {
		await expect(scene.object('shelf/cup')).toBeVisible();
		for (const query of [
			/^cu/,
			{ userData: { article: 7 } },
			{ material: 'glaze' },
			{ path: /shelf.cup/ },
			{ color: /^#ff88/ },
		]) {
			await expect(scene.object(query)).not.toHaveCount(0);
		}
		await expect(scene.object({ type: 'Mesh' }).within('shelf')).toHaveCount(1);
		await expect(scene.object({ type: 'Mesh' }).filter({ near: [scene.object('cup'), 0.1] })).toHaveCount(1);
		await expect(scene.object('shelf')).toContainObject('cup');
		await expect(scene.object('cup')).toHaveColor('#ff8800');
		await expect(scene.object('cup')).toHavePosition([-1.5, 0, 0]);
		expect(await scene.object('cup').evaluate((mesh: { userData: { article: number } }) => mesh.userData.article)).toBe(
			7,
		);
		// What can be seen through does not cover.
		const hits = await scene.at(191, 200);
		expect(hits.slice(0, 2).map(({ path }) => path)).toEqual(['glass', 'shelf/cup']);
		const { kind, position } = await scene.camera.state();
		expect([kind, position]).toEqual(['perspective', [0, 0, 5]]);
		expect(await scene.camera.listSeen()).toEqual(expect.arrayContaining(['shelf/cup', 'front', 'right']));
	});

	test('clicks what can be seen, waits for what is covered, and names what covers', async ({ page, scene }) => {
		const back = scene.object('back');
		await expect(back).not.toBeVisible();
		await expect(back).toBeInView();
		const error = await back.click({ timeout: 100 }).catch(({ message }: Error) => message);
		expect(error).toMatch(
			/^scene\.object\('back'\)\.click: back is covered by front \(all of its \d+ pixels\) .*force: true/,
		);
		expect(scene.failure?.drawing).toContain('covered by front');
		await scene.object('front').click();
		// The click lets it move up.
		await back.click();
		await expect(scene.object('front')).toHaveMoved(0.9);
		expect((await page.evaluate(readLog)).filter((line) => line.startsWith('click'))).toEqual([
			'click front',
			'click back',
		]);
		for (const [name, reason] of [
			['hidden', 'is hidden'],
			['far', 'outside the view of the camera'],
			['shelf/cups', "the nearest names are 'cup'"],
		] as const) {
			await expect(scene.object(name).click({ timeout: 50 })).rejects.toThrow(reason);
		}
		await expect(scene.object({ type: 'Mesh' }).click({ timeout: 50 })).rejects.toThrow(
			'objects; use more of the path',
		);
	});

	test('drags, taps, hovers, turns the wheel, and clicks twice', async ({ page, scene }) => {
		const cup = scene.object('cup');
		// It follows in the plane of its middle, 5 m away, where a meter has 86 pixels.
		const meter = 200 / Math.tan((25 * Math.PI) / 180) / 5;
		await cup.dragTo({ dx: 60, dy: -40 });
		await expect(cup).toHavePosition([-1.5 + 60 / meter, 40 / meter, 0], { within: 0.005 });
		await cup.dragTo([-1.5, 0.5, 0]);
		await expect(cup).toBeNear([-1.5, 0.5, 0], 0.1);
		await scene.object('right').hover();
		await scene.object('right').wheel(0, 100);
		await scene.object('right').dblclick();
		await scene.object('right').tap();
		const log = await page.evaluate(readLog);
		expect(log).toEqual(expect.arrayContaining(['pointermove right', 'wheel right', 'dblclick right']));
		expect(log.filter((line) => line === 'click right')).toHaveLength(3);
	});

	test('drags with a finger', async ({ page, scene }) => {
		await page.evaluate(() => {
			const own = globalThis as unknown as {
				log: string[];
				document: { addEventListener(type: string, listen: (event: { pointerType: string }) => void): void };
			};
			own.document.addEventListener('pointerdown', ({ pointerType }) => own.log.push(`down ${pointerType}`));
		});
		await scene.object('cup').dragTo({ dx: 60, dy: -40 }, { touch: true });
		const meter = 200 / Math.tan((25 * Math.PI) / 180) / 5;
		await expect(scene.object('cup')).toHavePosition([-1.5 + 60 / meter, 40 / meter, 0], { within: 0.005 });
		expect((await page.evaluate(readLog)).filter((line) => line.startsWith('down'))).toEqual(['down touch']);
	});

	test('meets what moves, and instances by index', async ({ scene }) => {
		await scene.object('ball').click();
		await expect(scene.object('ball')).toHaveColor('#ff0000');
		await scene.object('crates').instance(2).click();
		const colors = (): Promise<number[]> =>
			scene
				.object('crates')
				.evaluate((mesh: { instanceColor: { array: ArrayLike<number> } }) => Array.from(mesh.instanceColor.array));
		await expect.poll(colors).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0]);
		await expect(scene.object('crates').instance(3).node()).rejects.toThrow('has 3 instances');
	});

	test('names the element that lies over the canvas, and waits until it is gone', async ({ page, scene }) => {
		await page.evaluate(() => (globalThis as unknown as { menu(isShown: boolean): void }).menu(true));
		const right = scene.object('right');
		await expect(right.click({ timeout: 100 })).rejects.toThrow(
			'right can be seen, but <div id="menu"> receives the pointer events',
		);
		await right.click({ force: true });
		const click = right.click();
		await page.evaluate(() => (globalThis as unknown as { menu(isShown: boolean): void }).menu(false));
		await click;
		expect((await page.evaluate(readLog)).filter((line) => line.startsWith('click'))).toEqual(['click right']);
	});

	test('draws the scene as text', async ({ scene }) => {
		await expect(scene.object('cup')).toBeVisible();
		await expect(scene).toMatchSceneSnapshot(
			`
			- group shelf
			  - mesh /^c.p$/ at -1.5 0 0
			- mesh back covered
			- mesh far off-screen
			- mesh crates ×3
			- mesh hidden hidden`,
			{ covered: true },
		);
		await expect(scene).not.toMatchSceneSnapshot('- mesh cup\n  - group shelf');
		const text = await scene.snapshot();
		expect(text).toMatch(/^- group shelf \[o\d+\] at 0 0 0\n {2}- mesh cup \[o\d+\] at -1\.5 0 0\n/);
		expect(text.length / text.split('\n').length).toBeLessThan(80);
		const [, reference = ''] = /cup \[(o\d+)\]/.exec(text)!;
		expect((await scene.object({ ref: reference }).node()).path).toBe('shelf/cup');
		expect(await scene.snapshot({ within: 'shelf', size: true, color: true, references: false })).toBe(
			'- group shelf at 0 0 0 size 0.8 0.8 0.8\n  - mesh cup at -1.5 0 0 size 0.8 0.8 0.8 #ff8800',
		);
	});

	test('leaves locators and pages to the matchers of Playwright', async ({ page, scene }) => {
		await expect(page.locator('#title')).toBeVisible();
		await expect(page.locator('#menu')).not.toBeVisible();
		await expect(page.locator('li')).toHaveCount(2);
		await expect(page.locator('#title')).toHaveText('Shop');
		await expect(page.locator('#menu')).toBeVisible({ visible: false });
		const error = await expect(page.locator('#menu'))
			.toBeVisible({ timeout: 50 })
			.catch(({ message }: Error) => message);
		expect(error).toContain("locator('#menu')");
		expect(error).toContain('Timeout');
		await expect.soft(page.locator('li')).toHaveCount(2);
		await expect(expect(scene.object('back')).toBeVisible({ timeout: 50 })).rejects.toThrow('back is covered by front');
	});

	test('takes a picture of one object without the others', async ({ page, scene }, info) => {
		const back = scene.object('back');
		await expect(back).toBeInView();
		// What is expected: the others hidden by hand.
		const show = (isShown: boolean): Promise<void> =>
			back.evaluate((mesh: Drawn, shown: boolean) => {
				for (const other of mesh.parent.children) {
					if (other !== (mesh as unknown)) other.visible = shown && other.name !== 'hidden';
				}
			}, isShown);
		await show(false);
		await expect(scene.object('front')).not.toBeVisible();
		const { pick } = await back.pick();
		const { x, y, width, height } = pick.box!;
		const clip = {
			x: Math.floor(x) - 2,
			y: Math.floor(y) - 2,
			width: Math.ceil(width) + 4,
			height: Math.ceil(height) + 4,
		};
		const file = info.snapshotPath('back.png');
		mkdirSync(dirname(file), { recursive: true });
		await page.screenshot({ clip, path: file });
		await show(true);
		try {
			await expect(scene.object('front')).toBeVisible();
			await expect(back).toHaveScreenshot('back.png', { maxDiffPixels: 20 });
			await expect(scene.object('front')).toBeVisible();
			await back.evaluate((mesh: Drawn) => {
				mesh.rotation.z = 0.5;
			});
			await expect(expect(back).toHaveScreenshot('back.png', { timeout: 1000 })).rejects.toThrow('back.png');
		} finally {
			rmSync(dirname(file), { recursive: true });
		}
	});
});

test('finds scenes of modules of Babylon.js, their thin instances, and what covers', async ({ page, scene }) => {
	server.page = BABYLON_PAGE;
	await page.goto(server.origin);
	const treasure = scene.object('treasure');
	await expect(scene.object('lever')).toBeVisible();
	// Its z is WebXR's −z.
	await expect(treasure).toHavePosition([1.2, 0, -2]);
	await expect(treasure.click({ timeout: 50 })).rejects.toThrow('treasure is covered by wall');
	await scene.object('lever').click();
	await treasure.click();
	await scene.object('coins').instance(2).click();
	expect(await page.evaluate(readLog)).toEqual(['lever -1', 'treasure -1', 'coins 2']);
	expect((await scene.camera.state()).position).toEqual([0, 0, 5]);
});

test('lets go of what lags behind the mouse when it has arrived', async ({ page, scene }) => {
	server.page = BABYLON_PAGE;
	await page.goto(server.origin);
	await scene.object('slider').dragTo([-1, 0.5, 0]);
	await expect(scene.object('slider')).toHavePosition([-1, 0.5, 0], { within: 0.03 });
});

test('reaches frames of the same origin, below their borders and scrolling', async ({ page, scene }) => {
	server.page = '<!doctype html>';
	await page.goto(server.origin);
	server.page = THREE_PAGE;
	await page.setContent(
		`<div style="height: 900px">far up</div><iframe src="${server.origin}/" style="border: 7px solid; margin-left: 30px" width="640" height="380"></iframe>`,
	);
	await scene.object('right').click();
	const [, frame] = page.frames();
	expect((await frame!.evaluate(readLog)).filter((line) => line.startsWith('click'))).toEqual(['click right']);
});

test('reports that a canvas of a worker cannot be read', async ({ page, scene }) => {
	server.page = `<!doctype html><canvas width="300" height="150"></canvas><script>document.querySelector('canvas').transferControlToOffscreen()</script>`;
	await page.goto(server.origin);
	await expect(scene.object('cup').click({ timeout: 50 })).rejects.toThrow(
		/no scene found.*a canvas of 300 × 150 pixels is drawn by a worker \(OffscreenCanvas\)/,
	);
});

test('reports that the page was opened too early', async ({ page }) => {
	const { Scene } = await import('@handreel/playwright/scene');
	server.page = THREE_PAGE;
	await page.goto(server.origin);
	const late = new Scene(page as never);
	await expect(late.object('cup').click()).rejects.toThrow('before page.goto');
});

test('changes nothing in the page: same pixels, same events, same globals', async ({ browser }) => {
	const { attachScene } = await import('@handreel/playwright/scene');
	server.page = THREE_PAGE.replace('Math.sin(time / 400)', '0');
	const observe = async (isProbed: boolean): Promise<unknown[]> => {
		const page = await browser.newPage({ viewport: { width: 640, height: 400 } });
		const scene = isProbed ? await attachScene(page) : null;
		await page.goto(server.origin);
		await page.waitForFunction(() => (globalThis as { log?: unknown }).log !== undefined);
		if (scene !== null) {
			await expect(scene.object('cup')).toBeVisible();
			await scene.snapshot({ covered: true });
		}
		await page.mouse.click(191, 200);
		await page.mouse.click(500, 200);
		const log = await page.evaluate(readLog);
		const names = await page.evaluate(() => Object.keys(Object.prototype).length);
		const listed = await page.evaluate(() => {
			const own: string[] = [];
			for (const name in {}) own.push(name);
			return own;
		});
		const picture = (await page.screenshot()).toString('base64');
		await page.close();
		return [log, names, listed, picture];
	};
	expect(await observe(true)).toEqual(await observe(false));
});
