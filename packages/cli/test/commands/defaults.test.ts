// The help shows the defaults that the core uses.
import { COUNTDOWN_DEFAULT, TAKE_STORE_DEFAULTS } from '@handreel/capture';
import { LEROBOT_DEFAULTS } from '@handreel/convert/lerobot';
import { FILL_DEFAULTS, SMOOTH_DEFAULTS, TOLERANCE_DEFAULTS } from '@handreel/core/edit';
import { PERFORMER_DEFAULTS } from '@handreel/core/perform';
import { TEXT_DEFAULTS } from '@handreel/plot';
import { REPLAY_DEFAULTS } from '@handreel/webxr';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { CAPTURE_COMMAND_DEFAULTS } from '../../src/commands/capture.ts';
import { DIFF_DEFAULTS } from '../../src/commands/diff.ts';
import { PNG_SCALE } from '../../src/commands/plot.ts';
import { REPLAY_COMMAND_DEFAULTS } from '../../src/commands/replay.ts';
import { SAMPLE_DEFAULTS } from '../../src/commands/sample.ts';
import { COMMANDS } from '../../src/commands/table.ts';
import { USUAL_PORTS } from '../../src/view/serve.ts';

const { jointPosition, headPosition, gazeOrigin, value, ...angles } = TOLERANCE_DEFAULTS;
const TOLERANCES = {
	'--mm': `${jointPosition * 1000} for joints, ${headPosition * 1000} for head and gaze`,
	'--degrees': String(angles.jointRotationDegrees),
	'--value': String(value),
};

/** Every default in the help that is a value: by command and option. */
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	smooth: {
		'--cutoff': String(SMOOTH_DEFAULTS.minCutoff),
		'--position-beta': String(SMOOTH_DEFAULTS.positionBeta),
		'--rotation-beta': String(SMOOTH_DEFAULTS.rotationBeta),
	},
	fill: { '--max': String(FILL_DEFAULTS.maxGap) },
	diff: { ...TOLERANCES, '--seconds': String(DIFF_DEFAULTS.seconds) },
	optimize: TOLERANCES,
	sample: { '--format': `"${SAMPLE_DEFAULTS.format}"`, '--space': SAMPLE_DEFAULTS.space },
	capture: {
		'--out': `"${CAPTURE_COMMAND_DEFAULTS.out}"`,
		'--name': `"${TAKE_STORE_DEFAULTS.name}"`,
		'--to': `"${TAKE_STORE_DEFAULTS.format}"`,
		'--port': String(CAPTURE_COMMAND_DEFAULTS.port),
		'--countdown': String(COUNTDOWN_DEFAULT),
	},
	convert: { '--space': SAMPLE_DEFAULTS.space },
	dataset: {
		'--frame-rate': `${LEROBOT_DEFAULTS.frameRate} for lerobot; a row at each time of a key or marker for parquet`,
		'--space': SAMPLE_DEFAULTS.space,
	},
	plot: { '--start': '0', '--rows': String(TEXT_DEFAULTS.rows), '--scale': String(PNG_SCALE) },
	view: { '--port': `${USUAL_PORTS[0]}, or the next free port` },
	perform: {
		'--seed': String(PERFORMER_DEFAULTS.seed),
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
};

describe('defaults in the help', () => {
	it.each(COMMANDS.map(({ name }) => name))('%s', async (name) => {
		expect(await listDefaults(name)).toEqual(DEFAULTS[name] ?? {});
	});

	it('have one value for all tolerances that share an option', () => {
		expect(gazeOrigin).toBe(headPosition);
		expect(new Set(Object.values(angles)).size).toBe(1);
	});
});

async function listDefaults(name: string): Promise<Record<string, string>> {
	const command = new Command(name);
	(await COMMANDS.find((entry) => entry.name === name)!.load()).configure(command);
	const found: Record<string, string> = {};
	// Without line breaks.
	const help = command.configureHelp({ helpWidth: 1000 }).helpInformation();
	for (const [, option = '', value = ''] of help.matchAll(
		/^ +(?:-\w, )?(--[\w-]+).*\((?:[^();]* only; )?default: ([^)]*)\)/gm,
	)) {
		if (/^["\d]|^unity$/.test(value)) found[option] = value;
	}
	return found;
}
