import type { Issue, Recording } from '@handreel/core';
import { checkMarkers, keepJsonFields } from '@handreel/core/internal';
import { encodeReel } from '@handreel/core/reel';
import type { EncodeChunks, EncodeResult } from '../common/format.ts';
import { joinFile } from '../common/join-chunks.ts';
import { createWarning } from '../common/warning.ts';
import { listRowTimes } from '../frames/row-times.ts';
import { encodeSchema } from './descriptor.ts';
import { createClock, findBase, listMessages } from './list-messages.ts';
import { writeMcap } from './mcap-file.ts';
import type { McapOptions } from './options.ts';
import { ATTACHMENT_NAME, encodeAttachment, encodeChannel, encodeMetadata, encodeSchemaRecord } from './records.ts';

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
export function encodeMcap(recording: Recording, options: McapOptions = {}): EncodeResult {
	return joinFile(encodeMcapChunks(recording, options));
}

/** {@link encodeMcap} in pieces, for long recordings. */
export function encodeMcapChunks(recording: Recording, options: McapOptions = {}): EncodeChunks {
	checkMarkers(recording.markers);
	const times = listRowTimes(recording, options);
	const issues: Issue[] = [];
	const reel = encodeReel(recording, { onIssue: (issue) => void issues.push(issue) });
	const { base, isMoved } = findBase(recording, times);
	if (isMoved) {
		const message = `MCAP has no times before 0: messages are ${base} s later than in the recording`;
		issues.push(createWarning('values-lost', 'times', message));
	}
	const clock = createClock(base);
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
