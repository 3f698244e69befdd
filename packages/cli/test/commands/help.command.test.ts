// Every example in the help texts and in the README is run, and both name the same commands.
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeBvh } from '@handreel/convert/bvh';
import { encodeHandsbin } from '@handreel/convert/handsbin';
import { encodeIwer } from '@handreel/convert/iwer';
import { encodeJson } from '@handreel/convert/json';
import { encodeParquet } from '@handreel/convert/parquet';
import { createFrameSample, createSampler, type Recording, readRecording, writeRecording } from '@handreel/core';
import { addMarker, stretchRecording } from '@handreel/core/edit';
import { Recorder } from '@handreel/core/record';
import { DATASET_FOLDER } from '@handreel/corpus/internal';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { COMMANDS } from '../../src/commands/table.ts';
import { findSessionCommand, OPEN } from '../../src/session/commands.ts';
import { listExamples, listReadmeExamples } from '../support/list-examples.ts';
import { createScratch, isPosix, MAIN, recorded } from '../support/run-handreel.ts';
import { readStart } from '../support/small-recordings.ts';

const scratch = createScratch();
// Two minutes and more, because some examples name such times.
const longSession = makeSession(240, 40);
// A few seconds for commands that take as long as the recording has frames, and less if they write all of them.
const shortSession = makeSession(9, 2);
const briefSession = makeSession(2, 0.5);
// The rotations lack W. The first frames show that as well as all of them.
const old = readStart('mrtk-2.6.0-full-5s', 0.2);
const small = writeRecording(makeSession(3, 0.5));
const journal = makeJournal();
afterAll(() => scratch.remove());

const commandLines = [
	...COMMANDS.map(({ name }) => [name]),
	...['list', 'add', 'rename', 'move', 'remove'].map((name) => ['markers', name]),
	...['add', 'work', 'status', 'retry', 'drain'].map((name) => ['queue', name]),
	...['index', 'check', 'measure', 'repair', 'optimize', 'convert'].map((name) => ['queue', 'add', name]),
];
const outcomes = new Map(commandLines.map((words) => [words.join(' '), scratch.run(...words, '--help')]));
const helps = new Map([...outcomes].map(([words, { stdout }]) => [words, stdout]));
const readmes = ['README.md', 'packages/cli/README.md'].map((name) => readFileSync(join(root, name), 'utf8'));
const formatPages = join(root, 'packages', 'convert', 'docs');
const pages = readdirSync(formatPages).map((name) => readFileSync(join(formatPages, name), 'utf8'));
// Most examples of the READMEs and of the pages about formats are also in a help text.
const examples = new Set([
	...[...helps.values()].flatMap(listExamples),
	...[...readmes, ...pages].flatMap(listReadmeExamples),
]);

