// The help shows the defaults that the core uses.
import { COUNTDOWN_DEFAULT, TAKE_STORE_DEFAULTS } from '@handreel/capture';
import { FORMATS } from '@handreel/convert';
import { bvhFormat } from '@handreel/convert/bvh';
import { lerobotDataset } from '@handreel/convert/lerobot';
import type { Option, OptionTable } from '@handreel/core';
import { CONCAT_OPTIONS, EDITS, TOLERANCE_DEFAULTS } from '@handreel/core/edit';
import { DEFAULT_SPACE } from '@handreel/core/internal';
import { MEASURE_DEFAULTS } from '@handreel/core/measure';
import { PERFORMER_DEFAULTS } from '@handreel/core/perform';
import { DATASET_FOLDER } from '@handreel/corpus/internal';
import { FIT_OPTIONS } from '@handreel/landmarks';
import { PLOT_DEFAULTS, SVG_DEFAULTS, TEXT_DEFAULTS } from '@handreel/plot';
import { DEFAULT_LEASE_SECONDS, DEFAULT_QUEUE_NAME } from '@handreel/queue';
import { REPLAY_DEFAULTS } from '@handreel/webxr';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { CAPTURE_COMMAND_DEFAULTS } from '../../src/commands/capture.ts';
import { DESCRIBE_TIMEOUT } from '../../src/commands/describe.ts';
import { DIFF_DEFAULTS } from '../../src/commands/diff.ts';
import { SKILLS } from '../../src/commands/init.ts';
import { toFlag } from '../../src/commands/option-flags.ts';
import { PNG_SCALE } from '../../src/commands/plot.ts';
import { DEFAULT_FILES_PER_JOB } from '../../src/commands/queue-plan.ts';
import { REPLAY_COMMAND_DEFAULTS } from '../../src/commands/replay.ts';
import { SAMPLE_DEFAULTS } from '../../src/commands/sample.ts';
import { DEFAULT_SESSION } from '../../src/commands/session-command.ts';
import { COMMANDS } from '../../src/commands/table.ts';
import { OPEN, OPEN_DEFAULTS, SESSION_COMMANDS } from '../../src/session/commands.ts';
import { type CommandDescription, toFlag as toSessionFlag } from '../../src/session/session-command.ts';
import { USUAL_PORTS } from '../../src/view/serve.ts';

/** The default of most frame rates. */
const OWN_TIMES = 'a frame at each time of a key or marker';

const { jointPosition, headPosition, gazeOrigin, value, ...angles } = TOLERANCE_DEFAULTS;
const TOLERANCES = {
	'--mm': `${jointPosition * 1000} for joints, ${headPosition * 1000} for head and gaze`,
	'--degrees': String(angles.jointRotationDegrees),
	'--value': String(value),
};

/** Every default in the help that is a value, from its constant: by command and option. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	...Object.fromEntries(EDITS.map(({ name, options }) => [name, listTableDefaults(options)])),
	concat: listTableDefaults(CONCAT_OPTIONS),
	diff: { ...TOLERANCES, '--seconds': String(DIFF_DEFAULTS.seconds) },
	optimize: TOLERANCES,
	sample: { '--format': `"${SAMPLE_DEFAULTS.format}"`, '--space': SAMPLE_DEFAULTS.space },
	capture: {
		'--out': `"${CAPTURE_COMMAND_DEFAULTS.out}"`,
		'--name': `"${TAKE_STORE_DEFAULTS.name}"`,
		'--to': `"${TAKE_STORE_DEFAULTS.format}"`,
		'--port': String(CAPTURE_COMMAND_DEFAULTS.port),
		'--countdown': String(COUNTDOWN_DEFAULT),
		...listTableDefaults(FIT_OPTIONS),
	},
	convert: {
		'--frame-rate': `${bvhFormat.options.frameRate.default} for bvh, otherwise ${OWN_TIMES}`,
		'--space': DEFAULT_SPACE,
		'--unit': bvhFormat.options.unit.default,
	},
	measure: {
		'--sample-rate': String(MEASURE_DEFAULTS.sampleRate),
		'--cutoff': String(MEASURE_DEFAULTS.cutoff),
		'--still-speed': String(MEASURE_DEFAULTS.stillSpeed),
		'--min-reach': String(MEASURE_DEFAULTS.minReach),
		'--fixation-degrees': String(MEASURE_DEFAULTS.fixationDegrees),
		'--fixation-seconds': String(MEASURE_DEFAULTS.fixationSeconds),
	},
	dataset: {
		...listTableDefaults(lerobotDataset.options),
		'--joints': 'all joints for parquet, otherwise wrists and fingertips',
		'--frame-rate': `${OWN_TIMES} for parquet, otherwise ${lerobotDataset.options.frameRate.default}`,
		'--space': `${DEFAULT_SPACE} for parquet, otherwise ${lerobotDataset.options.space.default}`,
	},
	plot: {
		'--start': String(PLOT_DEFAULTS.start),
		'--width': `that of the terminal; ${SVG_DEFAULTS.width} for files`,
		'--rows': String(TEXT_DEFAULTS.rows),
		'--theme': SVG_DEFAULTS.theme,
		'--scale': String(PNG_SCALE),
	},
	view: { '--port': `${USUAL_PORTS[0]}, or the next free port` },
	perform: {
		'--seed': String(PERFORMER_DEFAULTS.seed),
		'--input': PERFORMER_DEFAULTS.input,
		'--space': PERFORMER_DEFAULTS.space,
		'--frame-rate': String(PERFORMER_DEFAULTS.frameRate),
	},
	replay: {
		'--frame-rate': `${REPLAY_DEFAULTS.frameRate}, or those of --device`,
		'--video-frame-rate': String(REPLAY_COMMAND_DEFAULTS.videoFrameRate),
		'--size': REPLAY_COMMAND_DEFAULTS.size.join('x'),
		'--render': `"${REPLAY_COMMAND_DEFAULTS.render}"`,
		'--timeout': String(REPLAY_COMMAND_DEFAULTS.timeout),
	},
	describe: { '--timeout': String(DESCRIBE_TIMEOUT) },
	repl: { '--name': DEFAULT_SESSION },
	init: { '--skills': `"${SKILLS}"` },
	...Object.fromEntries([OPEN, ...SESSION_COMMANDS].map((command) => [command.name, listSessionDefaults(command)])),
};

/** Defaults that are described, not values. A value here would be a copy of a constant. */
const RULES: readonly string[] = [
	'all',
	'all, including tracks of poses',
	'refuse',
	'columns are found by their names',
	'both',
	'keep every frame',
	'no delay',
	'the current folder',
	'the file name',
	'its name with .reel, in the folder for takes',
	'the first',
	'the first key',
	'the last key',
	'the longest duration',
	'the next state',
	'the number of CPU cores',
	'by size, at least two minutes',
	'the start of the recording',
	'the end of the recording',
	'the result starts at 0',
	'the button of a known library',
	'this machine',
	'this machine and headsets on a cable',
	'an installed Chromium, Chrome or Edge',
	'as in the existing catalog, otherwise no frames',
	`as in the existing catalog, otherwise ${OWN_TIMES}`,
	'as in the input, if the output can hold them',
	'as the input, if it can hold the result',
	'by file extension; for folders and -: bin, but edits keep reels',
	'on a desktop, but not from scripts, in CI or over SSH',
	'only without --channel',
	'parquet for .parquet files, otherwise lerobot',
	'speed, aperture and head height',
	`${DATASET_FOLDER} in the folder of the recordings`,
];

