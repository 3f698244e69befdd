import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SIDES } from '@handreel/core';
import { getHandMeshUrl, loadHandMeshes } from '@handreel/hands';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/workspace.mjs';

const folder = join(root, 'packages/hands/hands');
const server = createServer((request, response) => {
	if (request.url?.startsWith('/hands/')) response.end(readFileSync(join(folder, request.url.slice(7))));
	else response.writeHead(404).end();
});
let address = '';

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe('hand meshes', () => {
	it('are found in the package', () => {
		for (const side of SIDES) expect(fileURLToPath(getHandMeshUrl(side))).toBe(join(folder, `${side}.glb`));
		expect(() => getHandMeshUrl('middle' as 'left')).toThrow(TypeError);
	});

	it('are loaded from the package, from a folder and over HTTP', async () => {
		for (const options of [{}, { base: pathToFileURL(`${folder}/`) }, { base: `${address}/hands/` }]) {
			const meshes = await loadHandMeshes(options);
			for (const side of SIDES) {
				expect(Buffer.compare(meshes[side], readFileSync(join(folder, `${side}.glb`)))).toBe(0);
			}
		}
	});

	it('say what is missing', async () => {
		await expect(loadHandMeshes({ base: `${address}/nowhere/` })).rejects.toThrow(
			/nowhere\/(left|right)\.glb: the hand model could not be loaded \(404\)/,
		);
		await expect(loadHandMeshes({ base: pathToFileURL(`${folder}/nowhere/`) })).rejects.toThrow(/ENOENT/);
	});
});
