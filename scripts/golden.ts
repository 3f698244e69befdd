// Compares a recording with its sidecar, and a folder of recordings with theirs. Sidecars say what a file must hold:
// every key, or a hash of the key bytes. fixtures/README.md describes them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
	type Curve,
	isRecordingError,
	readOutline,
	readRecording,
	summarizeRecording,
	writeRecording,
} from '@handreel/core';
import { getCurveWords } from '@handreel/core/internal';

/** What a sidecar states about one curve. */
export interface ExpectedCurve {
	readonly name: string;
	readonly kind: 'bool' | 'float8' | 'float28';
	readonly pre: number;
	readonly post: number;
	readonly n: number;
	readonly keys?: ReadonlyArray<ReadonlyArray<number | string>>;
	readonly keys_sha256?: string;
}

/** A sidecar, as far as it is looked at. */
export interface Sidecar {
	readonly layout: string;
	readonly sha256: string;
	readonly expect: {
		readonly flags: Readonly<Record<'camera' | 'hands' | 'gaze', boolean>> | null;
		readonly curves: readonly ExpectedCurve[];
		readonly markers: ReadonlyArray<{ readonly time: number; readonly name: string }>;
		readonly duration: number;
	};
}

/** The recordings of a folder that have a sidecar, by file name. */
export function listGolden(folder: string): string[] {
	const names = readdirSync(folder);
	return names.filter((name) => name.endsWith('.bin') && sidecarName(names, name) !== undefined).sort();
}

/** `npm run check` leaves out larger files. The others have every layout, too. */
const MAX_SIZE = process.env['HANDREEL_QUICK'] ? 60_000 : Number.POSITIVE_INFINITY;

/** The same, for tests of what does not depend on the length of a recording. */
export function listQuickGolden(folder: string): string[] {
	return listGolden(folder).filter((name) => statSync(join(folder, name)).size <= MAX_SIZE);
}

/** Reads `x.json` or `x.json.gz` beside `x.bin`. Negative zero is kept. */
export function readSidecar(folder: string, name: string): Sidecar {
	const sidecar = sidecarName(readdirSync(folder), name);
	if (sidecar === undefined) throw new Error(`${name} has no sidecar`);
	const raw = readFileSync(join(folder, sidecar));
	return JSON.parse((sidecar.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8')) as Sidecar;
}

/** Everything in which a file and its sidecar disagree; empty when all is well. */
export function checkGolden(bytes: Uint8Array, sidecar: Sidecar): string[] {
	const problems: string[] = [];
	const expect = (what: string, actual: unknown, expected: unknown): void => {
		if (!Object.is(actual, expected)) problems.push(`${what}: ${String(actual)} instead of ${String(expected)}`);
	};
	expect('sha256 of the file', sha256(bytes), sidecar.sha256);
	if (sidecar.layout === 'empty') {
		try {
			readRecording(bytes);
			problems.push('an empty file was read');
		} catch (error) {
			if (!isRecordingError(error, 'empty-file')) problems.push(`not reported as empty: ${String(error)}`);
		}
		return problems;
	}
	const recording = readRecording(bytes, { onIssue: (issue) => problems.push(issue.message) });
	const outline = readOutline(bytes);
	expect('layout', summarizeRecording(recording).layout, LAYOUT_NAMES[sidecar.layout]);
	const { flags, curves, markers, duration } = sidecar.expect;
	for (const section of ['head', 'hands', 'gaze'] as const) {
		// Sidecars use MRTK's word for the head.
		const flag = section === 'head' ? 'camera' : section;
		const isExpected = flags === null || flags === undefined ? section !== 'gaze' : flags[flag];
		expect(`section ${section}`, recording[section] !== null, isExpected);
	}
	// Duration never lies below 0, while a file may hold negative times only.
	expect('duration', recording.duration, Math.max(0, Math.fround(duration)));
	expect('number of curves', outline.curves.length, curves.length);
	curves.forEach((curve, i) => {
		const path = outline.curves[i]?.path ?? '';
		expect(`path of curve ${i}`, path, expectedPath(curve.name));
		checkCurve(curveAt(recording, path), curve, (what, actual, expected) =>
			expect(`${path}: ${what}`, actual, expected),
		);
	});
	expect('number of markers', recording.markers.length, markers.length);
	markers.forEach((marker, i) => {
		expect(`time of marker ${i}`, recording.markers[i]?.time, Math.fround(marker.time));
		expect(`name of marker ${i}`, recording.markers[i]?.name, marker.name);
	});
	expect('written again byte for byte', Buffer.compare(bytes, writeRecording(recording)), 0);
	expect('borrowed and written again', Buffer.compare(bytes, writeRecording(readRecording(bytes, { keep: true }))), 0);
	return problems;
}

function checkCurve(
	curve: Curve,
	expected: ExpectedCurve,
	expect: (what: string, a: unknown, b: unknown) => void,
): void {
	expect('kind', curve.kind === 'boolean' ? 'bool' : curve.stride === 7 ? 'float28' : 'float8', expected.kind);
	expect('pre-wrap mode', curve.preWrap, expected.pre);
	expect('post-wrap mode', curve.postWrap, expected.post);
	expect('number of keys', curve.count, expected.n);
	if (expected.keys_sha256 !== undefined) {
		expect('hash of the keys', sha256(keyBytes(curve)), expected.keys_sha256);
	} else if (expected.keys === undefined) {
		expect('keys in the sidecar', expected.keys, 'keys or keys_sha256');
	}
	expected.keys?.forEach((key, i) => {
		key.forEach((field, j) => {
			const word = curve.start + i * curve.stride + j;
			if (j === 6) expect(`key ${i}, weighted mode`, (curve.words[word] ?? 0) | 0, field);
			else expect(`key ${i}, field ${j}`, curve.floats[word], Math.fround(Number(field)));
		});
	});
}

const LAYOUT_NAMES: Readonly<Record<string, string>> = {
	'1.0-real': 'mrtk-1.0',
	'1.1-real': 'mrtk-1.1',
	'1.0-doc': 'documented-1.0',
	'1.1-doc8': 'simple-1.1',
	'1.1-doc28': 'documented-1.1',
};

// `left.IndexKnuckle.pos.x` is `hands.left.joints.indexKnuckle.position.x`, `left.pinch` is `hands.left.pinching`.
/** The path in our model of a curve that a sidecar names. */
export function expectedPath(name: string): string {
	const parts = name.split('.');
	const axis = parts.at(-1);
	const group = parts.at(-2)?.replace(/^pos$/, 'position').replace(/^rot$/, 'rotation').replace(/^dir$/, 'direction');
	if (parts[0] === 'camera') return `head.${group}.${axis}`;
	if (parts[0] === 'gaze') return `gaze.${group}.${axis}`;
	if (parts.length === 2) return `hands.${parts[0]}.${axis === 'pinch' ? 'pinching' : axis}`;
	const joint = (parts[1] ?? '').replace(/Joint$/, '');
	return `hands.${parts[0]}.joints.${joint[0]?.toLowerCase()}${joint.slice(1)}.${group}.${axis}`;
}

/** The key bytes of a curve, as they stand in the file. */
export function keyBytes(curve: Curve): Uint8Array {
	const { buffer, byteOffset, byteLength } = getCurveWords(curve);
	return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The curve at a path of the model. */
export function curveAt(recording: object, path: string): Curve {
	return path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], recording) as Curve;
}

function sidecarName(names: readonly string[], bin: string): string | undefined {
	const stem = bin.slice(0, -'.bin'.length);
	return names.find((name) => name === `${stem}.json` || name === `${stem}.json.gz`);
}

function sha256(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}
