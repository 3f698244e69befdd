// npm run tool -- write-reel-vectors: writes fixtures/reels/vectors.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { iterateCurves } from '@handreel/core';
import { decodeReel } from '@handreel/core/reel';
import { root } from '../workspace.mjs';
import { describeReel } from './describe.mjs';
import { traceReel } from './trace.ts';
import { createVectors, type Vector } from './vectors.ts';

/** The files of a folder of vectors, by name. */
export function listVectorFiles(): Map<string, Uint8Array | string> {
	const files = new Map<string, Uint8Array | string>();
	for (const vector of createVectors()) {
		files.set(`${vector.name}.reel`, vector.bytes);
		files.set(`${vector.name}.json`, describeVector(vector));
		if (vector.name === 'small-coded') files.set(`${vector.name}.trace.txt`, traceReel(vector.bytes));
	}
	return files;
}

function describeVector({ about, bytes, error }: Vector): string {
	const recording = error === undefined ? decodeReel(bytes) : null;
	const expected = recording === null ? { error } : describeReel(recording, iterateCurves(recording));
	return `${JSON.stringify({ about, ...expected }, null, 1)}\n`;
}

if (process.argv[1] === import.meta.filename) {
	const folder = join(root, 'fixtures/reels/vectors');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const [name, content] of listVectorFiles()) writeFileSync(join(folder, name), content);
}
