import { type FrameSample, POSE_STRIDE, type Recording } from '@handreel/core';
import { checkMarkers, DEFAULT_SPACE } from '@handreel/core/internal';
import { createSimdSampler, type SimdSampler } from '@handreel/core/simd';
import { AsciiWriter, CHUNK_SIZE } from '../common/ascii-writer.ts';
import type { EncodeChunks, EncodeResult } from '../common/format.ts';
import { encodeText, joinFile } from '../common/join-chunks.ts';
import { type Column, listPresent, MARKER_COLUMN, SPACE_COLUMN, TIME_COLUMN } from '../frames/columns.ts';
import { listFrameIssues } from '../frames/issues.ts';
import { labelRows, listLabelTracks, nameLabelColumn } from '../frames/label-columns.ts';
import type { FrameOptions } from '../frames/options.ts';
import { listRowTimes } from '../frames/row-times.ts';
import { markRows, quoteText } from './mark-rows.ts';

/**
 * Returns a table of sampled frames with a row per frame and a column per value: `time_s`, `space`, `marker`, `head_px_m`,
 * `left_indexTip_qw`, `gaze_dx` and so on, then a column such as `label_gesture` per track of spans. Only values with keys have columns. `docs/csv.md` lists them.
 *
 * Throws `RangeError` for a frame rate that is not above 0, for times that do not increase and for marker times that are NaN.
 *
 * @example encodeCsv(recording, { frameRate: 60, space: 'webxr' }).bytes
 */
export function encodeCsv(recording: Recording, options: FrameOptions = {}): EncodeResult {
	return joinFile(encodeCsvChunks(recording, options));
}

/** {@link encodeCsv} in pieces, for large tables. */
export function encodeCsvChunks(recording: Recording, options: FrameOptions = {}): EncodeChunks {
	checkMarkers(recording.markers);
	const times = listRowTimes(recording, options);
	const { names, issues } = markRows(recording.markers, times);
	const columns = times.length === 0 ? [] : listPresent(recording, options.joints);
	const sampler = createSimdSampler(recording, options);
	const labels = listLabelTracks(recording).map((track): Labels => {
		return { name: nameLabelColumn(track), cells: labelRows(track.spans, times) };
	});
	const space = options.space ?? DEFAULT_SPACE;
	const write = (): Generator<string> => writeTable({ columns, labels, times, names, space, sampler });
	return {
		chunks: encodeText({ [Symbol.iterator]: write }),
		issues: [...listFrameIssues(recording, times, options, columns, ['labels']), ...issues],
	};
}

/** A column of labels, with a cell per row. */
interface Labels {
	readonly name: string;
	readonly cells: readonly (string | null)[];
}

interface Table {
	readonly columns: readonly Column[];
	readonly labels: readonly Labels[];
	readonly times: ArrayLike<number>;
	/** Quoted names of markers by row. */
	readonly names: ReadonlyMap<number, string>;
	readonly space: string;
	readonly sampler: SimdSampler;
}

function* writeTable({ columns, labels, times, names, space, sampler }: Table): Generator<string> {
	const writer = new AsciiWriter(CHUNK_SIZE);
	const { frame } = sampler;
	yield `${[TIME_COLUMN, SPACE_COLUMN, MARKER_COLUMN, ...columns.map(({ name }) => name), ...labels.map(({ name }) => quoteText(name))].join(',')}\n`;
	for (let row = 0; row < times.length; row++) {
		const time = times[row]!;
		sampler.sampleFrame(time, frame);
		if (Math.fround(time) === time) writer.addFloat(time);
		else writer.addText(String(time));
		writer.addText(`,${space},`);
		const name = names.get(row);
		if (name !== undefined) yield writer.take() + name;
		for (const column of columns) {
			writer.addText(',');
			writeCell(writer, frameValue(frame, column));
			if (writer.isFull) yield writer.take();
		}
		if (labels.length > 0) {
			const cells = labels.map((column) => `,${quoteText(column.cells[row] ?? '')}`);
			yield writer.take() + cells.join('');
		}
		writer.addText('\n');
		if (writer.isFull) yield writer.take();
	}
	yield writer.take();
}

function writeCell(writer: AsciiWriter, value: number): void {
	if (Number.isFinite(value)) writer.addFloat(value);
	else writer.addText(String(value));
}

function frameValue(frame: FrameSample, { source, offset }: Column): number {
	if (source.section === 'joint') return frame.hands[source.side].joints[source.joint * POSE_STRIDE + offset]!;
	if (source.section === 'state') return frame.hands[source.side][source.state] ? 1 : 0;
	if (source.section === 'hand') {
		const { aim, pinchStrength } = frame.hands[source.side];
		return source.part === 'aim' ? aim[offset]! : Math.fround(pinchStrength);
	}
	if (source.section === 'controller') {
		const controller = frame.controllers[source.side];
		return source.part === 'tracked' ? Number(controller.tracked) : controller[source.part][offset]!;
	}
	return frame[source.section][offset]!;
}
