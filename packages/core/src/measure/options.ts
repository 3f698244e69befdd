import type { Issue } from '../issue/error.ts';
import { checkPositive } from '../issue/error.ts';
import type { Recording } from '../model/recording.ts';
import type { Filled } from '../option/fill-options.ts';

/** How a motion is resampled and filtered before it is differentiated. */
export interface MotionOptions {
	/** Hz: the rate of the even samples. Default 60. */
	readonly sampleRate?: number | undefined;
	/** Hz: the cutoff of the low-pass filter, below half of `sampleRate`. Default 10. */
	readonly cutoff?: number | undefined;
	/** Meters per second: slower samples are still. Default 0.03. */
	readonly stillSpeed?: number | undefined;
}

/** How {@link listReaches} finds reaches. */
export interface ReachOptions extends MotionOptions {
	/** Meters: shorter movements are left out. Default 0.05. */
	readonly minReach?: number | undefined;
}

/** How {@link measureRecording} measures. */
export interface MeasureOptions extends ReachOptions {
	/** Degrees: the dispersion that a fixation may have. Default 1. */
	readonly fixationDegrees?: number | undefined;
	/** Seconds: shorter fixations are left out. Default 0.1. */
	readonly fixationSeconds?: number | undefined;
	/**
	 * Lists the problems to count, such as `diagnoseRecording` of `@handreel/core/diagnose`. Default: problems are not
	 * counted.
	 */
	readonly diagnose?: ((recording: Recording) => readonly Issue[]) | undefined;
}

/** The numbers among the {@link MeasureOptions}. */
export type MeasureSettings = Filled<Omit<MeasureOptions, 'diagnose'>>;

/** The defaults of all measures (MEASURES.md). */
export const MEASURE_DEFAULTS: MeasureSettings = {
	sampleRate: 60,
	cutoff: 10,
	stillSpeed: 0.03,
	minReach: 0.05,
	fixationDegrees: 1,
	fixationSeconds: 0.1,
};

/**
 * Returns the options with their defaults. Throws `RangeError` for a rate or cutoff that is not above 0, for a cutoff
 * that is not below half of the sample rate, and for negative limits.
 */
export function readSettings(options: MeasureOptions): MeasureSettings {
	const settings: Record<keyof MeasureSettings, number> = { ...MEASURE_DEFAULTS };
	for (const name of Object.keys(settings) as (keyof MeasureSettings)[])
		settings[name] = options[name] ?? settings[name];
	const { sampleRate, cutoff } = settings;
	checkPositive(sampleRate, 'sampleRate');
	checkPositive(cutoff, 'cutoff');
	if (cutoff >= sampleRate / 2) {
		throw new RangeError(`cutoff: must be below half of the sample rate, ${sampleRate / 2} Hz, got ${cutoff}`);
	}
	for (const name of ['stillSpeed', 'minReach', 'fixationDegrees', 'fixationSeconds'] as const) {
		if (!(settings[name] >= 0)) throw new RangeError(`${name}: must be 0 or greater, got ${settings[name]}`);
	}
	return settings;
}
