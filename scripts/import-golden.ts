// npm run tool -- import-golden DIR: takes golden recordings into fixtures/recorded, with their sidecars made small.
// Keys become hashes (files below 10 kB keep them readable), and only some keep the frames that were put in.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readRecording } from '@handreel/core';
import { checkGolden, curveAt, expectedPath, keyBytes, readSidecar, type Sidecar } from './golden.ts';
import { root } from './workspace.mjs';

/** Which recordings are taken, and whether with the frames that MRTK's recorder was given. */
const TAKEN: Readonly<Record<string, 'frames' | 'no frames'>> = {
	'doc-1.0-nomarkers': 'no frames',
	'doc-1.1-28byte': 'no frames',
	'doc-1.1-28byte-camera': 'no frames',
	'doc-1.1-8byte': 'no frames',
	'mrtk-2.5.4-1frame': 'frames',
	'mrtk-2.5.4-empty': 'no frames',
	'mrtk-2.5.4-lost': 'no frames',
	'mrtk-2.5.4-markers': 'no frames',
	'mrtk-2.5.4-none-joint': 'frames',
	'mrtk-2.5.4-tangents': 'no frames',
	'mrtk-2.6.0-full-5s': 'no frames',
	'mrtk-2.8.3-0bytes': 'no frames',
	'mrtk-2.8.3-brief-hand': 'no frames',
	'mrtk-2.8.3-camera-only': 'no frames',
	'mrtk-2.8.3-full-5s': 'frames',
	'mrtk-2.8.3-gaze-only': 'no frames',
	'mrtk-2.8.3-hands-only': 'no frames',
	'mrtk-2.8.3-lost': 'frames',
	'mrtk-2.8.3-markers': 'no frames',
	'mrtk-2.8.3-n001': 'frames',
	'mrtk-2.8.3-n020': 'frames',
	'mrtk-2.8.3-n020-part0': 'frames',
	'mrtk-2.8.3-n033': 'frames',
	'mrtk-2.8.3-n100': 'frames',
	'mrtk-2.8.3-none-joint': 'frames',
	'mrtk-2.8.3-nothing': 'no frames',
	'mrtk-2.8.3-pruned': 'frames',
};

const given = process.argv[2];
if (given === undefined) {
	console.error('usage: npm run tool -- import-golden DIR   (a folder of golden recordings with sidecars)');
	process.exit(2);
}
const from = resolve(process.env['INIT_CWD'] ?? '.', given);
const to = join(root, 'fixtures', 'recorded');
mkdirSync(to, { recursive: true });
for (const [name, frames] of Object.entries(TAKEN)) {
	const bytes = readFileSync(join(from, `${name}.bin`));
	const original = readSidecar(from, `${name}.bin`);
	const problems = checkGolden(bytes, original);
	if (problems.length > 0) throw new Error(`${name}.bin does not match its sidecar: ${problems[0]}`);
	const sidecar = slim(bytes, original, frames === 'frames');
	writeFileSync(join(to, `${name}.bin`), bytes);
	const text = `${JSON.stringify(sidecar)}\n`;
	if (text.length < 20_000) writeFileSync(join(to, `${name}.json`), text);
	else writeFileSync(join(to, `${name}.json.gz`), gzipSync(text, { level: 9 }));
}

function slim(bytes: Uint8Array, sidecar: Sidecar, withFrames: boolean): object {
	const { input, ...rest } = sidecar as Sidecar & { readonly input: unknown };
	if (sidecar.expect.curves.length === 0 || bytes.length < 10_000) return withFrames ? sidecar : rest;
	const recording = readRecording(bytes);
	const curves = sidecar.expect.curves.map(({ keys: _, ...curve }) => {
		const own = keyBytes(curveAt(recording, expectedPath(curve.name)));
		if (own.length === 0) return { ...curve, keys: [] };
		const hash = createHash('sha256').update(own).digest('hex');
		return { ...curve, keys_sha256: hash };
	});
	return { ...rest, expect: { ...sidecar.expect, curves }, ...(withFrames ? { input } : {}) };
}
