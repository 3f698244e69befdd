import { TOLERANCE_DEFAULTS, type Tolerances } from '@handreel/core/edit';
import { type Command, InvalidArgumentError } from 'commander';
import { parseAmount } from './parse-arguments.ts';

/** The options of commands that take tolerances. */
export interface ToleranceOptions {
	readonly mm?: number;
	readonly degrees?: number;
	readonly value?: number;
	readonly tolerance?: ToleranceSizes;
}

/** The value of `--tolerance`. `--mm` and `--degrees` come first. */
export interface ToleranceSizes {
	readonly mm?: number;
	readonly degrees?: number;
}

const { jointPosition, headPosition, jointRotationDegrees, value: valueDefault } = TOLERANCE_DEFAULTS;

/** The flag `--tolerance`, which sets `--mm` and `--degrees`. */
export const TOLERANCE_FLAG = '--tolerance <sizes>';

/** Parses sizes with their units, separated by a comma: `1mm,0.2deg`. */
export function parseTolerance(text: string): ToleranceSizes {
	const sizes: { mm?: number; degrees?: number } = {};
	for (const part of text.split(',')) {
		const [, number = '', unit = ''] = /^\s*([\d.]+(?:e-?\d+)?)\s*(mm|deg|°)\s*$/.exec(part) ?? [];
		const name = unit === 'mm' ? 'mm' : 'degrees';
		if (unit === '' || sizes[name] !== undefined)
			throw new InvalidArgumentError('Must be millimeters, degrees or both, for example 1mm,0.2deg.');
		sizes[name] = parseAmount(number);
	}
	return sizes;
}

/** Adds `--tolerance`, `--mm`, `--degrees` and `--value`. */
export function addToleranceOptions(command: Command): Command {
	const millimeters = `${jointPosition * 1000} for joints, ${headPosition * 1000} for head and gaze`;
	return command
		.option(TOLERANCE_FLAG, 'the same as --mm and --degrees, for example 1mm,0.2deg', parseTolerance)
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

/** The tolerances that the options set. Missing tolerances are core's defaults. */
export function chooseTolerances({ tolerance, value, ...given }: ToleranceOptions): Tolerances {
	const { mm, degrees } = { ...tolerance, ...given };
	const meters = mm === undefined ? undefined : mm / 1000;
	return {
		...{ jointPosition: meters, headPosition: meters, gazeOrigin: meters },
		...{ jointRotationDegrees: degrees, headRotationDegrees: degrees, gazeDirectionDegrees: degrees },
		value,
	};
}
