// Every option of `handreel queue add` reaches the jobs of the queue.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMATS } from '@handreel/convert';
import { type Option as DescribedOption, readRecording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { updateCatalog } from '@handreel/corpus';
import type { BatchPlan } from '@handreel/queue';
import { Command, type Option } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toFlag } from '../../src/commands/option-flags.ts';
import { configureAdd, planWork } from '../../src/commands/queue-add.ts';
import type { AddOptions } from '../../src/commands/queue-plan.ts';
import { createJob, readSettings } from '../../src/queue/settings.ts';
import { recorded } from '../support/run-handreel.ts';

const folder = mkdtempSync(join(tmpdir(), 'handreel-queue-add-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

/** A value for each described option of a format, and the last format that has it. */
const FORMAT_VALUES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	FORMATS.filter(({ writes }) => writes).flatMap(({ name, options }) =>
		Object.entries<DescribedOption>(options).map(([key, option]) => [
			toFlag(key),
			[...makeValue(option), '--to', name],
		]),
	),
);

const READING_VALUES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	FORMATS.flatMap(({ readOptions }) =>
		Object.entries<DescribedOption>(readOptions).map(([key, option]) => [toFlag(key), makeValue(option)]),
	),
);

/** A value for each option, and what else `convert` needs. An option that no format describes needs an entry here. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
	...READING_VALUES,
	...FORMAT_VALUES,
	'--out': [path('elsewhere')],
	'--frames': [],
	'--no-frames': [],
	'--frame-rate': ['72', '--to', 'csv'],
	'--recording': ['second'],
	'--no-problems': [],
	'--sample-rate': ['120'],
	'--cutoff': ['6'],
	'--still-speed': ['0.05'],
	'--min-reach': ['0.02'],
	'--fixation-degrees': ['2'],
	'--fixation-seconds': ['0.2'],
	'--only': ['teleport'],
	'--remove-jumps': [],
	'--to': ['json'],
	'--layout': ['mrtk-1.0'],
	'--tolerance': ['3mm', '--to', 'reel'],
	'--mm': ['3', '--to', 'reel'],
	'--degrees': ['3', '--to', 'reel'],
	'--value': ['0.3'],
	'--keys': ['simple'],
	'--round': [],
	'--space': ['webxr', '--to', 'csv'],
	'--meshes': ['--to', 'glb'],
	'--verify': [],
	'--map': [path('object.json')],
	'--report': [path('report.json')],
	'--files-per-job': ['7'],
};
/** Options of an output. They reach a worker only as the file to write. */
const WRITTEN = ['--to', '--layout', ...Object.keys(FORMAT_VALUES)];
/** They become a part of the file to write if that is a reel. Otherwise `optimize` takes them. */
const TOLERANCES = ['--tolerance', '--mm', '--degrees'];
/** Options that are replaced before commands see them, that choose the server, or that only allow something. */
const ELSEWHERE = ['--files-from', '--null', '--queue', '--force'];

const add = new Command('add');
configureAdd(add);
const commands = add.commands.map((command) => [command.name(), command] as const);
const options = commands.flatMap(([name, { options: own }]) =>
	own.filter(({ long }) => !ELSEWHERE.includes(long ?? '')).map((option): [string, Option] => [name, option]),
);

// A value that is not the default.
function makeValue(option: DescribedOption): string[] {
	if (option.type === 'number') return [String((option.default ?? 36) * 2)];
	if (option.type === 'choice') return [option.choices.find((choice) => choice !== option.default)!];
	return option.type === 'flag' ? [] : [path('object.json')];
}

beforeAll(async () => {
	for (const name of ['fresh', 'indexed']) {
		mkdirSync(path(name));
		cpSync(recorded('mrtk-2.8.3-n001'), join(path(name), 'a.bin'));
	}
	await updateCatalog(path('indexed'), { frames: true, frameRate: 30 });
	writeFileSync(path('object.json'), '{"left": "Rig/Left Hand", "joints": {}}');
});

describe('handreel queue add', () => {
	it.each(options.map(([name, option]) => [name, option.long ?? '', option] as const))(
		'%s passes %s on',
		async (name, flag, option) => {
			const args = VALUES[flag];
			if (args === undefined) throw new Error(`${flag} needs a value in this test`);
			const [value, rest] = option.required ? [args.slice(0, 1), args.slice(1)] : [[], args];
			// Other commands take these options for every format.
			const more = name === 'convert' ? rest : [];
			const isWritten = WRITTEN.includes(flag) || (name === 'convert' && TOLERANCES.includes(flag));
			let isHonored = false;
			for (const source of ['fresh', 'indexed']) {
				const [without, given] = [await plan(name, source, more), await plan(name, source, [flag, ...value, ...more])];
				isHonored ||= describeWork(without, isWritten) !== describeWork(given, isWritten);
			}
			expect(isHonored).toBe(true);
		},
	);

	it.each(TOLERANCES)('optimize passes %s on to reels', async (flag) => {
		const [value, ...more] = VALUES[flag]!;
		const [without, given] = [
			await plan('optimize', 'fresh', more),
			await plan('optimize', 'fresh', [flag, value!, ...more]),
		];
		expect(describeWork(given, true)).not.toBe(describeWork(without, true));
	});

	it('writes each output in its own format', async () => {
		mkdirSync(path('mixed'));
		cpSync(recorded('mrtk-2.8.3-n001'), path('mixed/a.bin'));
		writeFileSync(path('mixed/b.reel'), encodeReel(readRecording(readFileSync(recorded('mrtk-2.8.3-n001')))));
		const { settings, files } = await plan('repair', 'mixed', []);
		const jobs = files.map((file) => createJob(readSettings(settings), file));
		expect(jobs).toMatchObject([
			{ output: path('out/a.bin'), write: { to: 'bin' } },
			{ output: path('out/b.reel'), write: { to: 'reel' } },
		]);
	});

	it('keeps the frames of a catalog, as without a queue', async () => {
		expect((await plan('index', 'indexed', [])).settings).toMatchObject({ frames: { frameRate: 30 } });
		expect((await plan('index', 'fresh', [])).settings).not.toHaveProperty('frames');
	});
});

// The plan of a command line, as it goes through the server.
async function plan(name: string, source: string, args: readonly string[]): Promise<BatchPlan> {
	const command = new Command('add');
	configureAdd(command);
	const isEdit = !['index', 'check', 'measure'].includes(name);
	const report = ['check', 'measure'].includes(name) && !args.includes('--report') ? ['--report', path('r.json')] : [];
	let planned: BatchPlan | null = null;
	command.commands
		.find((child) => child.name() === name)!
		.exitOverride()
		.action(async (paths: string | string[], given: AddOptions) => {
			planned = await planWork(name, paths, given);
		});
	const paths = [path(source), ...(isEdit ? [`${path('out')}/`] : [])];
	await command.parseAsync([name, ...paths, ...report, ...args], { from: 'user' });
	return JSON.parse(JSON.stringify(planned));
}

// Everything that a worker uses. The options of an edit hold all flags, also those that the edit itself ignores.
function describeWork({ settings, files, filesPerJob }: BatchPlan, isWritten: boolean): string {
	const read = readSettings(settings);
	const { report, folders, frames } = read;
	const jobs = files.map((file) => createJob(read, file));
	const used = isWritten ? jobs.map((job) => ({ ...job, options: null })) : jobs;
	return JSON.stringify([used, report, folders, frames, filesPerJob]);
}
