import { listStateChanges } from '../curves/state-changes.ts';
import { checkPositive } from '../issue/check-number.ts';
import type { Curve } from '../model/curve.ts';
import { mapVectors } from '../model/map-curves.ts';
import type { Recording, Side } from '../model/recording.ts';
import { type SmoothSettings, smoothVector } from './smooth-vector.ts';
import type { RecordingPart } from './strip-recording.ts';

/** How a recording is smoothed. */
export interface SmoothOptions {
	/**
	 * `'zero-phase'` (default) looks ahead as far as back: nothing is late, and peaks keep their height. `'causal'` is
	 * the One Euro filter as a live application runs it, with its delay.
	 */
	readonly form?: 'zero-phase' | 'causal';
	/** Hz: the cutoff at rest. Less is smoother. Default 1. */
	readonly minCutoff?: number;
	/**
	 * Hz for each m/s: how much the cutoff of positions rises with their speed. More is closer to fast motion. Default
	 * 20.
	 */
	readonly positionBeta?: number;
	/** Hz for each rad/s: the same for rotations and directions. Default 2. */
	readonly rotationBeta?: number;
	/** Hz: the cutoff of the speed itself. Default 3. */
	readonly derivativeCutoff?: number;
	/** Hz: at which rate curves are sampled that do not run straight from key to key. Default 60. */
	readonly rate?: number;
	/** What is smoothed. Default: everything. */
	readonly only?: readonly RecordingPart[];
}

const PARTS: readonly string[] = ['head', 'hands', 'left', 'right', 'gaze'];

/**
 * The recording without the jitter of its trackers: positions, rotations and directions are low-passed with a cutoff
 * that rises with their speed, so that still hands come to rest and quick ones keep their motion. Waves of 10 cm keep
 * 99 % of their height; small and quick ones lose more, a centimetre at 3 Hz a quarter: raise `positionBeta` for those.
 *
 * Works at the recording's own keys where they are joined by straight lines, as in all that MRTK records, whatever
 * their distance in time; other curves are first sampled at `rate` into straight ones. It never reaches across a
 * moment at which the hand was lost or found, nor across two keys at one time, and leaves keys alone that have too
 * few others around them. Rotations keep the length of each key; neighbouring ones are made to agree in sign.
 * Booleans, key times and wrap modes stay; what does not change is shared.
 *
 * Throws `RangeError` for numbers that are not above 0 (the betas may be 0), `TypeError` for unknown names.
 *
 * @example smoothRecording(recording, { minCutoff: 0.5, only: ['left', 'right'] })
 */
export function smoothRecording(recording: Recording, options: SmoothOptions = {}): Recording {
	const settings = readSettings(options);
	const { only = PARTS } = options;
	for (const part of only) {
		if (!PARTS.includes(part)) throw new TypeError(`only: '${part}' is none of ${PARTS.join(', ')}`);
	}
	const breaks = new Map<string, number[]>();
	for (const side of ['left', 'right'] as Side[]) {
		const hand = recording.hands?.[side];
		if (hand !== undefined)
			breaks.set(
				side,
				listStateChanges(hand.tracked).map(({ time }) => time),
			);
	}
	return mapVectors(recording, (curves, role, path) => {
		const [section = '', side = ''] = path.split('.');
		if (!only.includes(section as RecordingPart) && !(section === 'hands' && only.includes(side as RecordingPart))) {
			return curves;
		}
		const given = Object.values(curves) as Curve[];
		const smooth = smoothVector(given, role, (section === 'hands' && breaks.get(side)) || [], settings);
		if (smooth.every((curve, i) => curve === given[i])) return curves;
		return Object.fromEntries(Object.keys(curves).map((axis, i) => [axis, smooth[i]])) as unknown as typeof curves;
	});
}

function readSettings(options: SmoothOptions): SmoothSettings {
	const { form = 'zero-phase', minCutoff = 1, positionBeta = 20, rotationBeta = 2, derivativeCutoff = 3 } = options;
	const { rate = 60 } = options;
	if (form !== 'zero-phase' && form !== 'causal') {
		throw new TypeError(`form: '${form}' is neither 'zero-phase' nor 'causal'`);
	}
	for (const [name, value] of Object.entries({ minCutoff, derivativeCutoff, rate })) checkPositive(value, name);
	for (const [name, value] of Object.entries({ positionBeta, rotationBeta })) {
		if (!(value >= 0 && value < Number.POSITIVE_INFINITY))
			throw new RangeError(`${name}: ${value} is not a number from 0 on`);
	}
	return { form, minCutoff, positionBeta, rotationBeta, derivativeCutoff, rate };
}
