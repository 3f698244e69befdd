import type { Recording } from '../../model/recording.ts';
import { type MotionOptions, readSettings } from '../options.ts';
import { CHANNEL_KINDS, type ChannelInfo } from './channels.ts';
import { Plotter } from './plotter.ts';

/** A figure over time, as plain data. */
export interface Channel {
	/** The expression without needless spaces. */
	readonly expression: string;
	/** `''` for states and shares. */
	readonly unit: string;
	/** Hz. */
	readonly sampleRate: number;
	/** The value at i / `sampleRate` seconds; NaN without data, such as while a hand is not tracked. */
	readonly values: Float64Array;
}

/** The functions that channel expressions can use, such as `distance`. */
export const CHANNELS: readonly ChannelInfo[] = /* @__PURE__ */ CHANNEL_KINDS.map(
	({ name, parameters, unit, description }) => ({ name, parameters, unit, description }),
);

/**
 * Creates a channel from an expression: a function of {@link CHANNELS} with the names of its points (`head`, `gaze`,
 * `left.indexTip`, `right.controller`, the name of a track of poses such as `body-hips`), hands (`left`) or fingers (`left.index`). MEASURES.md defines them.
 *
 * Throws `TypeError` for an expression that is not understood, `RangeError` for data that the recording does not have
 * and for invalid options.
 *
 * @example
 * const aperture = createChannel(recording, 'distance(left.thumbTip, left.indexTip)');
 * sampleChannel(aperture, 1.25); // 0.072 meters
 */
export function createChannel(recording: Recording, expression: string, options: MotionOptions = {}): Channel {
	const settings = readSettings(options);
	const { name, names } = parseExpression(expression);
	const kind = CHANNEL_KINDS.find((known) => known.name === name);
	if (kind === undefined) {
		const known = CHANNEL_KINDS.map((entry) => entry.name).join(', ');
		throw new TypeError(`expression: '${name}' is not a channel; expected ${known}`);
	}
	const { parameters, unit, plot } = kind;
	if (names.length !== parameters.length) {
		const usage = `${name}(${parameters.join(', ')})`;
		throw new TypeError(`expression: expected ${usage}, got ${names.length} of ${parameters.length} names`);
	}
	const values = plot(new Plotter(recording, settings), ...names);
	return { expression: `${name}(${names.join(', ')})`, unit, sampleRate: settings.sampleRate, values };
}

/**
 * Returns the value of a channel at a time in seconds, on a straight line between two samples. NaN without data and
 * outside the recording.
 */
export function sampleChannel({ values, sampleRate }: Channel, time: number): number {
	const at = time * sampleRate;
	const index = Math.floor(at);
	const share = at - index;
	const value = values[index] ?? Number.NaN;
	return share === 0 ? value : value + share * ((values[index + 1] ?? Number.NaN) - value);
}

// `distance(left.wrist, head)` → distance, [left.wrist, head].
function parseExpression(expression: string): { readonly name: string; readonly names: readonly string[] } {
	const [, name, inner] = /^\s*(\w+)\s*\(([^()]*)\)\s*$/.exec(expression) ?? [];
	if (name === undefined || inner === undefined) {
		throw new TypeError(`expression: '${expression}' is not understood; expected NAME(POINT, …), such as speed(head)`);
	}
	const names = inner.trim() === '' ? [] : inner.split(',').map((text) => text.trim());
	return { name, names };
}
