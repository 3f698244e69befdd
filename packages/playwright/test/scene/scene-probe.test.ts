// The probe with the real libraries, without drawing.
import { createRequire } from 'node:module';
import { describe, expect, it, vi } from 'vitest';
import { installSceneProbe } from '../../src/probe/install-scene-probe.ts';
import type { SceneProbe } from '../../src/probe/types.ts';

const require = createRequire(import.meta.url);
// Their types would bring other types of WebXR into all tests.
const library: string = 'three';
const THREE = await import(library);
const BABYLON = require('babylonjs');

const scope = globalThis as unknown as {
	handreelScene: SceneProbe;
	handreel?: unknown;
	__THREE_DEVTOOLS__?: unknown;
	BABYLON?: unknown;
};
const near = (point: readonly number[]): unknown[] => point.map((value) => expect.closeTo(value, 5));

/** Runs code with a probe, and removes its globals. */
function withProbe(run: (probe: SceneProbe) => void): void {
	installSceneProbe();
	try {
		run(scope.handreelScene);
	} finally {
		for (const name of ['_isScene', 'defaultLayerWorld']) Reflect.deleteProperty(Object.prototype, name);
		for (const name of ['handreelScene', 'handreel', '__THREE_DEVTOOLS__', 'BABYLON'])
			Reflect.deleteProperty(scope, name);
	}
}

