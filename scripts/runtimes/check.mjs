// Runs in any runtime: every healthy fixture is read and written back byte for byte, every broken one is refused.
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import {
	createFileBuffer,
	isRecordingError,
	loadRecording,
	readRecording,
	writeRecording,
} from '../../packages/core/dist/index.js';

const fixtures = new URL('../../fixtures/', import.meta.url);
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
		files++;
	}
}
for (const name of list('broken')) {
	const code = name.replace(/(--.*)?\.bin$/, '');
	const codes = [];
	try {
		readRecording(readFileSync(new URL(`broken/${name}`, fixtures)), { onIssue: (issue) => codes.push(issue.code) });
	} catch (error) {
		codes.push(isRecordingError(error) ? error.issue.code : String(error));
	}
	if (codes.join() !== code) throw new Error(`${name}: ${codes.join() || 'no issue'} instead of ${code}`);
	files++;
}
const { versions } = process;
const [name, version] = versions.bun
	? ['Bun', versions.bun]
	: versions.deno
		? ['Deno', versions.deno]
		: ['Node', versions.node];
console.log(`${name} ${version}: ${files} files read and written as they should be`);

function list(folder) {
	return readdirSync(new URL(`${folder}/`, fixtures)).filter((entry) => entry.endsWith('.bin'));
}

function assertSame(actual, expected, name) {
	if (actual.length !== expected.length)
		throw new Error(`${name}: ${actual.length} bytes instead of ${expected.length}`);
	const at = actual.findIndex((byte, i) => byte !== expected[i]);
	if (at !== -1) throw new Error(`${name}: byte ${at} differs`);
}