/** The defaults of options of formats come from their descriptions. */
const DESCRIBED: readonly string[] = [lerobotDataset.options, ...FORMATS.flatMap((f) => [f.options, f.readOptions])]
	.flatMap((table): Option[] => Object.values(table))
	.flatMap((option) => [...('default' in option ? [String(option.default)] : []), option.otherwise ?? []].flat());

// Defaults of flags are rules.
function listTableDefaults(table: OptionTable): Record<string, string> {
	return Object.fromEntries(
		Object.entries(table).flatMap(([name, option]) =>
			'default' in option && option.type !== 'flag' ? [[toFlag(name), String(option.default)]] : [],
		),
	);
}

function listSessionDefaults(command: CommandDescription): Record<string, string> {
	const own = command.parameters.flatMap((parameter) =>
		parameter.default === undefined || parameter.isArgument
			? []
			: [[toSessionFlag(parameter), String(parameter.default)]],
	);
	const opening = command === OPEN ? { '--idle': String(OPEN_DEFAULTS.idle), '--size': OPEN_DEFAULTS.size } : {};
	return { '--name': DEFAULT_SESSION, ...opening, ...Object.fromEntries(own) };
}

describe('defaults in the help', () => {
	it.each(COMMANDS.map(({ name }) => name))('%s', async (name) => {
		const command = new Command(name);
		(await COMMANDS.find((entry) => entry.name === name)!.load()).configure(command);
		for (const [words, child] of listCommands(command)) checkDefaults(words, child);
	});

	it('have one value for all tolerances that share an option', () => {
		expect(gazeOrigin).toBe(headPosition);
		expect(new Set(Object.values(angles)).size).toBe(1);
	});
});

// The command and its subcommands, by the words that call them.
function listCommands(command: Command, words = command.name()): [words: string, command: Command][] {
	return [[words, command], ...command.commands.flatMap((child) => listCommands(child, `${words} ${child.name()}`))];
}

function checkDefaults(words: string, command: Command): void {
	const values = chooseValues(words, command);
	const found = listDefaults(command);
	expect(found, words).toMatchObject(values);
	const others = Object.entries(found).filter(
		([name, text]) => !(name in values) && !RULES.includes(text) && !DESCRIBED.includes(text),
	);
	expect(others, words).toEqual([]);
}

// A queue has most options of the command, and some that only it has.
function chooseValues(words: string, command: Command): Readonly<Record<string, string>> {
	if (!words.startsWith('queue ')) return VALUES[words] ?? {};
	const own = {
		'--queue': `"${DEFAULT_QUEUE_NAME}"`,
		'--files-per-job': String(DEFAULT_FILES_PER_JOB),
		'--lease': String(DEFAULT_LEASE_SECONDS),
	};
	const all = { ...VALUES[words.replace('queue add ', '')], ...own };
	const flags = command.options.map(({ long }) => long);
	return Object.fromEntries(Object.entries(all).filter(([flag]) => flags.includes(flag)));
}

// Every default in the help of a command, by option or argument.
function listDefaults(command: Command): Record<string, string> {
	let help = '';
	// Without line breaks.
	command.configureHelp({ ...command.configureHelp(), helpWidth: 1000 });
	command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
	const found: Record<string, string> = {};
	let count = 0;
	for (const [, name = '', text = ''] of help.matchAll(/^ +(?:-\w, )?(--[\w-]+|\w+\b).*\bdefault: (.*)$/gim)) {
		found[name] = text.replace(/\)$/, '');
		count++;
	}
	// A default elsewhere in the help cannot be compared.
	expect(help.match(/\bdefault:/gi)?.length ?? 0, command.name()).toBe(count);
	return found;
}
