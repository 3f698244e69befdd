import { checkMarkers, type Issue, keepJsonFields, type Recording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import { joinChunks } from '../common/join-chunks.ts';
import type { FrameOptions } from '../frames/options.ts';
import { listRowTimes } from '../frames/row-times.ts';
import { encodeSchema } from './descriptor.ts';
import { createClock, listMessages } from './list-messages.ts';
import { writeMcap } from './mcap-file.ts';
import { encodeAttachment, encodeChannel, encodeMetadata, encodeSchemaRecord } from './records.ts';

/** The frames of an MCAP file. */
export type McapOptions = Pick<FrameOptions, 'frameRate' | 'times'>;

/** A recording as an MCAP file. */
export interface McapResult {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Data that the file does not hold, as warnings. */
	readonly issues: readonly Issue[];
}

/** An MCAP file in pieces. */
export interface McapChunks {
	/** Pieces of about a megabyte, made on demand. */
	readonly chunks: Iterable<Uint8Array<ArrayBuffer>>;
	/** Data that the file does not hold, as warnings. */
	readonly issues: readonly Issue[];
}

/** The attachment that holds the whole recording. */
export const ATTACHMENT_NAME = 'recording.reel';
const MEDIA_TYPE = 'application/octet-stream';

/** The topics and the messages that they carry, in the order of their channels. */
const TOPICS = [
	['/tf', 'FrameTransforms'],
	['/points', 'PointCloud'],
	['/scene', 'SceneUpdate'],
	['/log', 'Log'],
] as const;

/**
 * Returns an MCAP file for Foxglove, Lichtblick and Rerun: transforms of all poses, joints as points, bones as lines, and
 * markers and events as log messages. The whole recording is attached as a reel, so that nothing is lost when the file is
 * read back. `docs/mcap.md` describes it.
 *
 * Throws `RangeError` for a frame rate that is not above 0, for times that do not increase and for marker times that are
 * NaN.
 *
 * @example encodeMcap(recording, { frameRate: 60 }).bytes
 */
export function encodeMcap(recording: Recording, options: McapOptions = {}): McapResult {
	const { chunks, issues } = encodeMcapChunks(recording, options);
	return { bytes: joinChunks([...chunks]), issues };
}

/** {@link encodeMcap} in pieces, for long recordings. */
export function encodeMcapChunks(recording: Recording, options: McapOptions = {}): McapChunks {
	checkMarkers(recording.markers);
	const { frameRate, times: given } = options;
	const times = listRowTimes(recording, {
		...(frameRate === undefined ? {} : { frameRate }),
		...(given === undefined ? {} : { times: given }),
	});
	const issues: Issue[] = [];
	const reel = encodeReel(recording, { onIssue: (issue) => void issues.push(issue) });
	const clock = createClock(recording, times);
	const record = encodeAttachment(clock(0).time, ATTACHMENT_NAME, MEDIA_TYPE, reel);
	const write = (): Generator<Uint8Array<ArrayBuffer>> =>
		writeMcap({
			schemas: TOPICS.map(([, name], i) => encodeSchemaRecord(i + 1, `foxglove.${name}`, encodeSchema(name))),
			channels: TOPICS.map(([topic], i) => encodeChannel(i, i + 1, topic)),
			attachments: [{ record, name: ATTACHMENT_NAME, mediaType: MEDIA_TYPE }],
			metadata: [encodeMetadata('recording', listInfo(recording))],
			messages: listMessages(recording, times, clock),
		});
	return { chunks: { [Symbol.iterator]: write }, issues };
}

function listInfo({ info, duration }: Recording): (readonly [string, string])[] {
	const entries = Object.entries(keepJsonFields(info)).map(
		([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const,
	);
	return [['duration', `${duration} s`], ...entries];
}
