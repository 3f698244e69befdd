// Pages that enter sessions in their own ways.
import { fileURLToPath } from 'node:url';
import { expect, test } from '@handreel/playwright';
import type { Page } from '@playwright/test';
import { bundlePage } from '../support/bundle-page.ts';
import { type FileServer, serveFiles } from '../support/serve-files.ts';

let server: FileServer;
test.beforeAll(async () => {
	server = await serveFiles(fileURLToPath(new URL('../../../../node_modules', import.meta.url)));
});
test.afterAll(() => server.close());

// As the public samples do it: an inline session shows the scene before the user enters.
const openSample = (buttons: string): string => `<!doctype html>${buttons}<canvas></canvas><script type="module">
const gl = document.querySelector('canvas').getContext('webgl2', { xrCompatible: true });
const run = async (mode) => {
	const session = await navigator.xr.requestSession(mode);
	session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
	const onFrame = () => session.requestAnimationFrame(onFrame);
	onFrame();
};
for (const button of document.querySelectorAll('[data-mode]')) button.onclick = () => run(button.dataset.mode);
run('inline');
</script>`;

const modesOf = (events: readonly { readonly type: string; readonly mode?: string }[]): unknown[] =>
	events.filter(({ type }) => type === 'sessionstart').map(({ mode }) => mode);

for (const text of [
	'ENTER VR',
	'Start XR session',
	' Enter the Immersive Mode',
	'▶ Launch WebXR',
	'Enter Virtual Reality',
]) {
	test(`the button "${text}" is found and pressed, although there is an inline session`, async ({ page, xr }) => {
		const others = '<button>VR not found</button><button>Start</button><button>Exit VR</button>';
		server.page = openSample(`${others}<button data-mode="immersive-vr"><div>${text}</div></button>`);
		await page.goto(server.origin);
		await xr.enter();
		expect(modesOf(xr.events)).toEqual(['inline', 'immersive-vr']);
	});
}

test('a button that starts another inline session has not entered', async ({ page, xr }) => {
	server.page = openSample('<button data-mode="inline">Enter VR</button>');
	await page.goto(server.origin);
	await expect(xr.enter({ timeout: 300 })).rejects.toThrow(
		/^enter: the page has only an inline session within 300 ms$/,
	);
	server.page = openSample('');
	await page.goto(server.origin);
	await expect(xr.enter({ timeout: 300 })).rejects.toThrow(
		'enter: the page has only an inline session within 300 ms; no known enter button found; pass `by`',
	);
});

// The store of an application knows its renderer only when React has connected the canvas.
const REACT_APP = `
import { Canvas, useThree } from '@react-three/fiber';
import { createElement as h, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
let renderer = null;
function Connection() {
	const gl = useThree((state) => state.gl);
	useEffect(() => {
		renderer = gl;
	}, [gl]);
	return h('mesh', { name: 'block', position: [0, 1, -1] }, h('boxGeometry'));
}
async function enter() {
	if (renderer === null) throw new Error('not connected to three.js');
	renderer.xr.enabled = true;
	await renderer.xr.setSession(await navigator.xr.requestSession('immersive-vr', { optionalFeatures: ['local-floor'] }));
}
createRoot(document.querySelector('main')).render([
	h('button', { key: 'button', id: 'go', onClick: enter }, 'Enter VR'),
	h(Canvas, { key: 'canvas' }, h(Connection)),
]);`;

async function openReact(page: Page): Promise<void> {
	const body = await bundlePage(REACT_APP);
	await page.route('**/app.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
	server.page = '<!doctype html><main style="height: 200px"></main><script type="module" src="/app.js"></script>';
	await page.goto(server.origin);
}

for (const by of [undefined, '#go']) {
	test(`React Three Fiber has connected its canvas before the button is pressed: ${by ?? 'found by its text'}`, async ({
		page,
		xr,
	}) => {
		await openReact(page);
		await xr.enter(by === undefined ? {} : { by });
		await expect(xr.object('block')).toBeNear([0, 1, -1]);
		expect(modesOf(xr.events)).toEqual(['immersive-vr']);
	});
}

test("three.js's WebGPURenderer draws sessions with its WebGL backend", async ({ page, xr }) => {
	server.page = `<!doctype html>
<script type="importmap">{ "imports": { "three": "/three/build/three.webgpu.js", "three/webgpu": "/three/build/three.webgpu.js",
	"three/tsl": "/three/build/three.tsl.js", "three/addons/": "/three/examples/jsm/" } }</script>
<body style="margin: 0"><script type="module">
import * as THREE from 'three/webgpu';
import { VRButton } from 'three/addons/webxr/VRButton.js';
const renderer = new THREE.WebGPURenderer({ forceWebGL: true });
renderer.setSize(400, 200);
renderer.xr.enabled = true;
document.body.append(renderer.domElement, VRButton.createButton(renderer));
const scene = new THREE.Scene();
scene.background = new THREE.Color(0x0000ff);
const block = new THREE.Mesh(new THREE.BoxGeometry(), new THREE.MeshBasicMaterial({ color: 0xff0000 }));
block.name = 'block';
block.position.set(0, 1.3, -2);
scene.add(block);
const camera = new THREE.PerspectiveCamera();
renderer.setAnimationLoop(() => renderer.render(scene, camera));
</script>`;
	await page.goto(server.origin);
	await xr.enter();
	await xr.lookAt(xr.object('block'));
	// The middle of the left view is red.
	const shot = await page.screenshot({ clip: { x: 100, y: 100, width: 2, height: 2 } });
	const color = await page.evaluate(async (base64) => {
		const image = new Image();
		image.src = `data:image/png;base64,${base64}`;
		await image.decode();
		const context = document.createElement('canvas').getContext('2d');
		context?.drawImage(image, 0, 0);
		return Array.from(context?.getImageData(0, 0, 1, 1).data ?? []);
	}, shot.toString('base64'));
	expect(color).toEqual([255, 0, 0, 255]);
});
