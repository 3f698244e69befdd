import { createRecording, type Recording, type Track } from '@handreel/core';
import { listEvenTimes, listKeyTimes, readOptions } from '@handreel/core/internal';
import { ByteWriter } from '../common/byte-writer.ts';
import { CurveCursor, PoseCursor } from '../common/curve-cursor.ts';
import type { EncodeChunks, EncodeResult } from '../common/format.ts';
import { joinFile } from '../common/join-chunks.ts';
import { createWarning } from '../common/warning.ts';
import { type CompleteDetails, readDetails } from './details.ts';
import { delayTimes } from './frame-times.ts';
import { type FrameSources, seekSources, writeFirstFrame, writeSecondFrame } from './frame-writer.ts';
import { HandSource } from './hand-source.ts';
import { listHandsbinIssues } from './issues.ts';
import {
	BEFORE_SUCCESS_TRACK,
	CAPTURE_JOINT_COUNT,
	OPTION_BEFORE_RENDER,
	SUCCESS_TRACK,
	TRACK_PREFIX,
} from './layout.ts';
import { HANDSBIN_LAYOUTS, HANDSBIN_OPTIONS, type HandsbinOptions } from './options.ts';

/**
 * Writes a Unity XR Hands capture. A recording that was read from a capture and not edited is written as the same bytes. Version 2
 * is for XR Hands 1.8 and later, version 1 for 1.7; each reads only its own version.
 *
 * There is a frame at each time of a key of head and hands, or at a constant `frameRate`. A hand without joints in a frame
 * is lost there. Throws `TypeError` for an unknown layout and `RangeError` for a frame rate that is not above 0.
 *
 * @example encodeHandsbin(recording, { layout: 'handsbin-2' }).bytes
 */
export function encodeHandsbin(recording: Recording, options: HandsbinOptions = {}): EncodeResult {
	return joinFile(encodeHandsbinChunks(recording, options));
}

/** {@link encodeHandsbin} in the shape of files in pieces. There is one piece. */
export function encodeHandsbinChunks(recording: Recording, given: HandsbinOptions = {}): EncodeChunks {
	const options = readOptions(HANDSBIN_OPTIONS, given);
	const details = readDetails(recording, options.name);
	const version = chooseVersion(options, details);
	const sources = createSources(recording, details);
	const found = listTimes(recording, options, version);
	const start = Math.min(0, found[0] ?? 0);
	// Rounding may make moved times equal.
	const kept = found.filter((time, i) => i === 0 || Math.fround(time - start) > Math.fround(found[i - 1]! - start));
	const times = kept.map((time) => time - start);
	const writer = new ByteWriter();
	const isLagging = version === 2 && details.isLagging;
	writeHeader(writer, version, details, findDuration(times, details, isLagging), times.length);
	const stamps = isLagging ? delayTimes(times) : times;
	for (let i = 0; i < times.length; i++) {
		seekSources(sources, kept[i]!);
		if (version === 1) writeFirstFrame(writer, stamps[i]!, sources);
		else writeSecondFrame(writer, stamps[i]!, sources);
	}
	const issues = listHandsbinIssues(recording, version, sources, details.version);
	if (start < 0) {
		issues.push(createWarning('values-lost', 'times', `the first frame is at ${start} s; moved to 0`));
	}
	return { chunks: [writer.toBytes()], layout: HANDSBIN_LAYOUTS[version - 1], issues };
}

function chooseVersion({ layout }: HandsbinOptions, { version }: CompleteDetails): 1 | 2 {
	if (layout === undefined) return version ?? 2;
	return layout === 'handsbin-1' ? 1 : 2;
}

function createSources(recording: Recording, { options }: CompleteDetails): FrameSources {
	const { head, hands, tracks } = recording;
	const find = (name: string): CurveCursor | null => {
		const track = tracks.find((candidate) => candidate.name === name);
		return track?.kind === 'scalar' ? new CurveCursor(track.value) : null;
	};
	return {
		head: head && new PoseCursor(head),
		hands: hands && { left: new HandSource(recording, 'left'), right: new HandSource(recording, 'right') },
		success: find(SUCCESS_TRACK),
		beforeSuccess: find(BEFORE_SUCCESS_TRACK),
		hasBeforeRender: (options & OPTION_BEFORE_RENDER) !== 0,
	};
}

// Every time at which the parts that are written have a key.
function listTimes(recording: Recording, { frameRate }: HandsbinOptions, version: 1 | 2): Float32Array {
	if (frameRate !== undefined) return Float32Array.from(listEvenTimes(recording, frameRate));
	const { head, hands, tracks } = recording;
	const own: readonly Track[] = tracks.filter(({ name }) => name.startsWith(TRACK_PREFIX));
	const success = own.find(({ name }) => name === SUCCESS_TRACK);
	const parts =
		version === 1 ? { hands, tracks: success === undefined ? [] : [success] } : { head, hands, tracks: own };
	return listKeyTimes(createRecording(parts));
}

function findDuration(times: Float32Array, { stop }: CompleteDetails, isLagging: boolean): number {
	const last = times[times.length - 1] ?? 0;
	// The recorder was stopped later, unless an edit has changed the end.
	const isOwn = !isLagging || times.length < 2;
	return isOwn && stop !== null && Object.is(Math.fround(stop.lastFrame), last) ? stop.duration : last;
}

function writeHeader(
	writer: ByteWriter,
	version: 1 | 2,
	details: CompleteDetails,
	duration: number,
	frameCount: number,
): void {
	writer.addInt(version);
	if (version === 2) {
		writer.addInt(details.sequenceFlags);
		writer.addInt(details.options);
	}
	writer.addString(details.name);
	writer.addFloat(duration);
	if (version === 2) {
		writer.addInt(CAPTURE_JOINT_COUNT);
		writer.addBytes(details.jointsInLayout);
		writer.addInt(details.meshLayout);
		for (const value of details.fingerShapes) writer.addFloat(value);
	}
	writer.addInt(frameCount);
}
