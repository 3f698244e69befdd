// Runs in any runtime: every healthy fixture is read, sampled and written back byte for byte, most are converted, and every broken
// fixture is diagnosed.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { decodeCsv, encodeCsv } from '../../packages/convert/dist/csv/index.js';
import { decodeGlb, encodeGlb } from '../../packages/convert/dist/gltf/index.js';
import { decodeJson, encodeJson } from '../../packages/convert/dist/json/index.js';
import { decodeMcap, encodeMcap } from '../../packages/convert/dist/mcap/index.js';
import { decodeParquet, encodeParquet } from '../../packages/convert/dist/parquet/index.js';
import { diagnoseBytes, repairBytes } from '../../packages/core/dist/diagnose.js';
import {
	bakeFrames,
	createFrameSample,
	createSampler,
	iterateCurves,
	loadRecording,
	readRecording,
	sampleFrame,
	writeRecording,
} from '../../packages/core/dist/index.js';
import { createFileBuffer } from '../../packages/core/dist/internal.js';
import { Player } from '../../packages/core/dist/play.js';
import { Recorder, recoverJournal } from '../../packages/core/dist/record.js';
import { decodeReel, encodeReel } from '../../packages/core/dist/reel.js';
import { createSimdSampler } from '../../packages/core/dist/simd.js';
import { describeReel, listDifferences } from '../reel-vectors/describe.mjs';

const fixtures = new URL('../../fixtures/', import.meta.url);
/**
 * Above this size, in bytes, a file is sampled in one of the ways in which it is read, and most are not converted: runtimes do not
 * differ by the number of keys. Smaller files have all six layouts, markers, tangents, lost hands and absent joints.
 */
const LARGE = 100_000;
/** A long recording of both hands, head and gaze. */
const LONGEST = 'mrtk-2.8.3-full-5s.bin';
/** Converted although they are large. The second has rotations without W. */
const CONVERTED = [LONGEST, 'mrtk-2.6.0-full-5s.bin'];
let files = 0;
for (const folder of ['recorded', 'generated']) {
	for (const name of list(folder)) {
		const bytes = readFileSync(new URL(`${folder}/${name}`, fixtures));
		if (bytes.length === 0) continue;
		const placed = createFileBuffer(bytes.length, bytes);
		placed.set(bytes);
		const recordings = [
			readRecording(bytes),
			readRecording(placed, { keep: true }),
			structuredClone(readRecording(bytes)),
			await loadRecording(new Blob([bytes])),
		];
		for (const recording of recordings) assertSame(writeRecording(recording), bytes, name);
		const isLarge = bytes.length > LARGE;
		for (const recording of isLarge ? recordings.slice(0, 1) : recordings) checkSampling(recording, name);
		if (!isLarge || CONVERTED.includes(name)) checkConverting(recordings[0], bytes, name);
		files++;
	}
}
checkRecording(LONGEST);
checkReel('mrtk-2.8.3-n100.reel', '69e4d3d225ea7873a566a511d3b948165cd3fdb3597f9caf7ab9f937a33cae44');
checkVectors();
for (const name of list('broken')) {
	const code = name.replace(/(--.*)?\.bin$/, '');
	const bytes = readFileSync(new URL(`broken/${name}`, fixtures));
	const codes = [...new Set(diagnoseBytes(bytes).issues.map((issue) => issue.code))];
	if (!codes.includes(code)) throw new Error(`${name}: ${codes.join() || 'no issue'} instead of ${code}`);
	const { remaining } = repairBytes(bytes);
	if (remaining.some((issue) => typeof issue.reason !== 'string'))
		throw new Error(`${name}: no reason for what remains`);
	files++;
}
const { versions } = process;
const [name, version] = versions.bun
	? ['Bun', versions.bun]
	: versions.deno
		? ['Deno', versions.deno]
		: ['Node', versions.node];
console.log(`${name} ${version}: ${files} files read, sampled, converted and written as they should be`);

function checkConverting(recording, bytes, name) {
	const { bytes: json, issues } = encodeJson(recording);
	if (issues.length === 0) assertSame(writeRecording(decodeJson(json).recording), bytes, name);
	const { bytes: csv } = encodeCsv(recording, { raw: true });
	const again = encodeCsv(decodeCsv(csv).recording, { raw: true }).bytes;
	// Cells cannot hold every name.
	if (recording.markers.length === 0) assertSame(again, csv, `table of ${name}`);
	const { markers } = decodeGlb(encodeGlb(recording).bytes).recording;
	if (markers.length !== recording.markers.length) throw new Error(`${name}: ${markers.length} markers came back`);
	assertSame(writeRecording(decodeMcap(encodeMcap(recording).bytes).recording), bytes, name);
	const [table] = decodeParquet(encodeParquet([{ name, recording }]).bytes).recordings;
	if (table.recording.markers.length !== markers.length) throw new Error(`${name}: other markers came back`);
	assertSame(writeRecording(decodeReel(encodeReel(recording))), bytes, `reel of ${name}`);
}

