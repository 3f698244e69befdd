import { evaluateCurve, type Issue, type Recording, SIDES } from '@handreel/core';
import { type Filled, listFrameTimes } from '@handreel/core/internal';
import { createChannel, MEASURE_DEFAULTS } from '@handreel/core/measure';
import type { Plot, PlotMark, PlotPanel, PlotSeries } from '../scale/plot.ts';
import { type ChannelGroup, chooseChannels, expandChannel } from './expand-channel.ts';

/** A recording to plot. */
export interface PlotInput {
	/** Shown where there are several recordings. */
	readonly name: string;
	readonly recording: Recording;
	/** Problems to mark, such as those of core's `diagnoseRecording`. */
	readonly problems?: readonly Issue[];
}

/** What is plotted. */
export interface PlotOptions {
	/**
	 * A panel each: an expression (`speed(left.wrist)`), a pattern (`curl(left.*)`), a function alone (`aperture`), a point
	 * (`head`, `left.indexTip`) or a track. Default: speed, aperture and the height of the head, as far as they were recorded.
	 */
	readonly channels?: readonly string[] | undefined;
	/** Show tracking and pinches. Default: only without `channels`. */
	readonly states?: boolean | undefined;
	/** Seconds. Default {@link PLOT_DEFAULTS}. */
	readonly start?: number | undefined;
	/** Seconds. Default: the duration of the longest recording. */
	readonly end?: number | undefined;
	/** Default: the name of the recording, or their number. */
	readonly title?: string | undefined;
}

/** The values of options that are not given. */
export const PLOT_DEFAULTS: Filled<Pick<PlotOptions, 'start'>> = { start: 0 };

/** More than a picture has columns. Tracks of longer recordings have fewer samples per second. */
const MAX_TRACK_SAMPLES = 2 ** 19;

const NOTHING = 'inputs: the recordings have nothing to plot';

interface NamedSeries extends Omit<PlotSeries, 'label' | 'color' | 'dash'> {
	readonly label: string;
	/** The index of the recording. */
	readonly input: number;
	readonly unit: string;
}

/**
 * Chooses and computes what a plot shows. {@link renderSvg} and {@link renderText} draw it.
 *
 * Throws `TypeError` for channels that are not understood and for an empty list of recordings, and `RangeError` for channels that no
 * recording has and for a range without length.
 *
 * @example
 * const plot = createPlot([{ name: 'session', recording }], { channels: ['speed(*.wrist)', 'aperture'] });
 */
export function createPlot(inputs: readonly PlotInput[], options: PlotOptions = {}): Plot {
	if (inputs.length === 0) throw new TypeError('inputs: expected at least one recording');
	const recordings = inputs.map(({ recording }) => recording);
	const {
		channels = chooseChannels(recordings),
		states = options.channels === undefined,
		start = PLOT_DEFAULTS.start,
	} = options;
	const { end = Math.max(...recordings.map(({ duration }) => (Number.isFinite(duration) ? duration : 0))) } = options;
	if (options.end === undefined && !(end > 0)) throw new RangeError(NOTHING);
	if (!(end > start)) throw new RangeError(`end: ${end} s does not come after the start, ${start} s`);
	const panels = [
		...(states ? [createStates(inputs)] : []),
		...channels.map((text) => createPanel(inputs, expandChannel(recordings, text))),
	].filter(({ series }) => series.length > 0);
	if (panels.length === 0) throw new RangeError(NOTHING);
	const [first] = inputs;
	const { title = inputs.length === 1 ? (first?.name ?? '') : `${inputs.length} recordings` } = options;
	return { title, start, end, panels, marks: listMarks(inputs, start, end) };
}

