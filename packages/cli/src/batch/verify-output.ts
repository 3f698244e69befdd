import type { Recording } from '@handreel/core';
import {
	type ChannelDeviation,
	type Comparison,
	compareRecordings,
	listExcesses,
	TOLERANCE_DEFAULTS,
	type Tolerances,
} from '@handreel/core/edit';
import { formatDegrees, formatMillimeters, formatPlural, formatSeconds } from '@handreel/text';
import { readBytes } from '../files/read-file.ts';
import { type EncodedOutput, readOutput } from '../formats/encode-output.ts';
import { findWritable } from '../formats/find-format.ts';

const EXACT = limitAll(0, 0);
/** Formats that store computed poses round them. */
const ROUNDING = limitAll(1e-6, 1e-4);

/**
 * Reads an output back from its file and lists how it differs from the recording that was written, beyond the given
 * tolerances or the rounding of its format. Empty if it does not.
 */
export async function verifyOutput(
	path: string,
	encoded: EncodedOutput,
	recording: Recording,
	tolerances?: Tolerances,
): Promise<string[]> {
	const bytes = path === '-' ? encoded.bytes : await readBytes(path);
	const read = await readOutput({ ...encoded, bytes });
	if (read === null) return [`${encoded.format} files cannot be read back`];
	const keepsKeys = findWritable(encoded.format)?.losses.keys === undefined;
	return listDifferences(compareRecordings(recording, read), tolerances ?? (keepsKeys ? EXACT : ROUNDING));
}

function limitAll(value: number, degrees: number): Tolerances {
	const limits = Object.keys(TOLERANCE_DEFAULTS).map((name) => [name, name.endsWith('Degrees') ? degrees : value]);
	return Object.fromEntries(limits);
}

function listDifferences(comparison: Comparison, tolerances: Tolerances): string[] {
	const { states, onlyInA, onlyInB, markers, events } = comparison;
	const excesses = listExcesses(comparison, tolerances);
	const worst = excesses.toSorted((a, b) => b.max - a.max)[0];
	const late = states.filter(({ seconds }) => seconds > 0);
	const counts = (lost: number, added: number, noun: string): string[] => [
		...(lost > 0 ? [`${formatPlural(lost, noun)} missing`] : []),
		...(added > 0 ? [`${formatPlural(added, noun)} added`] : []),
	];
	return [
		...(worst === undefined
			? []
			: [`${formatPlural(excesses.length, 'channel')} deviate, such as ${worst.path} by ${describeDeviation(worst)}`]),
		...late.map(({ path, seconds }) => `${path} differs for ${formatSeconds(seconds)}`),
		...onlyInA.map((path) => `${path} is missing`),
		...onlyInB.map((path) => `${path} was added`),
		...counts(markers.onlyInA.length, markers.onlyInB.length, 'marker'),
		...counts(events.onlyInA.length, events.onlyInB.length, 'event'),
	];
}

function describeDeviation({ unit, max, time }: ChannelDeviation): string {
	const size = unit === 'meters' ? formatMillimeters(max) : unit === 'degrees' ? formatDegrees(max) : max.toFixed(4);
	return `${size} at ${formatSeconds(time)}`;
}
