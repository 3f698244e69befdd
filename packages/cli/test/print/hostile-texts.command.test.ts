import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRecording } from '@handreel/convert';
import { createCurve, type Recording } from '@handreel/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createFullRecording } from '../../../core/test/support/full-recording.ts';
import { COMMANDS } from '../../src/commands/table.ts';
import { SESSION_COMMANDS } from '../../src/session/commands.ts';
import { createScratch, isLinux, isPosix, MAIN } from '../support/run-handreel.ts';

/** Sets the title of a window, clears the screen, moves the cursor, rings, and does some of it with a single character. */
const EVIL = '\u001b]0;owned\u0007\u001b[2J\u001b[31m\u009b1A\u007f\u0085\r\b\u202eend\nhandreel: all is well';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not reach the terminal
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: how colors and progress bars of the command look
const OWN_SEQUENCES = /\u001b\[(1|2|4|22|24|39|0|3[1-6]|9[0-4])m|\r\u001b\[2K|\r\n/g;

const scratch = createScratch({ 'plain.bin': 'mrtk-2.8.3-n020' });
afterAll(() => scratch.remove());
const { run, path, shell } = scratch;

beforeAll(async () => {
	const full = createFullRecording();
	const evil: Recording = {
		...full,
		info: { [EVIL]: EVIL, device: EVIL, generator: EVIL, nested: { [EVIL]: [EVIL] } },
		markers: [
			{ time: 0.2, name: EVIL },
			{ time: 0.4, name: EVIL },
		],
		tracks: [
			...full.tracks.map((one) => ({ ...one, name: `${one.name}${EVIL}` })),
			{ name: EVIL, kind: 'events', events: [{ time: 1, name: EVIL, data: EVIL }] },
			{ name: `value${EVIL}`, kind: 'scalar', value: createCurve([0, 0, 1, 1]) },
		] as Recording['tracks'],
	};
	for (const format of ['json', 'reel', 'gltf', 'mcap'] as const) {
		writeFileSync(path(`evil.${format}`), (await encodeRecording(evil, format)).bytes);
	}
	writeFileSync(path('other.json'), (await encodeRecording({ ...full, tracks: [], info: {} }, 'json')).bytes);
	const csv = Buffer.from((await encodeRecording(full, 'csv')).bytes).toString();
	const cell = `"${EVIL.replace('\n', ' ')}"`;
	writeFileSync(
		path('cell.csv'),
		csv.replace(/^(?:[^\n]*\n){1}([^,]*),/m, (line) => `${line}${cell}`),
	);
	writeFileSync(path('column.csv'), csv.replace('time', `${cell},time`));
	writeFileSync(path('space.csv'), csv.replaceAll(/\bunity\b/g, cell));
	writeFileSync(path('control.json'), `{"format": "handreel", ${EVIL}`);
	writeFileSync(path('text.bin'), EVIL);
	mkdirSync(path('mixed'));
	for (const name of ['evil.reel', 'text.bin']) writeFileSync(path('mixed', name), readFileSync(path(name)));
});

function clean(text: string): string {
	return text.replace(OWN_SEQUENCES, '');
}

function expectClean({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): void {
	expect(CONTROLS.exec(stdout)).toBeNull();
	expect(CONTROLS.exec(stderr)).toBeNull();
	// No line of a file passes for a line of the command.
	expect(`${stdout}\n${stderr}`).not.toMatch(/^handreel: all is well/m);
}

/** One call of each command on a recording with hostile texts. */
const CALLS: readonly (readonly string[])[] = [
	['info', 'evil.reel'],
	['info', 'evil.reel', '--json'],
	['info', 'evil.gltf', '--bytes'],
	['check', 'evil.json', 'evil.reel'],
	['check', 'evil.json', '--json'],
	['measure', 'evil.mcap'],
	['measure', 'evil.json', 'evil.reel'],
	['plot', 'evil.reel', '-c', `value${EVIL}`],
	['plot', 'evil.reel'],
	['sample', 'evil.reel', '--time', '0.5'],
	['diff', 'evil.reel', 'other.json'],
	['diff', 'other.json', 'evil.reel', '--json'],
	['anchor', 'evil.reel', 'out/anchored.reel'],
	['samples', '--tag', EVIL],
	['recover', 'evil.reel', 'out/recovered.bin'],
	['repair', 'evil.reel', 'out/repaired.bin'],
	['convert', 'evil.reel', 'out/converted.bin'],
	['convert', 'evil.reel', 'out/converted.bin'],
	['convert', 'evil.reel', 'out/converted.csv', '--json'],
	['dataset', 'evil.reel', 'other.json', 'out/set.parquet'],
	['optimize', 'evil.json', 'out/optimized.bin'],
	['anonymize', 'evil.reel', 'out/anonymous.reel'],
	['trim', 'evil.reel', 'out/trimmed.bin', '--end', '1'],
	['split', 'evil.reel', 'out/split.bin', '--at', '1'],
	['concat', 'evil.reel', 'evil.json', 'out/both.bin'],
	['mirror', 'evil.reel', 'out/mirrored.bin'],
	['stretch', 'evil.reel', 'out/stretched.bin', '--factor', '2'],
	['retime', 'evil.reel', 'out/retimed.bin', '--points', '0=0,1=2'],
	['shift', 'evil.reel', 'out/shifted.bin', '--by', '1'],
	['resample', 'evil.reel', 'out/resampled.bin', '--frame-rate', '30'],
	['smooth', 'evil.reel', 'out/smoothed.bin'],
	['fill', 'evil.reel', 'out/filled.bin'],
	['move', 'evil.reel', 'out/moved.bin', '--by', '0,1,0'],
	['strip', 'evil.reel', 'out/stripped.bin', '--parts', 'gaze'],
	['markers', 'list', 'evil.reel', 'evil.json'],
	['markers', 'rename', 'evil.reel', 'out/renamed.bin', '--marker', EVIL, '--name', 'x'],
	['markers', 'add', 'evil.reel', 'out/added.bin', '--time', '1', '--name', EVIL],
	['perform', EVIL, 'out/performed.bin'],
	['replay', 'evil.reel', '--url', EVIL],
	['describe', 'evil.reel', 'evil.json'],
	['describe', 'evil.reel', '--json'],
	['describe', 'evil.reel', '--url', EVIL],
	['view', EVIL],
	['queue', 'add', EVIL, 'evil.reel'],
	['capture', '--name', EVIL],
	['formats', EVIL],
	['completion', EVIL],
	['open', EVIL],
	['init', EVIL],
	['mcp', EVIL],
	['repl', EVIL],
	...SESSION_COMMANDS.map(({ name }) => [name, EVIL, '--name', EVIL]),
	...SESSION_COMMANDS.map(({ name }) => [name, EVIL, '--name', 'nobody']),
	[EVIL],
	['index', 'mixed'],
	['query', 'broken', 'mixed'],
	['query', 'SELECT * FROM catalog', 'mixed', '--json'],
	['query', `SELECT '${EVIL}' AS "${EVIL.replaceAll('"', '')}"`, 'mixed'],
	['query', `SELECT nothing FROM "${EVIL}"`, 'mixed'],
];

describe('texts from files and arguments', () => {
	it('reach standard output and standard error without control characters, in every command', () => {
		expect(CALLS.length).toBeGreaterThan(40);
		const called = new Set(CALLS.map(([name]) => name));
		expect(COMMANDS.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
		const dirty = CALLS.filter((args) => !isClean(run(...args))).map((args) => args.join(' '));
		expect(dirty).toEqual([]);
	});

	it('of files that cannot be read are escaped in the message', () => {
		const files = readdirSync(scratch.folder).filter((name) => /^(cell|column|space|control|text)\./.test(name));
		expect(files).toHaveLength(5);
		for (const args of [
			['info', ...files],
			['convert', ...files, 'out/'],
			['measure', ...files, '--json'],
		]) {
			expectClean(run(...args));
		}
		expect(run('info', 'space.csv').stderr).toContain('\\u001b');
	});

	it('of a stranger’s catalog are escaped', () => {
		const catalog = path('mixed', '.handreel');
		run('index', 'mixed', '--quiet');
		writeFileSync(join(catalog, 'lock.json'), JSON.stringify({ host: EVIL, pid: 1, id: EVIL }));
		const locked = run('index', 'mixed');
		expectClean(locked);
		expect(locked).toMatchObject({ status: 1, stdout: '' });
		rmSync(join(catalog, 'lock.json'));
		const manifest = JSON.parse(readFileSync(join(catalog, 'manifest.json'), 'utf8'));
		for (const changed of [{ version: EVIL }, { format: EVIL }, { frames: { files: [{ name: EVIL }] } }]) {
			writeFileSync(join(catalog, 'manifest.json'), JSON.stringify({ ...manifest, ...changed }));
			expectClean(run('query', 'SELECT * FROM frames', 'mixed'));
			expectClean(run('index', 'mixed'));
		}
	});

	it.runIf(isPosix)('in names of files are escaped', () => {
		mkdirSync(path('names'));
		writeFileSync(path('names', `a${EVIL.replaceAll('/', '')}.bin`), readFileSync(path('plain.bin')));
		writeFileSync(path('names', 'b\u009b.bin'), 'nothing');
		for (const args of [
			['info', 'names'],
			['check', 'names', '--json'],
			['measure', 'names'],
			['mirror', 'names', 'out/names'],
			['index', 'names'],
		]) {
			expectClean(run(...args));
		}
	});

	it('are cut if they are as long as a file', () => {
		writeFileSync(path('long.csv'), `time,${'x'.repeat(2_000_000)}\n0,1\n`);
		const { stdout, stderr } = run('info', 'long.csv');
		expect(stdout.length + stderr.length).toBeLessThan(5000);
	});

	it.runIf(isLinux)('reach a terminal without control characters: colors are ours alone', () => {
		const inTerminal = (args: string): string =>
			shell(`script -qec "env -i TERM=xterm '${process.execPath}' '${MAIN}' ${args}" /dev/null`).stdout;
		for (const args of [
			'info evil.reel',
			'check evil.json evil.reel text.bin',
			'diff evil.reel other.json',
			'plot evil.reel',
			'convert evil.reel out/terminal.bin',
			'convert evil.reel - --to csv',
			'convert evil.reel - --to reel',
			'query overview mixed --csv',
		]) {
			const text = inTerminal(args);
			expect(CONTROLS.exec(clean(text).replaceAll('\r', ''))).toBeNull();
			expect(text).not.toContain('\u001b[2J');
		}
		expect(inTerminal('info evil.reel')).toContain('\u001b[1m');
	});

	it('are the same in JSON as in the file', () => {
		const [entry] = scratch.json('info', 'evil.reel', '--json');
		expect(entry.info[EVIL]).toBe(EVIL);
		expect(entry.markers[0].name).toBe(EVIL);
	});
});

function isClean(outcome: { readonly stdout: string; readonly stderr: string }): boolean {
	try {
		expectClean(outcome);
		return true;
	} catch {
		return false;
	}
}

it('only one file of the command writes to standard output and standard error', () => {
	const folder = join(root, 'packages', 'cli', 'src');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
	expect(files.length).toBeGreaterThan(50);
	const writers = files.filter((name) =>
		/\bconsole\.(log|info|warn|error|debug)\(|process\.std(out|err)\.write/.test(
			readFileSync(join(folder, name), 'utf8'),
		),
	);
	expect(writers).toEqual([join('print', 'output.ts')]);
});
