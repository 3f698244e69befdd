import {
	type ControllerParts,
	createCurve,
	createRecording,
	type EventTrack,
	type Issue,
	type LimitOptions,
	type RecordingInfo,
	type Track,
} from '@handreel/core';
import { countOf, ReadBudget } from '@handreel/core/internal';
import type { ReadResult } from '../common/format.ts';
import { StateKeys } from '../common/state-keys.ts';
import { createWarning } from '../common/warning.ts';
import { FRAME_BYTES, readFrames } from './frames.ts';
import { ReplayReader } from './replay-reader.ts';

/** Memory of an event. */
const EVENT_BYTES = 120;
/** The number and the version at the start of a file. */
const HEADER_BYTES = 5;
/** The kinds of the events of notes. The first two have 72 more bytes about the cut. */
const NOTE_EVENTS = ['good', 'bad', 'miss', 'bomb'];
const CUT_BYTES = 72;
const SECTIONS = ['info', 'frames', 'notes', 'walls', 'heights', 'pauses', 'controllerOffsets', 'userData'] as const;
/** The profiles of controllers. */
const PROFILES: readonly (readonly [RegExp, string])[] = [
	[/knuckles|index/i, 'valve-index'],
	[/touch|quest|oculus|rift/i, 'oculus-touch'],
	[/vive/i, 'htc-vive'],
	[/windows|mixed|wmr/i, 'windows-mixed-reality'],
];

/**
 * Reads a replay of Beat Saber: head, both controllers, and events of the game as tracks. Times are those of the song. The player is
 * `info.subject`.
 *
 * Throws `bad-bsor`, `bad-count` and `truncated` with the place, and `too-large` for files beyond `limits`.
 *
 * @example decodeBsor(new Uint8Array(await file.arrayBuffer())).recording
 */
export function decodeBsor(bytes: Uint8Array, options: LimitOptions = {}): ReadResult {
	if (!(bytes instanceof Uint8Array)) throw new TypeError('bytes: expected a Uint8Array');
	const budget = new ReadBudget(options.limits, bytes.length);
	const reader = new ReplayReader(bytes);
	const issues: Issue[] = [];
	reader.place = 'header';
	reader.skip(HEADER_BYTES);
	startSection(reader, 0);
	const { info, controller } = readInfo(reader);
	startSection(reader, 1);
	const count = reader.readCount(FRAME_BYTES);
	const { head, left, right, frameRate, skipped } = readFrames(bytes.subarray(reader.offset), count, budget);
	reader.skip(count * FRAME_BYTES);
	if (skipped.repeated > 0) {
		const reason = 'left out: the time is that of a later frame, or before that of an earlier one';
		issues.push(createWarning('keys-lost', 'frames', `${countOf(skipped.repeated, 'frame')} ${reason}`));
	}
	if (skipped.broken > 0) {
		const reason = 'left out: a pose has no rotation or is not finite';
		issues.push(createWarning('keys-lost', 'frames', `${countOf(skipped.broken, 'frame')} ${reason}`));
	}
	const tracks: Track[] = frameRate === null ? [] : [{ name: 'frameRate', kind: 'scalar', value: frameRate }];
	tracks.push(...readEvents(reader, budget, issues));
	const profile = PROFILES.find(([pattern]) => pattern.test(controller))?.[1] ?? 'generic-trigger';
	const build = (pose: typeof left): ControllerParts => {
		const tracked = new StateKeys();
		tracked.add(0, true);
		return { tracked: tracked.toCurve(), grip: pose, aim: pose, profiles: [profile] };
	};
	const controllers = { left: build(left), right: build(right) };
	return { recording: createRecording({ head, controllers, info, tracks }), issues };
}

// Every section starts with its number.
function startSection(reader: ReplayReader, number: number): void {
	reader.place = SECTIONS[number] ?? `section ${number}`;
	const found = reader.readByte();
	if (found !== number) reader.fail('bad-bsor', `expected section ${number}, found ${found}`);
}