describe('the probe', () => {
	it('finds scenes of three.js by the events for its developer tools', () => {
		withProbe((probe) => {
			const scene = new THREE.Scene();
			const shelf = new THREE.Group();
			shelf.name = 'shelf';
			shelf.position.set(1, 0, 0);
			shelf.rotation.y = Math.PI / 2;
			const block = new THREE.Mesh(new THREE.BoxGeometry(0.1, 0.2, 0.4));
			block.name = 'block';
			block.position.set(0, 1, -2);
			shelf.add(block);
			scene.add(shelf);
			const { nodes, scenes } = probe.listNodes();
			expect(scenes).toEqual(['three.js']);
			expect(nodes.map(({ path, isVisible }) => [path, isVisible])).toEqual([
				['shelf', true],
				['shelf/block', true],
			]);
			expect(nodes[1]!.position).toEqual(near([-1, 1, 0]));
			const { min, max } = probe.getBounds(nodes[1]!.id)!;
			expect(min).toEqual(near([-1.2, 0.9, -0.05]));
			expect(max).toEqual(near([-0.8, 1.1, 0.05]));
			const trace = { readObjects: (): unknown => [] };
			scope.handreel = { trace };
			probe.watch(nodes[1]!.id, 'shelf/block', null);
			block.position.x = 1;
			expect(trace.readObjects()).toEqual([{ name: 'shelf/block', position: near([-1, 1, -1]) }]);
			expect(probe.listNodes().watched).toEqual({ [nodes[1]!.id]: 'shelf/block' });
			shelf.visible = false;
			const [, moved] = probe.listNodes().nodes;
			expect(moved).toMatchObject({ id: nodes[1]!.id, isVisible: false, firstPosition: nodes[1]!.position });
			expect(moved!.position).toEqual(near([-1, 1, -1]));
			expect(probe.getBounds(99)).toBeNull();
		});
	});

	it('assigns the id of an A-Frame entity to its group, not to its meshes', () => {
		withProbe((probe) => {
			const scene = new THREE.Scene();
			const group = new THREE.Group();
			const mesh = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1));
			// As A-Frame's setObject3D does.
			group.el = mesh.el = { id: 'block', object3D: group };
			group.add(mesh);
			scene.add(group);
			expect(probe.listNodes().nodes.map(({ name, path }) => [name, path])).toEqual([
				['block', 'block'],
				['', 'block/Mesh'],
			]);
		});
	});

	it.each([true, false])('finds scenes of Babylon.js, right-handed: %s', (isRightHanded) => {
		withProbe((probe) => {
			const engine = new BABYLON.NullEngine();
			const scene = new BABYLON.Scene(engine);
			scene.useRightHandedSystem = isRightHanded;
			const shelf = new BABYLON.TransformNode('shelf', scene);
			shelf.position.x = 1;
			const block = BABYLON.MeshBuilder.CreateBox('block', { width: 0.1, height: 0.2, depth: 0.4 }, scene);
			block.parent = shelf;
			block.position.set(0, 1, isRightHanded ? -2 : 2);
			// The library defines it by itself. Its modules do not.
			Reflect.deleteProperty(scope, 'BABYLON');
			const { nodes, scenes } = probe.listNodes();
			expect(scenes).toEqual(['Babylon.js']);
			scope.BABYLON = BABYLON;
			expect(probe.listNodes().scenes).toEqual(['Babylon.js']);
			const found = nodes.find(({ path }) => path === 'shelf/block')!;
			expect(found.position).toEqual(near([1, 1, -2]));
			const trace = { readObjects: (): unknown => [] };
			scope.handreel = { trace };
			probe.watch(found.id, found.path, null);
			expect(trace.readObjects()).toEqual([{ name: 'shelf/block', position: near([1, 1, -2]) }]);
			const { min, max } = probe.getBounds(found.id)!;
			expect(min).toEqual(near([0.95, 0.9, -2.2]));
			expect(max).toEqual(near([1.05, 1.1, -1.8]));
			block.setEnabled(false);
			expect(probe.listNodes().nodes.find(({ id }) => id === found.id)!.isVisible).toBe(false);
			Reflect.deleteProperty(scope, 'BABYLON');
			probe.useScene(scene);
			expect(probe.listNodes().scenes).toEqual(['Babylon.js']);
			expect(() => probe.useScene({})).toThrow('neither a scene of three.js nor of Babylon.js');
			engine.dispose();
			expect(scene.isDisposed).toBe(true);
		});
	});

	it('finds the scenes that were drawn last, and the camera', () => {
		withProbe((probe) => {
			const makeScene = (name: string): object => {
				const scene = new THREE.Scene();
				const block = new THREE.Mesh();
				block.name = name;
				return scene.add(block);
			};
			const announce = (detail: object): void => {
				(scope.__THREE_DEVTOOLS__ as EventTarget).dispatchEvent(new CustomEvent('observe', { detail }));
			};
			let now = 0;
			vi.spyOn(performance, 'now').mockImplementation(() => now);
			const drawn: unknown[] = [];
			const renderer = { xr: {}, getRenderTarget: () => null, render: (scene: object) => drawn.push(scene) };
			announce(renderer);
			const [old, next, overlay] = ['old', 'next', 'overlay'].map(makeScene);
			const names = (): string[] => probe.listNodes().nodes.map(({ name }) => name);
			expect(names()).toEqual(['old', 'next', 'overlay']);
			expect(probe.findCamera()).toBeNull();
			const render = renderer.render as (...args: unknown[]) => unknown;
			const camera = new THREE.PerspectiveCamera(90, 1, 0.1, 10);
			camera.position.x = 2;
			camera.updateMatrixWorld();
			render(old, camera);
			expect(names()).toEqual(['old']);
			now = 16;
			render(next, camera);
			render(overlay, camera);
			expect(names()).toEqual(['next', 'overlay']);
			expect(drawn).toEqual([old, next, overlay]);
			const { viewProjection, world, viewCount } = probe.findCamera()!;
			const expected = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
			expect(viewProjection).toEqual(near(expected.elements));
			expect([world, viewCount]).toEqual([null, 1]);
			vi.restoreAllMocks();
		});
	});

	it('leaves pages alone: the mark of scenes is a plain property, and the trap is neither listed nor kept', () => {
		withProbe((probe) => {
			const marked = { rootNodes: [], _isScene: undefined as unknown };
			Reflect.deleteProperty(marked, '_isScene');
			marked._isScene = true;
			expect(Object.getOwnPropertyDescriptor(marked, '_isScene')).toEqual({
				value: true,
				writable: true,
				enumerable: true,
				configurable: true,
			});
			expect(probe.listNodes().scenes).toEqual(['Babylon.js']);
			const listed: string[] = [];
			for (const name in {}) listed.push(name);
			expect(listed).toEqual([]);
			expect(() => Object.assign(Object.freeze([]), {})).not.toThrow();
		});
		withProbe(() => {
			expect('_isScene' in {}).toBe(true);
			new THREE.Scene();
			expect('_isScene' in {}).toBe(false);
		});
	});
});