// The values of a reel with tolerances are computed, and must not depend on the engine.
function checkReel(name, expected) {
	const recording = decodeReel(readFileSync(new URL(`reels/${name}`, fixtures)));
	const hash = createHash('sha256').update(writeRecording(recording)).digest('hex');
	if (hash !== expected) throw new Error(`${name}: other values came back: ${hash}`);
}

// The test vectors of the format, bit for bit.
function checkVectors() {
	const folder = new URL('reels/vectors/', fixtures);
	for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.reel'))) {
		const expected = JSON.parse(readFileSync(new URL(name.replace(/reel$/, 'json'), folder), 'utf8'));
		let actual;
		try {
			const recording = decodeReel(readFileSync(new URL(name, folder)));
			actual = describeReel(recording, iterateCurves(recording));
		} catch (error) {
			actual = { error: error.issue.code };
		}
		const [difference] = listDifferences(expected, actual);
		if (difference !== undefined) throw new Error(`${name}: ${difference}`);
		files++;
	}
}

function list(folder) {
	return readdirSync(new URL(`${folder}/`, fixtures)).filter((entry) => entry.endsWith('.bin'));
}

function assertSame(actual, expected, name) {
	if (Buffer.compare(actual, expected) === 0) return;
	if (actual.length !== expected.length)
		throw new Error(`${name}: ${actual.length} bytes instead of ${expected.length}`);
	const at = actual.findIndex((byte, i) => byte !== expected[i]);
	throw new Error(`${name}: byte ${at} differs`);
}

// The compiled samplers, the functions for one moment and the baked table agree.
function checkSampling(recording, name) {
	const { duration } = recording;
	if (!Number.isFinite(duration)) return;
	const times = [duration, 0, duration / 3, duration / 2, -1];
	const sampler = createSampler(recording, { raw: true });
	const simd = createSimdSampler(recording, { raw: true });
	if (!simd.isSimd) throw new Error('WebAssembly with SIMD does not run');
	const table = bakeFrames(recording, { times, raw: true });
	times.forEach((time, i) => {
		const compiled = sampler.sampleFrame(time, createFrameSample());
		simd.sampleFrame(time, simd.frame);
		const once = sampleFrame(recording, time, createFrameSample(), { raw: true });
		for (const side of ['left', 'right']) {
			const { joints, tracked } = compiled.hands[side];
			if (tracked !== once.hands[side].tracked) throw new Error(`${name}: ${side} hand tracked at ${time}`);
			const row = table.hands?.[side].joints.subarray(i * joints.length, (i + 1) * joints.length) ?? joints;
			joints.forEach((value, j) => {
				assertNear(value, once.hands[side].joints[j], `${name}: ${side} joints[${j}] at ${time}`);
				assertNear(value, row[j], `${name}: baked ${side} joints[${j}] at ${time}`);
				if (!Object.is(value, simd.frame.hands[side].joints[j]))
					throw new Error(`${name}: ${side} joints[${j}] at ${time} with SIMD`);
			});
		}
	});
}

// A recording is played, recorded and journaled; the journal, cut, restores the same up to there.
function checkRecording(name) {
	const player = new Player(readRecording(readFileSync(new URL(`recorded/${name}`, fixtures))), {
		wrap: 'clamp-forever',
	});
	const parts = [];
	const recorder = new Recorder({ journal: { write: (bytes) => parts.push(bytes.slice()) } });
	recorder.start();
	player.play();
	for (let i = 0; i < 200; i++) recorder.capture(player.advance(1 / 64));
	recorder.stop();
	const journal = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	parts.reduce((end, part) => {
		journal.set(part, end);
		return end + part.length;
	}, 0);
	const { recording, isComplete } = recoverJournal(journal);
	assertSame(
		writeRecording(recording),
		writeRecording(recorder.toRecording({ keepAllKeys: true })),
		`journal of ${name}`,
	);
	const cut = recoverJournal(journal.subarray(0, journal.length - 100));
	if (!isComplete || cut.frameCount !== 199 || cut.isComplete) throw new Error(`journal of ${name}: ${cut.frameCount}`);
}

function assertNear(actual, expected, what) {
	if (Object.is(actual, expected)) return;
	const scale = Math.max(1, Math.abs(expected));
	if (!(Math.abs(actual - expected) <= 1e-6 * scale)) throw new Error(`${what}: ${actual} instead of ${expected}`);
}