function readInfo(reader: ReplayReader): { info: RecordingInfo; controller: string } {
	const [modVersion, gameVersion, timestamp] = [reader.readText(), reader.readText(), reader.readText()];
	// The account of the player is left out: a recording has the name.
	reader.readText();
	const playerName = reader.readPlayerName();
	const [platform, trackingSystem, headset, controller] = Array.from({ length: 4 }, () => reader.readText());
	const [hash, songName, mapper, difficulty] = Array.from({ length: 4 }, () => reader.readText());
	const score = reader.readInt();
	const [mode, environment, modifiers] = Array.from({ length: 3 }, () => reader.readText());
	const jumpDistance = reader.readFloat();
	const isLeftHanded = reader.readByte() !== 0;
	const [height, startTime, failTime, speed] = Array.from({ length: 4 }, () => reader.readFloat());
	const game = {
		...{ modVersion, platform, trackingSystem, controller, hash, songName, mapper, difficulty, score, mode },
		...{ environment, modifiers, jumpDistance, isLeftHanded, height, startTime, failTime, speed },
	};
	const start = Number(timestamp);
	const isDated = timestamp !== '' && Number.isFinite(start) && Math.abs(start) < 1e11;
	// biome-ignore lint/style/noRestrictedGlobals: formats a date from the file, not the clock
	const formatDate = (seconds: number): string => new Date(seconds * 1000).toISOString();
	const info = {
		...(headset ? { device: headset } : {}),
		application: `Beat Saber ${gameVersion}`.trim(),
		...(playerName ? { subject: playerName } : {}),
		...(isDated ? { startTime: start, date: formatDate(start) } : {}),
		beatSaber: Object.fromEntries(
			Object.entries(game).filter(([, value]) => typeof value !== 'number' || Number.isFinite(value)),
		),
	};
	return { info, controller: controller ?? '' };
}

// The sections after the frames. Old recorders end the file early.
function readEvents(reader: ReplayReader, budget: ReadBudget, issues: Issue[]): Track[] {
	const tracks: Track[] = [];
	const add = (name: string, events: EventTrack['events']): void => {
		const sorted = events.filter(({ time }) => Number.isFinite(time)).sort((a, b) => a.time - b.time);
		if (sorted.length > 0) tracks.push({ name, kind: 'events', events: sorted });
	};
	const readList = <T>(itemBytes: number, read: () => T): T[] => {
		const count = reader.readCount(itemBytes);
		budget.chargeBytes(EVENT_BYTES * count);
		return Array.from({ length: count }, read);
	};
	for (let section = 2; section < SECTIONS.length && reader.left > 0; section++) {
		// Sections 6 and 7 are optional.
		if (section >= 6 && reader.left > 0 && !startsWith(reader, section)) continue;
		startSection(reader, section);
		if (section === 2) {
			add(
				'notes',
				readList(16, () => readNote(reader)),
			);
			if (tracks.length > 0) issues.push(createWarning('values-lost', 'notes', 'the details of cuts are left out'));
		} else if (section === 3) {
			const walls = readList(16, () => {
				reader.skip(8);
				const time = reader.readFloat();
				reader.skip(4);
				return { time, name: 'wall' };
			});
			add('walls', walls);
		} else if (section === 4) {
			const heights = readList(8, () => [reader.readFloat(), reader.readFloat()] as const);
			// Of heights at one time the last counts.
			const keys = new Map(
				heights.filter((pair) => pair.every(Number.isFinite)).map(([height, time]) => [time, height]),
			);
			const value = createCurve([...keys].sort(([a], [b]) => a - b).flat());
			if (keys.size > 0) tracks.push({ name: 'height', kind: 'scalar', value });
		} else if (section === 5) {
			const pauses = readList(12, () => {
				const seconds = reader.readLong();
				return { time: reader.readFloat(), name: `pause of ${seconds} s` };
			});
			add('pauses', pauses);
		} else if (section === 6) {
			reader.skip(56);
			issues.push(createWarning('section-lost', 'controllerOffsets', 'the offsets of the sabers are left out'));
		} else {
			reader.skip(reader.readCount(1));
			issues.push(createWarning('section-lost', 'userData', 'the data of other programs is left out'));
		}
	}
	if (reader.left > 0) issues.push(createWarning('trailing-bytes', 'file', `${reader.left} bytes follow the replay`));
	return tracks;
}

function startsWith(reader: ReplayReader, section: number): boolean {
	const found = reader.readByte();
	reader.offset--;
	return found === section;
}

function readNote(reader: ReplayReader): { time: number; name: string } {
	reader.skip(4);
	const time = reader.readFloat();
	reader.skip(4);
	const kind = reader.readInt();
	const name = NOTE_EVENTS[kind] ?? reader.fail('bad-bsor', `${kind} is not a kind of event`);
	if (kind < 2) reader.skip(CUT_BYTES);
	return { time, name };
}
