// Reels beside brotli on the same recordings: bytes, speed beside the duration of a recording, and how much seeking reads.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import {
	createCurve,
	createRecording,
	JOINT_NAMES,
	type Recording,
	readRecording,
	writeRecording,
} from '@handreel/core';
import { optimizeRecording } from '@handreel/core/edit';
import { decodeReel, encodeReel, openReel } from '@handreel/core/reel';
import type { Benchmark, Effort } from './harness.ts';
import { encodeMeshopt } from './meshopt.ts';
import { makeOptimizeData } from './optimize-data.ts';

const RECORDED = fileURLToPath(new URL('../fixtures/recorded/', import.meta.url));
/** Smaller files say little about compression. */
const LARGE = 100_000;
const TARGETS = { simple: 0.6, full: 0.56 } as const;
const MILLIMETER_TOLERANCES = {};

/** Everything about reels. `files`: paths of other recordings. */
export function listReelBenchmarks(files: readonly string[]): Benchmark[] {
	const [simple, full] = (['simple', 'full'] as const).map((keys) => compareSizes(keys));
	return [
		simple!,
		full!,
		plain(
			'reel, kB of the optimizer set within 1 mm and 0.2°',
			185,
			'lower',
			() => encodeBounded(makeOptimizeData()) / 1000,
		),
		plain('reel, bytes per second of the optimizer set', null, 'lower', () => {
			const data = makeOptimizeData();
			return encodeBounded(data) / data.duration;
		}),
		plain('reel, optimizer set within tolerances / brotli of its best .bin', null, 'lower', () => {
			const data = makeOptimizeData();
			const best = writeRecording(optimizeRecording(data, { keys: 'full', round: true }));
			return encodeBounded(data) / compress(best);
		}),
		plain('reel, optimizer set within tolerances / brotli of meshopt streams', null, 'lower', async () => {
			const data = makeOptimizeData();
			return encodeBounded(data) / compress(await encodeMeshopt(data));
		}),
		plain(
			'reel, kB of ten minutes in which nothing moves',
			null,
			'lower',
			() => encodeReel(makeStillData()).length / 1000,
		),
		...listSpeeds('of the optimizer set', () => makeOptimizeData(20)),
		{
			...plain('reel, bytes read to seek to the middle of ten minutes / all', 0.05, 'lower', measureSeek),
			isLarge: true,
		},
		...files.flatMap((file) => {
			const load = (): Recording => readRecording(readFileSync(file));
			const name = basename(file);
			return [
				plain(`reel, ${name} / brotli`, 1, 'lower', () => encodeReel(load()).length / compress(readFileSync(file))),
				plain(
					`reel, ${name} within 1 mm and 0.2° / brotli`,
					null,
					'lower',
					() => encodeBounded(load()) / compress(readFileSync(file)),
				),
				plain(
					`reel, bytes per second of ${name} within tolerances`,
					null,
					'lower',
					() => encodeBounded(load()) / load().duration,
				),
				...listSpeeds(`of ${name}`, load),
			];
		}),
	];
}

function compareSizes(keys: 'simple' | 'full'): Benchmark {
	return plain(`reel, recorded files with ${keys} keys / brotli`, TARGETS[keys], 'lower', () => {
		let reels = 0;
		let others = 0;
		for (const name of readdirSync(RECORDED).filter((entry) => entry.endsWith('.bin'))) {
			const bytes = readFileSync(`${RECORDED}${name}`);
			if (bytes.length < LARGE) continue;
			const recording = readRecording(bytes);
			if (recording.layout?.keys !== keys) continue;
			reels += encodeReel(recording).length;
			others += compress(bytes);
		}
		return reels / others;
	});
}

function listSpeeds(what: string, load: () => Recording): Benchmark[] {
	const measure =
		(work: (recording: Recording) => () => unknown) =>
		(effort: Effort): number => {
			const recording = load();
			const run = work(recording);
			run();
			// Time of the processor, since other programs share the machine.
			let best = Number.POSITIVE_INFINITY;
			for (let round = 0; round < (effort === 'full' ? 3 : 1); round++) {
				const start = process.cpuUsage();
				run();
				const { user, system } = process.cpuUsage(start);
				best = Math.min(best, (user + system) / 1e6);
			}
			return recording.duration / best;
		};
	const options = { tolerances: MILLIMETER_TOLERANCES };
	return [
		plain(
			`reel, encoding ${what} / real time`,
			20,
			'higher',
			measure((recording) => () => encodeReel(recording)),
		),
		plain(
			`reel, decoding ${what} / real time`,
			100,
			'higher',
			measure((recording) => {
				const bytes = encodeReel(recording);
				return () => decodeReel(bytes);
			}),
		),
		plain(
			`reel, encoding within tolerances ${what} / real time`,
			4,
			'higher',
			measure((recording) => () => encodeReel(recording, options)),
		),
		plain(
			`reel, decoding within tolerances ${what} / real time`,
			100,
			'higher',
			measure((recording) => {
				const bytes = encodeReel(recording, options);
				return () => decodeReel(bytes);
			}),
		),
	];
}

// Blocks with more keys than their bytes allow are padded.
function makeStillData(): Recording {
	const still = createCurve(Array.from({ length: 36_000 }, (_, i) => [i / 60, 1]).flat());
	const pose = { position: { x: still, y: still, z: still }, rotation: { x: still, y: still, z: still, w: still } };
	const joints = Object.fromEntries(JOINT_NAMES.map((name) => [name, pose]));
	return createRecording({ head: pose, hands: { left: { joints }, right: { joints } } });
}

async function measureSeek(): Promise<number> {
	const bytes = encodeReel(makeOptimizeData(600), { tolerances: MILLIMETER_TOLERANCES });
	let total = 0;
	const reel = await openReel({
		byteLength: bytes.length,
		read(offset, length) {
			total += length;
			return bytes.subarray(offset, offset + length);
		},
	});
	await reel.read({ start: 300, end: 300 });
	return total / bytes.length;
}

function encodeBounded(recording: Recording): number {
	return encodeReel(recording, { tolerances: MILLIMETER_TOLERANCES }).length;
}

function compress(bytes: Uint8Array): number {
	return brotliCompressSync(bytes, {
		params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
	}).length;
}

function plain(
	name: string,
	target: number | null,
	better: Benchmark['better'],
	run: (effort: Effort) => number | Promise<number>,
): Benchmark {
	return { name, target, better, isLarge: false, run };
}
