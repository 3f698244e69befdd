// The facts that the file reader shows. Nothing leaves the browser.
import { decodeRecording, detectFormat, findFormat } from '@handreel/convert';
import {
	describeLayout,
	type Issue,
	isRecordingError,
	iterateCurves,
	listTrueSpans,
	type Recording,
	SIDES,
	sumTimeSpans,
} from '@handreel/core';
import { diagnoseBytes, diagnoseRecording } from '@handreel/core/diagnose';
import { formatBytes, formatCount, formatPlural, formatSeconds } from '@handreel/text';

/** The facts about a file, ready to print. */
export interface FileFacts {
	readonly name: string;
	readonly rows: readonly (readonly [label: string, value: string])[];
	readonly issues: readonly Pick<Issue, 'severity' | 'code' | 'message'>[];
	/** `null` if nothing could be read. */
	readonly recording: Recording | null;
}

/** Reads a file of any format. Damaged and unknown files have issues instead of a recording. */
export async function readFacts(name: string, bytes: Uint8Array): Promise<FileFacts> {
	const format = await detectFormat(bytes);
	const description = (format && findFormat(format)?.description) ?? 'unknown';
	const head: FileFacts['rows'] = [
		['Size', formatBytes(bytes.length)],
		['Format', description],
	];
	const { recording, issues } = await decode(bytes, format === 'bin');
	return { name, issues, recording, rows: recording === null ? head : [...head, ...describe(recording)] };
}

async function decode(bytes: Uint8Array, isBin: boolean): Promise<Pick<FileFacts, 'recording' | 'issues'>> {
	// Reads the undamaged part of a damaged file, too.
	if (isBin) return diagnoseBytes(bytes);
	try {
		const { recording, issues } = await decodeRecording(bytes);
		return { recording, issues: [...issues, ...diagnoseRecording(recording)] };
	} catch (error) {
		if (!isRecordingError(error)) throw error;
		return { recording: null, issues: [error.issue] };
	}
}

function describe(recording: Recording): [string, string][] {
	const { duration, head, hands, gaze, markers, layout } = recording;
	const keys = [...iterateCurves(recording)].reduce((sum, [, curve]) => sum + curve.count, 0);
	const sections = [head && 'head', hands && 'hands', gaze && 'gaze'].filter((name) => name !== null);
	return [
		...(layout === null ? [] : [['Layout', describeLayout(layout).name] as [string, string]]),
		['Duration', formatSeconds(duration)],
		['Sections', sections.length === 0 ? 'none' : sections.join(', ')],
		['Keys', formatCount(keys)],
		...(hands === null ? [] : SIDES.map((side) => describeHand(recording, side))),
		['Markers', markers.length === 0 ? 'none' : formatPlural(markers.length, 'marker')],
	];
}

function describeHand({ hands, duration }: Recording, side: 'left' | 'right'): [string, string] {
	const span = { start: 0, end: duration };
	const { tracked, pinching } = hands?.[side] ?? {};
	const sum = (curve: typeof tracked) =>
		formatSeconds(curve === undefined ? 0 : sumTimeSpans(listTrueSpans(curve, span)));
	return [side === 'left' ? 'Left hand' : 'Right hand', `tracked ${sum(tracked)}, pinching ${sum(pinching)}`];
}
