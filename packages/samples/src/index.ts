/**
 * Short recordings of hands and controllers, performed by scripts: to try things out, and for tests.
 *
 * @example
 * import { listSamples, loadSample } from '@handreel/samples';
 * console.log(listSamples().map(({ name }) => name));
 * const recording = await loadSample('drawer');
 *
 * @module
 */

import type { Recording } from '@handreel/core';
import { decodeReel } from '@handreel/core/reel';
import { SAMPLE_URLS, SAMPLES, type SampleInfo, type SampleName } from './samples.ts';

export type { SampleInfo, SampleName } from './samples.ts';

/** Where samples are. */
export interface SampleOptions {
	/**
	 * The URL of the folder that holds the files, with a slash at its end. Default: the folder in this package, which bundlers
	 * copy with the code.
	 */
	readonly base?: string | URL | undefined;
}

/** Returns all samples, or those with a tag such as `'controllers'`. */
export function listSamples(tag?: string): readonly SampleInfo[] {
	return tag === undefined ? SAMPLES : SAMPLES.filter(({ tags }) => tags.includes(tag));
}

/** Returns a sample. Throws `RangeError` for an unknown name. */
export function findSample(name: string): SampleInfo {
	const sample = SAMPLES.find((entry) => entry.name === name);
	if (sample !== undefined) return sample;
	throw new RangeError(
		`there is no sample '${name}'; expected one of ${SAMPLES.map((entry) => entry.name).join(', ')}`,
	);
}

/**
 * Returns the URL of the file of a sample: a `file:` URL in Node, Deno and Bun, the URL of an asset in a bundled page. Throws
 * `RangeError` for an unknown name.
 */
export function getSampleUrl(name: string, { base }: SampleOptions = {}): URL {
	const sample = findSample(name);
	return base === undefined ? SAMPLE_URLS[sample.name]() : new URL(sample.file, base);
}

/**
 * Loads a sample. Rejects with `RangeError` for an unknown name, with the error of the file system, or with an `Error` that
 * names URL and status.
 */
export async function loadSample(name: SampleName, options: SampleOptions = {}): Promise<Recording> {
	return decodeReel(await loadFile(getSampleUrl(name, options)));
}

async function loadFile(url: URL): Promise<Uint8Array> {
	if (url.protocol === 'file:') return readFile(url);
	const response = await fetch(url);
	if (!response.ok) throw new Error(`${url}: the sample could not be loaded (${response.status})`);
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