function createPanel(inputs: readonly PlotInput[], group: ChannelGroup): PlotPanel {
	const found: NamedSeries[] = [];
	let absent: RangeError | null = null;
	for (const expression of group.expressions) {
		inputs.forEach(({ recording }, input) => {
			try {
				const { values, sampleRate, unit } = createChannel(recording, expression);
				found.push({ label: shorten(expression, group), values, sampleRate, unit, input });
			} catch (error) {
				// Other recordings, or other names of a pattern, may have it.
				if (!(error instanceof RangeError)) throw error;
				absent = error;
			}
		});
	}
	for (const name of group.tracks) {
		for (const [input, { recording }] of inputs.entries()) found.push(...sampleTrack(recording, name, input));
	}
	if (found.length === 0 && absent !== null) throw absent;
	const isState =
		found.length > 0 &&
		found.every(({ values }) => values.every((value) => value === 0 || value === 1 || Number.isNaN(value)));
	return {
		title: group.title,
		unit: found[0]?.unit ?? '',
		kind: isState && found.every(({ unit }) => unit === '') ? 'states' : 'lines',
		series: styleSeries(found, inputs, group.title),
	};
}

// `left.wrist` for `speed(left.wrist)` in a panel with the title `speed`.
function shorten(expression: string, { title }: ChannelGroup): string {
	const [, name, inner = ''] = /^(\w+)\((.*)\)$/.exec(expression) ?? [];
	if (name === title) return inner;
	// Coordinates of a point.
	return inner === title ? (name ?? expression) : expression;
}

function sampleTrack(recording: Recording, name: string, input: number): NamedSeries[] {
	const track = recording.tracks.find((some) => some.name === name);
	if (track === undefined || (track.kind !== 'scalar' && track.kind !== 'boolean')) return [];
	const sampleRate = Math.min(MEASURE_DEFAULTS.sampleRate, MAX_TRACK_SAMPLES / recording.duration);
	const values = listFrameTimes(recording.duration, sampleRate).map((time) => evaluateCurve(track.value, time));
	return [{ label: name, values, sampleRate, unit: '', input }];
}

function createStates(inputs: readonly PlotInput[]): PlotPanel {
	const found: NamedSeries[] = [];
	inputs.forEach(({ recording }, input) => {
		if (recording.hands === null) return;
		for (const state of ['tracked', 'pinching'] as const) {
			for (const side of SIDES) {
				if (recording.hands[side][state].count === 0) continue;
				const { values, sampleRate, unit } = createChannel(recording, `${state}(${side})`);
				found.push({ label: `${side} ${state}`, values, sampleRate, unit, input });
			}
		}
	});
	return { title: 'states', unit: '', kind: 'states', series: styleSeries(found, inputs, 'states') };
}

// One recording: a color per line. Several: a color per recording, and a line style per channel.
function styleSeries(found: readonly NamedSeries[], inputs: readonly PlotInput[], title: string): PlotSeries[] {
	const labels = [...new Set(found.map(({ label }) => label))];
	return found.map(({ label, input, values, sampleRate }) => {
		const index = labels.indexOf(label);
		// Left and right keep their colors in all panels.
		const side = /\bleft\b/.test(label) ? 0 : /\bright\b/.test(label) ? 1 : index;
		const isOneOfEach = labels.length <= 2 || /tracked|pinching/.test(label);
		if (inputs.length === 1) return { label, values, sampleRate, color: isOneOfEach ? side : index, dash: 0 };
		const name = inputs[input]?.name ?? '';
		// The title of the panel names its only channel.
		return { label: label === title ? name : `${name} ${label}`, values, sampleRate, color: input, dash: index };
	});
}

function listMarks(inputs: readonly PlotInput[], start: number, end: number): PlotMark[] {
	const name = (input: PlotInput, label: string): string => (inputs.length === 1 ? label : `${input.name}: ${label}`);
	const marks = inputs.flatMap((input): PlotMark[] => [
		...input.recording.markers.map(
			(marker): PlotMark => ({
				time: marker.time,
				label: name(input, marker.name),
				kind: 'marker',
			}),
		),
		...(input.problems ?? []).flatMap(({ time, code }): PlotMark[] =>
			time === null ? [] : [{ time, label: name(input, code), kind: 'problem' }],
		),
	]);
	return marks.filter(({ time }) => time >= start && time <= end).sort((a, b) => a.time - b.time);
}
