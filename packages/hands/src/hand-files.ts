import type { Side } from '@handreel/core';

/** Where hand models are. */
export interface HandMeshOptions {
	/**
	 * The URL of the folder that holds `left.glb` and `right.glb`, with a slash at its end. Default: the folder in this
	 * package, which bundlers copy with the code.
	 */
	readonly base?: string | URL | undefined;
}

/**
 * Returns the URL of a hand model: a `file:` URL in Node, Deno and Bun, the URL of an asset in a bundled page.
 *
 * @example fileURLToPath(getHandMeshUrl('left')); // '/…/@handreel/hands/hands/left.glb'
 */
export function getHandMeshUrl(side: Side, { base }: HandMeshOptions = {}): URL {
	if (side !== 'left' && side !== 'right') throw new TypeError(`side: '${side}' is neither 'left' nor 'right'`);
	if (base !== undefined) return new URL(`${side}.glb`, base);
	// Bundlers recognize only literals, relative to this file and its built form alike.
	return side === 'left'
		? new URL('../hands/left.glb', import.meta.url)
		: new URL('../hands/right.glb', import.meta.url);
}

/**
 * Loads the files of both hand models, 95 kB each, for the option `meshes` of glTF. Rejects with the error of the file system, or
 * with an `Error` that names URL and status.
 *
 * @example
 * const { bytes } = await encodeRecording(recording, 'glb', { meshes: await loadHandMeshes() });
 */
export async function loadHandMeshes(options: HandMeshOptions = {}): Promise<Readonly<Record<Side, Uint8Array>>> {
	const [left, right] = await Promise.all([
		loadFile(getHandMeshUrl('left', options)),
		loadFile(getHandMeshUrl('right', options)),
	]);
	return { left, right };
}

async function loadFile(url: URL): Promise<Uint8Array> {
	if (url.protocol === 'file:') return readFile(url);
	const response = await fetch(url);
	if (!response.ok) throw new Error(`${url}: the hand model could not be loaded (${response.status})`);
	return new Uint8Array(await response.arrayBuffer());
}

// `fetch` takes no file: URLs in Node. The name in a variable keeps bundlers for pages from looking for the module.
async function readFile(url: URL): Promise<Uint8Array> {
	const name = 'node:fs/promises';
	const files: { readFile(url: URL): Promise<Uint8Array> } = await import(
		/* @vite-ignore */ /* webpackIgnore: true */ name
	);
	return files.readFile(url);
}
