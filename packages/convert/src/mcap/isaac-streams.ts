import { type Issue, RecordingError, type Side } from '@handreel/core';
import { countOf, type ReadBudget } from '@handreel/core/internal';
import { createWarning } from '../common/warning.ts';
import { FlatTable } from './flat-buffers.ts';
import {
	BODY_JOINT_COUNT,
	HAND_JOINT_BYTES,
	HAND_JOINTS,
	INPUT_BYTES,
	ISAAC,
	TIMES_BYTES,
	VALID_AT,
	VALID_POSE_BYTES,
} from './isaac-layout.ts';
import { type FileMessage, readMessages } from './read-messages.ts';

/** What a stream holds. */
export type IsaacKind = keyof typeof ISAAC;

/** The sizes of the fields in each kind of data, in bytes. */
const FIELDS: Readonly<Record<IsaacKind, readonly number[]>> = {
	hand: [HAND_JOINTS * HAND_JOINT_BYTES],
	head: [VALID_AT, 1, 1],
	controller: [VALID_POSE_BYTES, VALID_POSE_BYTES, INPUT_BYTES],
	body: [BODY_JOINT_COUNT * VALID_POSE_BYTES],
};
/** Memory of a message, with its offsets and times. */
const MESSAGE_BYTES = 250;

/** A message: where its fields are in the file, `null` if absent; `null` without data, while nothing is tracked. */
export type IsaacFields = readonly (number | null)[] | null;

/** The messages of a topic, in order of time. */
export interface IsaacStream {
	readonly kind: IsaacKind;
	readonly side: Side | null;
	/** Such as `left_hand` or `head`; unique. */
	readonly name: string;
	/** The file. */
	readonly view: DataView;
	readonly frames: readonly IsaacFields[];
	/** Seconds, from the first message of all streams on. */
	readonly times: Float32Array;
	/** Seconds from when a sample was taken until it was available. */
	readonly latencies: Float32Array;
	/** Seconds on the clock of the device, from its first message on. */
	readonly deviceTimes: Float32Array;
	/** Messages that are left out because their times do not increase. */
	readonly dropped: number;
}

interface Message {
	readonly fields: IsaacFields;
	readonly available: bigint;
	readonly sample: bigint;
	readonly raw: bigint;
}

/** Reads the messages of Isaac Teleop. Throws `bad-mcap` with the place, and `too-large`. */
export function readIsaacStreams(
	bytes: Uint8Array,
	budget: ReadBudget,
): { readonly streams: readonly IsaacStream[]; readonly startTime: number; readonly issues: Issue[] } {
	const topics = new Map<string, { readonly kind: IsaacKind; readonly messages: Message[] }>();
	const others = new Map<string, number>();
	for (const message of readMessages(bytes)) {
		const kind = (Object.keys(ISAAC) as IsaacKind[]).find((name) => ISAAC[name] === message.schema);
		if (kind === undefined) {
			others.set(message.topic, (others.get(message.topic) ?? 0) + 1);
			continue;
		}
		budget.chargeBytes(MESSAGE_BYTES);
		const topic = topics.get(message.topic);
		const parsed = readRecord(message, kind, bytes.byteOffset);
		if (topic === undefined) topics.set(message.topic, { kind, messages: [parsed] });
		else topic.messages.push(parsed);
	}
	const issues = [...others].map(([topic, count]) =>
		createWarning('section-lost', topic, `${countOf(count, 'message')} of another kind left out`),
	);
	// Devices that report no sample times leave zeros.
	const all = [...topics.values()].flatMap(({ messages }) => messages);
	const hasSamples = all.every(({ sample }) => sample > 0n);
	const timeOf = ({ sample, available }: Message): bigint => (hasSamples ? sample : available);
	const start = all.reduce(
		(least, message) => (timeOf(message) < least ? timeOf(message) : least),
		timeOf(all[0] ?? ZERO),
	);
	const streams = new Map<string, IsaacStream>();
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	for (const [topic, { kind, messages }] of topics) {
		const name = topic.split('/').at(-1)!;
		const isSided = kind === 'hand' || kind === 'controller';
		const side = !isSided ? null : /left/i.test(name) ? 'left' : /right/i.test(name) ? 'right' : null;
		const key = side === null ? kind : `${side}_${kind}`;
		if (streams.has(key) || (isSided && side === null)) {
			const reason = streams.has(key) ? `is a second ${kind}` : 'is neither left nor right';
			issues.push(createWarning('section-lost', topic, `left out: ${reason}`));
		} else streams.set(key, createStream({ kind, side, name: key, view }, messages, start, timeOf));
	}
	return { streams: [...streams.values()], startTime: Number(start) / 1e9, issues };
}

const ZERO: Message = { fields: null, available: 0n, sample: 0n, raw: 0n };

function createStream(
	facts: Pick<IsaacStream, 'kind' | 'side' | 'name' | 'view'>,
	messages: readonly Message[],
	start: bigint,
	timeOf: (message: Message) => bigint,
): IsaacStream {
	const seconds = (nanoseconds: bigint): number => Math.fround(Number(nanoseconds) / 1e9);
	let last = Number.NEGATIVE_INFINITY;
	const kept = messages.filter((message) => {
		const time = seconds(timeOf(message) - start);
		if (!(time > last)) return false;
		last = time;
		return true;
	});
	const first = kept[0]?.raw ?? 0n;
	return {
		...facts,
		frames: kept.map(({ fields }) => fields),
		times: Float32Array.from(kept, (message) => seconds(timeOf(message) - start)),
		latencies: Float32Array.from(kept, ({ available, sample }) => seconds(available - sample)),
		deviceTimes: Float32Array.from(kept, ({ raw }) => seconds(raw - first)),
		dropped: messages.length - kept.length,
	};
}

function readRecord({ data, logTime, offset }: FileMessage, kind: IsaacKind, fileStart: number): Message {
	try {
		const root = FlatTable.root(data);
		const table = root.findTable(0);
		const shift = data.byteOffset - fileStart;
		const fields = FIELDS[kind].map((size, i) => {
			const at = table?.findField(i, size) ?? null;
			return at === null ? null : at + shift;
		});
		const at = root.findField(1, TIMES_BYTES);
		const read = (i: number): bigint => (at === null ? logTime : root.view.getBigInt64(at + 8 * i, true));
		return { fields: table === null ? null : fields, available: read(0), sample: read(1), raw: read(2) };
	} catch (cause) {
		if (!(cause instanceof RangeError)) throw cause;
		const message = `a message of ${ISAAC[kind]} is damaged`;
		throw new RecordingError(
			{ code: 'bad-mcap', severity: 'error', message, path: '', byteOffset: offset, time: null },
			{ cause },
		);
	}
}