describe('help', () => {
	it('lists every command with a summary', () => {
		const { stdout, status } = scratch.run('--help');
		expect(status).toBe(0);
		expect(stdout).toContain('Usage: handreel');
		expect(stdout).toMatch(/^Record and create:\n {2}capture /m);
		for (const { name, summary } of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} .*${summary}`, 'm'));
	});

	it('is the same by `help trim` and `trim --help`', () => {
		expect(scratch.run('help', 'trim')).toEqual(outcomes.get('trim'));
	});

	it.each(commandLines.map((words) => words.join(' ')))('%s has a description, and examples', (command) => {
		const help = helps.get(command) ?? '';
		expect(outcomes.get(command)).toMatchObject({ status: 0, stderr: '' });
		expect(help).toMatch(/^Usage: handreel /);
		if (command !== 'markers') expect(listExamples(help).length).toBeGreaterThan(0);
	});

	it('fits into 100 columns', () => {
		for (const [command, help] of helps) {
			for (const line of help.split('\n')) expect(line.length, `${command}: ${line}`).toBeLessThanOrEqual(100);
		}
	});

	it('usage errors end with 2 and point to the help', () => {
		for (const [args, topic] of [
			[['frobnicate'], '--help'],
			[['help', 'frobnicate'], '--help'],
			[['trim', '--frobnicate'], 'help trim'],
			[['trim', 'a.bin', 'b.bin'], 'help trim'],
			[['sample', 'a.bin'], 'help sample'],
			[['diff', 'a.bin', 'b.bin', '--mm', '-1'], 'help diff'],
			[['markers', 'add', '--frobnicate'], 'help markers add'],
			[['queue', 'add', 'check', '--frobnicate'], 'help queue add check'],
			[['markers', 'add', 'a.bin', '--time', '1', '--name', 'x'], 'help markers add'],
		] as const) {
			const { status, stderr } = scratch.run(...args);
			expect(status, args.join(' ')).toBe(2);
			expect(stderr).toMatch(/^handreel: /);
			expect(stderr.trimEnd().endsWith(`\nRun 'handreel ${topic}' for usage.`), stderr).toBe(true);
			if (topic === '--help') expect(stderr).toContain("unknown command 'frobnicate'");
		}
		expect(scratch.run()).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: handreel') });
	});
});

// They are written for POSIX shells.
describe.runIf(isPosix)('examples', () => {
	makeTools();

	it.each([...examples].filter(hasEnd))('%s', (example) => {
		const folder = makeFiles(example);
		const { status, stderr } = scratch.shell(example, { cwd: folder, env: environment(folder) });
		// Checking and comparing find something in some of these files.
		const expected = /check|diff|repair|recover/.test(example) ? [0, 1] : [0];
		expect(expected, `${stderr}`).toContain(status);
		if (status === 1 && !/check|diff/.test(example)) expect(stderr).toBe('');
	});

	it('in the READMEs use only commands that there are; the README of the command names all of them', () => {
		const names = COMMANDS.map(({ name }) => name);
		for (const example of readmes.flatMap(listReadmeExamples)) expect(names).toContain(example.split(' ')[1]);
		const text = readmes[1] ?? '';
		for (const name of names) expect(text, name).toMatch(new RegExp(`(handreel |\`)${name}\\b`));
	});
});

// `view` and `capture` serve until they are interrupted, `replay`, `describe --url` and the commands of a session need a page, `queue` a
// server: they have separate tests.
function hasEnd(example: string): boolean {
	const name = example.split(' ')[1] ?? '';
	if (name === OPEN.name || name === 'repl' || findSessionCommand(name) !== undefined) return false;
	return !/(handreel (view|capture|mcp|replay|queue|describe .*--url)|HANDREEL_QUEUE)\b/.test(example);
}

