import type { Scene, SceneNode } from '@handreel/playwright/scene';
import { expect, it } from 'vitest';
import { watchChanges } from '../../src/act/changes.ts';

const at = (id: number, name: string, z: number, parent?: number): SceneNode => ({
	...{ id, name, path: name, type: 'Mesh', isVisible: true, parent },
	...{ position: [0, 0, z] as const, firstPosition: [0, 0, 0] as const },
});

async function listChanges(before: readonly SceneNode[], after: readonly SceneNode[]): Promise<string[]> {
	const states = [before, after];
	const list = async (): Promise<object> => ({ nodes: states.shift() });
	const watched = await watchChanges({ list } as unknown as Scene);
	return (await watched()).map(({ path, text }) => `${path} ${text}`);
}

it('an object that a hand without a name takes along has moved, an object on a shelf that moves has not', async () => {
	const moved = ['block moved 0.300 m to [0, 0, 0.3]'];
	// three.js: `joint.attach(block)`.
	const taken = [at(1, '', 0.3), at(2, 'block', 0.3, 1)];
	expect(await listChanges([at(1, '', 0), at(2, 'block', 0)], taken)).toEqual(moved);
	expect(await listChanges([at(1, '', 0), at(2, 'block', 0, 1)], taken)).toEqual(moved);
	const shelf = [at(1, 'shelf', 0), at(2, 'block', 0, 1)];
	expect(await listChanges(shelf, [at(1, 'shelf', 0.3), at(2, 'block', 0.3, 1)])).toEqual([
		'shelf moved 0.300 m to [0, 0, 0.3]',
	]);
});
