import type { Issue, Recording } from '@handreel/core';
import { checkMarkers, countOf, keepJsonFields } from '@handreel/core/internal';
import { encodeReel } from '@handreel/core/reel';
import type { EncodeChunks, EncodeResult } from '../common/format.ts';
import { joinFile } from '../common/join-chunks.ts';
import { createWarning } from '../common/warning.ts';
import { listRowTimes } from '../frames/row-times.ts';
import { encodeSchema } from './descriptor.ts';
import { listIsaacChannels, listIsaacMessages } from './isaac-messages.ts';
import { ISAAC_SCHEMAS } from './isaac-schemas.ts';
import { countFarEvents, createClock, findBase, listMessages, type McapTime } from './list-messages.ts';
import { type McapMessage, writeMcap } from './mcap-file.ts';
import { MCAP_OPTIONS, type McapOptions } from './options.ts';
import { encodeText } from './proto.ts';
import { ATTACHMENT_NAME, encodeAttachment, encodeChannel, encodeMetadata, encodeSchemaRecord } from './records.ts';
import { listRosMessages, ROS_TOPICS } from './ros-messages.ts';
import { formatRosSchema, type RosMessage } from './ros-schemas.ts';

const MEDIA_TYPE = 'application/octet-stream';

/** Messages of a kind: how they are encoded, and where they come from. */
interface Profile {
	/** What the file states as its profile. */
	readonly name: string;
	/** Foxglove, Lichtblick, Rerun and ROS read LZ4 and Zstandard; LZ4 is small enough to write here. Isaac Teleop writes none. */
	readonly compression: 'lz4' | '';
	readonly messageEncoding: string;
	readonly schemaEncoding: string;
	/** The topics and the names of their messages, in the order of their channels. */
	readonly listTopics: (recording: Recording) => readonly (readonly [topic: string, message: string])[];
	/** The definition of a message. */
	readonly encodeSchema: (message: string) => Uint8Array;
	readonly listMessages: (
		recording: Recording,
		times: ArrayLike<number>,
		clock: (time: number) => McapTime,
	) => Iterable<McapMessage>;
}

const TOPICS = [
	['/tf', 'FrameTransforms'],
	['/points', 'PointCloud'],
	['/scene', 'SceneUpdate'],
	['/log', 'Log'],
] as const;
type FoxgloveMessage = (typeof TOPICS)[number][1];

const PROFILES: Readonly<Record<NonNullable<McapOptions['profile']>, Profile>> = {
	foxglove: {
		name: '',
		compression: 'lz4',
		messageEncoding: 'protobuf',
		schemaEncoding: 'protobuf',
		listTopics: () => TOPICS.map(([topic, name]) => [topic, `foxglove.${name}`]),
		encodeSchema: (message) => encodeSchema(message.replace('foxglove.', '') as FoxgloveMessage),
		listMessages,
	},
	ros2: {
		name: 'ros2',
		compression: 'lz4',
		messageEncoding: 'cdr',
		schemaEncoding: 'ros2msg',
		listTopics: () => ROS_TOPICS.map(([topic, message]) => [topic, message.replace('/', '/msg/')]),
		encodeSchema: (message) => encodeText(formatRosSchema(message.replace('/msg/', '/') as RosMessage)),
		listMessages: listRosMessages,
	},
	isaac: {
		name: '',
		compression: '',
		messageEncoding: 'flatbuffer',
		schemaEncoding: 'flatbuffer',
		listTopics: (recording) => listIsaacChannels(recording).map(({ topic, schema }) => [topic, schema]),
		encodeSchema: (message) =>
			Uint8Array.from(atob(ISAAC_SCHEMAS[message as keyof typeof ISAAC_SCHEMAS]), (letter) => letter.charCodeAt(0)),
		listMessages: listIsaacMessages,
	},
};

/**
 * Returns an MCAP file for Foxglove, Lichtblick and Rerun: transforms of all poses, joints as points, bones as lines, and
 * markers and events as log messages; or one for ROS 2 or Isaac Teleop. The whole recording is attached as a reel, so that nothing is lost when the file is
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
	const farCount = countFarEvents(recording);
	if (farCount > 0) {
		const message = `${countOf(farCount, 'event')} at times that MCAP cannot hold: the log lacks them, and the attached reel has them`;
		issues.push(createWarning('values-lost', 'events', message));
	}
	const clock = createClock(base);
	const record = encodeAttachment(clock(0).time, ATTACHMENT_NAME, MEDIA_TYPE, reel);
	const { profile = MCAP_OPTIONS.profile.default } = options;
	const found = PROFILES[profile];
	if (found === undefined)
		throw new TypeError(`profile: '${profile}' is not one of ${Object.keys(PROFILES).join(', ')}`);
	const topics = found.listTopics(recording);
	const names = [...new Set(topics.map(([, name]) => name))];
	const write = (): Generator<Uint8Array<ArrayBuffer>> =>
		writeMcap({
			profile: found.name,
			compression: found.compression,
			schemas: names.map((name, i) => encodeSchemaRecord(i + 1, name, found.schemaEncoding, found.encodeSchema(name))),
			channels: topics.map(([topic, name], i) =>
				encodeChannel(i, names.indexOf(name) + 1, topic, found.messageEncoding),
			),
			attachments: [{ record, name: ATTACHMENT_NAME, mediaType: MEDIA_TYPE }],
			metadata: [encodeMetadata('recording', listInfo(recording))],
			messages: found.listMessages(recording, times, clock),
		});
	return { chunks: { [Symbol.iterator]: write }, issues };
}

function listInfo({ info, duration }: Recording): (readonly [string, string])[] {
	const entries = Object.entries(keepJsonFields(info)).map(
		([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const,
	);
	return [['duration', `${duration} s`], ...entries];
}
