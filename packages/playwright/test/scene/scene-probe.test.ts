// The probe with the real libraries, without drawing.
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { installSceneProbe, type SceneProbe } from '../../src/scene/scene-probe.ts';

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
			probe.watch(nodes[1]!.id, 'shelf/block');
			block.position.x = 1;
			expect(trace.readObjects()).toEqual([{ name: 'shelf/block', position: near([-1, 1, -1]) }]);
			expect(probe.listNodes().watched).toEqual([nodes[1]!.id]);
			shelf.visible = false;
			const [, moved] = probe.listNodes().nodes;
			expect(moved).toMatchObject({ id: nodes[1]!.id, isVisible: false, firstPosition: nodes[1]!.position });
			expect(moved!.position).toEqual(near([-1, 1, -1]));
			expect(probe.getBounds(99)).toBeNull();
		});
	});

	it.each([true, false])('finds scenes of a global BABYLON, right-handed: %s', (isRightHanded) => {
		withProbe((probe) => {
			const engine = new BABYLON.NullEngine();
			const scene = new BABYLON.Scene(engine);
			scene.useRightHandedSystem = isRightHanded;
			const shelf = new BABYLON.TransformNode('shelf', scene);
			shelf.position.x = 1;
			const block = BABYLON.MeshBuilder.CreateBox('block', { width: 0.1, height: 0.2, depth: 0.4 }, scene);
			block.parent = shelf;
			block.position.set(0, 1, isRightHanded ? -2 : 2);
			// The library defines it by itself.
			Reflect.deleteProperty(scope, 'BABYLON');
			expect(probe.listNodes()).toEqual({ nodes: [], scenes: [], watched: [] });
			scope.BABYLON = BABYLON;
			const { nodes, scenes } = probe.listNodes();
			expect(scenes).toEqual(['Babylon.js']);
			const found = nodes.find(({ path }) => path === 'shelf/block')!;
			expect(found.position).toEqual(near([1, 1, -2]));
			const trace = { readObjects: (): unknown => [] };
			scope.handreel = { trace };
			probe.watch(found.id, found.path);
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
		});
	});
});
