import { MEASURE_DEFAULTS, type MeasureSettings } from '@handreel/core/measure';
import type { Command } from 'commander';
import { UsageError } from '../print/errors.ts';
import { parseAmount, parsePositive } from './parse-arguments.ts';

/** The options that say how recordings are measured, by the names of core. */
export type MeasureChoices = Partial<MeasureSettings>;

interface MeasureFlag {
	readonly flag: string;
	readonly text: string;
	readonly parse: (text: string) => number;
}

/** The flag of each number of core. */
const FLAGS: Readonly<Record<keyof MeasureSettings, MeasureFlag>> = {
	sampleRate: { flag: '--sample-rate <hz>', text: 'rate at which motion is resampled', parse: parsePositive },
	cutoff: {
		flag: '--cutoff <hz>',
		text: 'cutoff of the low-pass filter, below half of the sample rate',
		parse: parsePositive,
	},
	stillSpeed: { flag: '--still-speed <m/s>', text: 'speed below which a sample is still', parse: parseAmount },
	minReach: { flag: '--min-reach <meters>', text: 'shortest distance of a reach', parse: parseAmount },
	fixationDegrees: {
		flag: '--fixation-degrees <degrees>',
		text: 'dispersion that a fixation may have',
		parse: parseAmount,
	},
	fixationSeconds: { flag: '--fixation-seconds <seconds>', text: 'shortest fixation', parse: parseAmount },
};

const NAMES = Object.keys(FLAGS) as (keyof MeasureSettings)[];

/** Adds an option for each number of core. */
export function addMeasureOptions(command: Command): Command {
	for (const name of NAMES) {
		const { flag, text, parse } = FLAGS[name];
		command.option(flag, `${text} (default: ${MEASURE_DEFAULTS[name]})`, parse);
	}
	return command;
}

/** Picks the numbers out of the options of a command. Throws `UsageError` for a cutoff that is too high. */
export function chooseMeasures(options: MeasureChoices): MeasureChoices {
	const chosen: Partial<Record<keyof MeasureSettings, number>> = {};
	for (const name of NAMES) {
		const value = options[name];
		if (value !== undefined) chosen[name] = value;
	}
	const { sampleRate, cutoff } = { ...MEASURE_DEFAULTS, ...chosen };
	if (cutoff >= sampleRate / 2) {
		throw new UsageError(`--cutoff must be below half of --sample-rate, ${sampleRate / 2} Hz, got ${cutoff}`);
	}
	return chosen;
}
