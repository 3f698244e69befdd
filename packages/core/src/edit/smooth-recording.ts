import { evaluateCurveAt } from '../curves/evaluate.ts';
import { getCurveSegmentKind } from '../curves/segment.ts';
import { listStateChanges } from '../curves/state-changes.ts';
import { alignKeys } from '../keys/align-keys.ts';
import { type Curve, copyCurve, createCurve, FULL_STRIDE, getKeyTime, getKeyValue } from '../model/curve.ts';
import { mapVectors, replaceAxes, type VectorRole } from '../model/map-curves.ts';
import { type Recording, SIDES } from '../model/recording.ts';
import { type OptionsOf, readOptions, type SettingsOf } from '../option/option.ts';
import { defineEdit, type Edit } from './edit.ts';
import { filterCausally, fitLocally, type Samples } from './smoothing-filters.ts';
import { RECORDING_PARTS, type RecordingPart } from './strip-recording.ts';

/** The options of {@link smoothRecording}. */
export const SMOOTH_OPTIONS = {
	minCutoff: {
		type: 'number',
		unit: 'Hz',
		above: 0,
		range: [0.2, 20],
		default: 1,
		title: 'Cutoff at rest',
		text: 'cutoff at rest; lower is smoother',
	},
	positionBeta: {
		type: 'number',
		min: 0,
		default: 20,
		title: 'Rise with speed',
		text: 'rise of the cutoff of positions, in Hz per m/s; higher follows fast motion more closely',
	},
	rotationBeta: {
		type: 'number',
		min: 0,
		default: 2,
		title: 'Rise with turning',
		text: 'rise of the cutoff of rotations and directions, in Hz per rad/s',
	},
	form: {
		type: 'choice',
		choices: ['zero-phase', 'causal'],
		default: 'zero-phase',
		title: 'Filter',
		text: 'filter, without delay or as live applications run the One Euro filter',
	},
	only: {
		type: 'list',
		choices: RECORDING_PARTS as readonly RecordingPart[],
		title: 'Only',
		text: 'parts to smooth',
		otherwise: 'all, including tracks of poses',
	},
	derivativeCutoff: {
		type: 'number',
		unit: 'Hz',
		above: 0,
		default: 3,
		title: 'Cutoff of the speed',
		text: 'cutoff of the speed that raises the other cutoffs',
	},
	frameRate: {
		type: 'number',
		unit: 'Hz',
		above: 0,
		default: 60,
		title: 'Frame rate',
		text: 'frame rate at which curves that are not linear between keys are sampled',
	},
} as const;

/** How {@link smoothRecording} smooths. */
export type SmoothOptions = OptionsOf<typeof SMOOTH_OPTIONS>;

/**
 * The recording without the jitter of its trackers. Positions, rotations and directions are low-pass filtered; the
 * cutoff rises with the speed, so still hands come to rest and fast hands keep their motion.
 *
 * Waves of 10 cm keep 99 % of their height. Small fast waves lose more (1 cm at 3 Hz loses a quarter): raise
 * `positionBeta` to keep them.
 *
 * - Linear curves, like all that MRTK records, are filtered at their own keys, at any spacing. Other curves are first
 *   sampled at `frameRate`.
 * - The filter never reaches across a time at which the hand or controller was lost or found, nor across two keys at one time. Keys
 *   with too few neighbors stay.
 * - Rotations keep the length of each key, and neighboring keys get the same sign.
 * - States, values, key times and wrap modes stay. Curves that do not change are shared.
 *
 * Throws `RangeError` for numbers out of range, `TypeError` for unknown names.
 *
 * @example smoothRecording(recording, { minCutoff: 0.5, only: ['left', 'right'] })
 */
export function smoothRecording(recording: Recording, options: SmoothOptions = {}): Recording {
	const settings = readOptions(SMOOTH_OPTIONS, options);
	const { only } = settings;
	const breaks = new Map<string, number[]>();
	for (const section of ['hands', 'controllers'] as const) {
		for (const side of SIDES) {
			const tracked = recording[section]?.[side]?.tracked;
			const changes = tracked === undefined ? [] : listStateChanges(tracked);
			breaks.set(
				`${section}.${side}`,
				changes.map(({ time }) => time),
			);
		}
	}
	return mapVectors(recording, (curves, role, path) => {
		const [section = '', side = ''] = path.split('.');
		const ownBreaks = breaks.get(`${section}.${side}`);
		const isOneOfTwo = ownBreaks !== undefined && only?.includes(side as RecordingPart);
		if (only !== undefined && !only.includes(section as RecordingPart) && !isOneOfTwo) return curves;
		return replaceAxes(curves, smoothVector(Object.values(curves), role, ownBreaks ?? [], settings));
	});
}

/** The edit {@link smoothRecording}. */
export const smoothEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'smooth',
	title: 'Smooth',
	text: 'Reduce tracking jitter. Slow motion is smoothed more than fast motion.',
	options: SMOOTH_OPTIONS,
	examples: ['', '--min-cutoff 0.5 --only left,right'],
	staysClose: true,
	keepsTimes: true,
	apply: (recording, options) => ({ recording: smoothRecording(recording, options) }),
});

type SmoothSettings = SettingsOf<typeof SMOOTH_OPTIONS>;

/** The most keys that sampling may give a curve. */
const MAX_SAMPLES = 2 ** 20;

