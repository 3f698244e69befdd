import { TOLERANCE_DEFAULTS, type Tolerances } from '@handreel/core/edit';
import type { Command } from 'commander';
import { parseAmount } from './parse-arguments.ts';

/** The options of commands that take tolerances. */
export interface ToleranceOptions {
	readonly mm?: number;
	readonly degrees?: number;
	readonly value?: number;
}

const { jointPosition, headPosition, jointRotationDegrees, value: valueDefault } = TOLERANCE_DEFAULTS;

/** Adds `--mm`, `--degrees` and `--value`. */
export function addToleranceOptions(command: Command): Command {
	const millimeters = `${jointPosition * 1000} for joints, ${headPosition * 1000} for head and gaze`;
	return command
		.option('--mm <number>', `tolerance of positions in millimeters (default: ${millimeters})`, parseAmount)
		.option(
			'--degrees <number>',
			`tolerance of rotations and directions in degrees (default: ${jointRotationDegrees})`,
			parseAmount,
		)
		.option(
			'--value <number>',
			`tolerance of pinch strength, buttons, axes and scalar tracks (default: ${valueDefault})`,
			parseAmount,
		);
}

/** The tolerances that the options stand for. Missing tolerances are core's defaults. */
export function chooseTolerances({ mm, degrees, value }: ToleranceOptions): Tolerances {
	const meters = (mm ?? 0) / 1000;
	return {
		...(mm === undefined ? {} : { jointPosition: meters, headPosition: meters, gazeOrigin: meters }),
		...(degrees === undefined
			? {}
			: { jointRotationDegrees: degrees, headRotationDegrees: degrees, gazeDirectionDegrees: degrees }),
		...(value === undefined ? {} : { value }),
	};
}