// A fresh folder with the files that an example speaks of, and not those that it writes.
let folders = 0;
function makeFiles(example: string): string {
	const isBrief = /^handreel (convert|optimize|anonymize|dataset) /.test(example);
	const isShort = /^handreel (measure|plot|resample|sample|smooth|check) /.test(example);
	const session = isBrief ? briefSession : isShort ? shortSession : longSession;
	const folder = scratch.path(`example-${folders++}`);
	for (const name of ['recordings', 'home/.config/fish/completions', 'home/.zfunc']) {
		mkdirSync(join(folder, name), { recursive: true });
	}
	if (example.includes('my-app')) mkdirSync(join(folder, 'my-app'));
	const names = ['before', 'after', 'one', 'two', 'right-handed', 'recordings/a', 'recordings/b'];
	for (const name of names) writeFileSync(join(folder, `${name}.bin`), small);
	writeFileSync(join(folder, 'old.bin'), old);
	writeFileSync(join(folder, 'session.hrj'), journal);
	writeFileSync(
		join(folder, 'grab.mjs'),
		'export const options = { frameRate: 10 };\nexport default ({ right }) => right.pinch().mark("held");\n',
	);
	if (!example.startsWith('handreel recover')) writeFileSync(join(folder, 'session.bin'), writeRecording(session));
	if (example.startsWith('handreel query')) copyCatalog(join(folder, 'recordings'));
	if (/convert session\.json/.test(example)) writeFileSync(join(folder, 'session.json'), encodeJson(session).bytes);
	if (example.includes('old.handsbin'))
		writeFileSync(join(folder, 'old.handsbin'), encodeHandsbin(session, { layout: 'handsbin-1' }).bytes);
	if (example.includes('cut.handsbin')) {
		const { bytes } = encodeHandsbin(session, { layout: 'handsbin-2' });
		writeFileSync(join(folder, 'cut.handsbin'), bytes.subarray(0, bytes.length - 100));
	}
	if (example.includes('all.parquet')) {
		const named = ['session-1', 'session-2'].map((name) => ({ name, recording: session }));
		writeFileSync(join(folder, 'all.parquet'), encodeParquet(named).bytes);
	}
	if (example.includes('convert session.iwer.json'))
		writeFileSync(join(folder, 'session.iwer.json'), encodeIwer(session, { frameRate: 1 }).bytes);
	if (example.includes('paths.json')) writeFileSync(join(folder, 'paths.json'), '{"left": "Rig/Left Hand"}');
	if (example.includes('logger.csv')) {
		writeFileSync(join(folder, 'logger.csv'), 'ms,x\n0,100\n11,101\n');
		const map = { time: { column: 'ms', unit: 'ms' }, unit: 'mm', columns: { x: 'right_wrist.x' } };
		writeFileSync(join(folder, 'columns.json'), JSON.stringify(map));
	}
	if (example.includes('dance.bvh')) {
		writeFileSync(join(folder, 'dance.bvh'), encodeBvh(session, { frameRate: 1 }).bytes);
		writeFileSync(join(folder, 'joints.json'), JSON.stringify({ joints: { left_wrist: 'left_wrist', head: 'head' } }));
	}
	return folder;
}

// The programs that examples call.
function makeTools(): void {
	mkdirSync(scratch.path('bin'));
	for (const tool of ['handreel', 'jq', 'less']) {
		const script = tool === 'handreel' ? `exec "${process.execPath}" "${MAIN}" "$@"` : 'exec cat';
		writeFileSync(scratch.path('bin', tool), `#!/bin/sh\n${script}\n`);
		chmodSync(scratch.path('bin', tool), 0o755);
	}
}

// Queries read the catalog and not the recordings, so one catalog serves all of them.
let catalog = '';
function copyCatalog(folder: string): void {
	if (catalog === '') scratch.run('index', folder, '--quiet');
	else cpSync(catalog, join(folder, DATASET_FOLDER), { recursive: true });
	catalog ||= join(folder, DATASET_FOLDER);
}

/** A recording of 0.5 seconds, stretched, with two markers. */
function makeSession(factor: number, time: number): Recording {
	const recording = stretchRecording(readRecording(readFileSync(recorded('mrtk-2.8.3-n033'))), factor);
	return addMarker(addMarker(recording, { time, name: 'grab' }), { time: 2 * time, name: 'end' });
}

function environment(folder: string): NodeJS.ProcessEnv {
	const PATH = `${scratch.path('bin')}:${process.env['PATH']}`;
	return { ...process.env, PATH, HOME: join(folder, 'home') };
}

function makeJournal(): Uint8Array {
	const chunks: Uint8Array[] = [];
	const recorder = new Recorder({ journal: { write: (bytes: Uint8Array) => chunks.push(bytes.slice()) } });
	const recording = readRecording(readFileSync(recorded('mrtk-2.8.3-n020')));
	const sampler = createSampler(recording);
	const frame = createFrameSample();
	recorder.start();
	for (let i = 0; i < 30; i++) recorder.capture(sampler.sampleFrame(i / 60, frame));
	recorder.stop();
	return Buffer.concat(chunks);
}