/** The curves of a vector, smoothed between the times in `breaks`. The same curves if nothing changes. */
function smoothVector(
	given: readonly Curve[],
	role: VectorRole,
	breaks: readonly number[],
	settings: SmoothSettings,
): readonly Curve[] {
	if (given.every((curve) => curve.count < 3)) return given;
	const straight = linearizeCurves(given, settings.frameRate);
	const isUnit = role === 'rotation' || role === 'direction';
	const { samples, lengths } = readSamples(straight, role === 'rotation', isUnit);
	const smooth = samples.values.slice();
	const turns = role === 'rotation' ? 2 : 1;
	const strength = {
		minCutoff: settings.minCutoff,
		// A rotation turns by twice the angle of its quaternion.
		beta: isUnit ? settings.rotationBeta * turns : settings.positionBeta,
		derivativeCutoff: settings.derivativeCutoff,
	};
	let from = 0;
	let nextBreak = 0;
	const count = samples.times.length;
	for (let i = 1; i <= count; i++) {
		if (i < count) {
			while (nextBreak < breaks.length && breaks[nextBreak]! <= samples.times[i - 1]!) nextBreak++;
			const isBroken = nextBreak < breaks.length && breaks[nextBreak]! <= samples.times[i]!;
			const isConnected = !isBroken && samples.times[i]! > samples.times[i - 1]!;
			// Keys without length and keys that are not finite are not filtered.
			if (isConnected && lengths[i]! > 0 && lengths[i - 1]! > 0) continue;
		}
		if (i - from > 1) {
			if (settings.form === 'causal') filterCausally(samples, from, i, strength, isUnit, smooth);
			else fitLocally(samples, from, i, strength, smooth);
		}
		from = i;
	}
	if (isUnit) restoreLengths(smooth, lengths, samples.size);
	const written = writeSamples(straight, smooth, lengths);
	if (written.every((curve, k) => curve === straight[k])) return given;
	// A component without keys that stays 0 stays empty.
	return written.map((curve, k) => (given[k]!.count === 0 && curve === straight[k] ? given[k]! : curve));
}

// The curves with common key times and linear segments: as they are, with keys inserted, or sampled.
function linearizeCurves(given: readonly Curve[], frameRate: number): readonly Curve[] {
	const aligned = alignKeys(given);
	const isStraight = aligned.every((curve) => {
		if (curve.stride !== FULL_STRIDE) return true;
		for (let key = 0; key + 1 < curve.count; key++) {
			const isJump = getKeyTime(curve, key) === getKeyTime(curve, key + 1);
			if (!isJump && getCurveSegmentKind(curve, key) !== 'line') return false;
		}
		return true;
	});
	if (isStraight) return aligned;
	const [model] = aligned as [Curve];
	const first = getKeyTime(model, 0);
	const last = getKeyTime(model, model.count - 1);
	const count = Math.ceil((last - first) * frameRate) + 1;
	if (count > MAX_SAMPLES)
		throw new RangeError(`frameRate: a curve of ${last - first} s would get ${count} keys, more than ${MAX_SAMPLES}`);
	const times = Float64Array.from({ length: count }, (_, i) => Math.fround(Math.min(first + i / frameRate, last)));
	return aligned.map((curve) => {
		const values = evaluateCurveAt(curve, times, new Float64Array(count));
		// At its last time a looping curve is back at its first value.
		values[count - 1] = getKeyValue(curve, curve.count - 1);
		const keys = Float64Array.from({ length: count * 2 }, (_, i) => (i % 2 === 0 ? times[i >> 1]! : values[i >> 1]!));
		return createCurve(keys, { preWrap: curve.preWrap, postWrap: curve.postWrap });
	});
}

// The values of the keys; rotations and directions at unit length. `lengths` holds their length before, or NaN for keys
// that are not finite.
function readSamples(
	curves: readonly Curve[],
	isRotation: boolean,
	isUnit: boolean,
): { readonly samples: Samples; readonly lengths: Float64Array } {
	const size = curves.length;
	const { count } = curves[0]!;
	const times = Float64Array.from({ length: count }, (_, i) => getKeyTime(curves[0]!, i));
	const values = new Float64Array(count * size);
	const lengths = new Float64Array(count).fill(1);
	let last = -1;
	for (let i = 0; i < count; i++) {
		let square = 0;
		let along = 0;
		for (let k = 0; k < size; k++) {
			const value = getKeyValue(curves[k]!, i);
			values[i * size + k] = value;
			square += value * value;
			if (last >= 0) along += value * values[last * size + k]!;
		}
		if (!Number.isFinite(square)) lengths[i] = Number.NaN;
		if (!isUnit || !Number.isFinite(square)) continue;
		lengths[i] = Math.sqrt(square);
		if (square === 0) continue;
		// q and −q are the same rotation; neighbors must have the same sign.
		const sign = isRotation && along < 0 ? -1 : 1;
		for (let k = 0; k < size; k++) values[i * size + k]! *= sign / lengths[i]!;
		last = i;
	}
	return { samples: { times, values, size }, lengths };
}

function restoreLengths(values: Float64Array, lengths: Float64Array, size: number): void {
	for (let i = 0; i < lengths.length; i++) {
		let square = 0;
		for (let k = 0; k < size; k++) square += values[i * size + k]! ** 2;
		if (!(square > 0 && lengths[i]! > 0)) continue;
		const scale = lengths[i]! / Math.sqrt(square);
		for (let k = 0; k < size; k++) values[i * size + k]! *= scale;
	}
}

function writeSamples(curves: readonly Curve[], values: Float64Array, lengths: Float64Array): Curve[] {
	return curves.map((curve, k) => {
		const written = copyCurve(curve);
		const { floats } = written;
		let isSame = true;
		for (let i = 0; i < curve.count; i++) {
			// Keys that are not finite keep their bits.
			if (Number.isNaN(lengths[i]!)) continue;
			const at = i * curve.stride + 1;
			const value = Math.fround(values[i * curves.length + k]!);
			isSame &&= floats[at] === value;
			floats[at] = value;
		}
		return isSame ? curve : written;
	});
}
