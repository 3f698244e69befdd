// tsx --conditions=@handreel/source bench/make-corpus.ts FOLDER [COUNT]: makes a folder of recordings for trying the commands
// for many files. Real motion is trimmed, stretched, mirrored and moved, so that no two files are the same. The same count
// makes the same bytes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Recording, readRecording, writeRecording } from '@handreel/core';
import { mirrorRecording, moveRecording, stretchRecording, trimRecording } from '@handreel/core/edit';

const RECORDED = new URL('../fixtures/recorded/', import.meta.url);
const NAMES = ['mrtk-2.8.3-full-5s', 'mrtk-2.8.3-hands-only', 'mrtk-2.8.3-lost', 'mrtk-2.6.0-full-5s'];
const FILES_PER_FOLDER = 250;
const MAX_SHARE = 0.5;

/** Makes `count` recordings of about 100 kB in a folder and its subfolders. */
export function makeCorpus(folder: string, count: number): void {
	const originals = NAMES.map((name) => readRecording(readFileSync(new URL(`${name}.bin`, RECORDED))));
	for (let i = 0; i < count; i++) {
		const path = join(folder, `day-${1 + Math.floor(i / FILES_PER_FOLDER)}`, `take-${i}.bin`);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, writeRecording(varyRecording(originals[i % originals.length]!, i)));
	}
}

function varyRecording(recording: Recording, seed: number): Recording {
	const random = createRandom(seed);
	const length = recording.duration * (0.25 + MAX_SHARE * random());
	const start = random() * (recording.duration - length);
	const part = trimRecording(recording, { start, end: start + length });
	const stretched = stretchRecording(part, 0.8 + 0.4 * random());
	const moved = moveRecording(stretched, [random() - 0.5, 0, random() - 0.5, 0, 0, 0, 1]);
	return random() < 0.5 ? moved : mirrorRecording(moved);
}

// Mulberry32: small and good enough to vary motion.
function createRandom(seed: number): () => number {
	let state = Math.imul(seed + 1, 0x9e37_79b9);
	return () => {
		state = (state + 0x6d2b_79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [folder, count = '20000'] = process.argv.slice(2);
	if (folder === undefined) throw new TypeError('usage: make-corpus.ts FOLDER [COUNT]');
	makeCorpus(folder, Number(count));
}
