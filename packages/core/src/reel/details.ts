import type { ReadBudget } from '../issue/budget.ts';
import { type Issue, RecordingError } from '../issue/error.ts';
import { NO_INFO } from '../model/create-recording.ts';
import { isJsonValue, keepJsonFields } from '../model/json-value.ts';
import { parseJson } from '../model/parse-json.ts';
import { readSpan } from '../model/read-span.ts';
import {
	type JointRadii,
	MAX_AXES,
	MAX_BUTTONS,
	type Marker,
	SIDES,
	type Side,
	type Span,
} from '../model/recording.ts';
import type { ControllerShape, OtherHandParts, OtherParts, TrackShape } from './others.ts';
import type { StrangeDetails } from './unknown-parts.ts';

// The JSON of the metadata (REEL.md, "Metadata"). A field is there only if it holds something, so that recordings from
// MRTK's files need none but the names of markers.

/** The content of the metadata. */
export interface Details {
	/** The names of all markers. */
	readonly names: readonly string[];
	readonly others: OtherParts;
	/** The paths of what only later versions know: fields, and tracks of other kinds. */
	readonly unknown: readonly string[];
	readonly strange: StrangeDetails;
}

/** Numbers that are texts, because JSON cannot hold them. */
const ODD_NUMBERS: readonly unknown[] = ['-0', 'Infinity', '-Infinity'];
const TRACK_KINDS: readonly unknown[] = [
	'pose',
	'scalar',
	'boolean',
	'events',
	'spans',
] satisfies readonly TrackShape['kind'][];

const HAND_FIELDS: readonly string[] = ['aim', 'pinchStrength', 'radii'] satisfies (keyof OtherHandParts)[];
const CONTROLLER_FIELDS: readonly string[] = ['buttons', 'axes', 'profiles'] satisfies (keyof ControllerShape)[];
const TRACK_FIELDS: readonly string[] = ['name', 'kind', 'events', 'spans'] satisfies (keyof TrackShape)[];

/** Returns the text of the metadata; empty if there is nothing to tell. */
export function formatDetails({ names, others, strange }: Omit<Details, 'unknown'>): string {
	const { hands, controllers, tracks } = others;
	const info = keepJsonFields(others.info);
	const allTracks = [...tracks.map(packTrack), ...strange.tracks];
	const fields = {
		markers: names.length === 0 ? undefined : names,
		info: Object.keys(info).length === 0 ? undefined : info,
		hands: hands === null ? undefined : { left: packHand(hands.left), right: packHand(hands.right) },
		controllers: controllers ?? undefined,
		tracks: allTracks.length === 0 ? undefined : allTracks,
		...strange.fields,
	};
	const text = JSON.stringify(fields);
	return text === '{}' ? '' : text;
}

function packHand({ aim, pinchStrength, radii }: OtherHandParts): object {
	return { aim, pinchStrength, radii: radii && keepJsonFields(radii) };
}

function packTrack({ name, kind, events, spans }: TrackShape): object {
	if (kind === 'spans') return { name, kind, spans: spans.map(packSpan) };
	if (kind !== 'events') return { name, kind };
	return {
		name,
		kind,
		events: events.map(({ time, name: text }) => [isJsonValue(time) ? time : formatNumber(time), text]),
	};
}

function packSpan({ start, end, label, score }: Span): unknown[] {
	return score === undefined ? [start, end, label] : [start, end, label, score];
}

function formatNumber(value: number): string {
	return Object.is(value, -0) ? '-0' : `${value}`;
}

/** Lists information and radii that JSON cannot hold. */
export function listLostDetails({ info, hands }: OtherParts): Issue[] {
	const list = (details: object | null | undefined, path: string): Issue[] =>
		Object.entries(details ?? {})
			.filter(([, value]) => value !== undefined && !isJsonValue(value))
			.map(([name]) => ({
				code: 'values-lost',
				severity: 'warning',
				message: `${path}.${name} has a value that JSON cannot hold`,
				path: `${path}.${name}`,
				byteOffset: null,
				time: null,
			}));
	return [...list(info, 'info'), ...SIDES.flatMap((side) => list(hands?.[side].radii, `hands.${side}.radii`))];
}

/** Reads the text of the metadata. Calls `fail` if it cannot be used. Throws `too-large`. */
export function parseDetails(text: string, budget: ReadBudget, fail: (reason: string) => never): Details {
	try {
		return readDetails(text === '' ? {} : (parseJson(text, budget) as Json));
	} catch (error) {
		if (error instanceof RecordingError) throw error;
		// Values of other types than expected throw too.
		return fail('the metadata is not valid');
	}
}

type Json = Readonly<Record<string, unknown>>;

const NOTHING: Json = {};

function readDetails(json: Json): Details {
	check(!isAbsent(json));
	const { markers, info, hands, controllers, tracks, ...more } = readObject(json, NOTHING);
	const all = readList(tracks).map((track) => readObject(track, NOTHING));
	const names = all.map(({ name, kind }) => readTrackName(name, kind));
	check(new Set(names).size === names.length);
	const known = all.filter(({ kind }) => TRACK_KINDS.includes(kind));
	const strange = all.filter(({ kind }) => !TRACK_KINDS.includes(kind)) as unknown as StrangeDetails['tracks'];
	const deeper = [
		...listMore(hands, 'hands', SIDES),
		...SIDES.flatMap((side) => listMore(pickSide(hands, side), `hands.${side}`, HAND_FIELDS)),
		...listMore(controllers, 'controllers', SIDES),
		...SIDES.flatMap((side) => listMore(pickSide(controllers, side), `controllers.${side}`, CONTROLLER_FIELDS)),
		...known.flatMap((track) => listMore(track, `tracks.${track['name']}`, TRACK_FIELDS)),
	];
	return {
		names: readList(markers).map(readText),
		others: {
			hands: isAbsent(hands) ? null : readSides(hands, readHand),
			controllers: isAbsent(controllers) ? null : readSides(controllers, readController),
			info: readObject(info, NO_INFO),
			tracks: known.map(readTrack),
		},
		unknown: [...Object.keys(more), ...strange.map(({ name }) => `tracks.${name}`), ...deeper],
		strange: { fields: more, tracks: strange },
	};
}

// The paths of fields that this version does not know.
function listMore(value: unknown, path: string, known: readonly string[]): string[] {
	const names = Object.keys(readObject(value, NOTHING)).filter((name) => !known.includes(name));
	return names.map((name) => `${path}.${name}`);
}

function readSides<T>(value: unknown, read: (side: unknown) => T): Record<Side, T> {
	return { left: read(pickSide(value, 'left')), right: read(pickSide(value, 'right')) };
}

function pickSide(value: unknown, side: Side): unknown {
	return readObject(value, NOTHING)[side];
}

function readHand(value: unknown): OtherHandParts {
	const { aim, pinchStrength, radii } = readObject(value, NOTHING);
	for (const radius of Object.values(readObject(radii, NOTHING))) check(Number.isFinite(radius));
	return {
		aim: readFlag(aim),
		pinchStrength: readFlag(pinchStrength),
		radii: isAbsent(radii) ? null : (radii as JointRadii),
	};
}

function readController(value: unknown): ControllerShape | null {
	if (isAbsent(value)) return null;
	const { buttons, axes, profiles } = readObject(value, NOTHING);
	return {
		buttons: readCount(buttons, MAX_BUTTONS),
		axes: readCount(axes, MAX_AXES),
		profiles: readList(profiles).map(readText),
	};
}

function readTrack({ name, kind, events, spans }: Json): TrackShape {
	return {
		name: name as string,
		kind: kind as TrackShape['kind'],
		events: readList(events).map((event): Marker => {
			const [time, text] = readList(event);
			check(typeof time === 'number' || ODD_NUMBERS.includes(time));
			return { time: Number(time), name: readText(text) };
		}),
		spans: readList(spans).map(unpackSpan),
	};
}

function unpackSpan(item: unknown): Span {
	const [start, end, label, score] = readList(item);
	const span = readSpan({ start, end, label, score });
	if (span === null) throw new TypeError();
	return span;
}

function readTrackName(name: unknown, kind: unknown): string {
	check(typeof kind === 'string' && name !== '');
	const text = readText(name);
	check(!text.includes('.'));
	return text;
}

// `null` counts as absent, and a value of another type than expected as damage.
function isAbsent(value: unknown): boolean {
	return value === undefined || value === null;
}

function readObject(value: unknown, otherwise: Json): Json {
	if (isAbsent(value)) return otherwise;
	check(typeof value === 'object' && !Array.isArray(value));
	return value as Json;
}

function readList(value: unknown): readonly unknown[] {
	check(isAbsent(value) || Array.isArray(value));
	return (value as unknown[] | null | undefined) ?? [];
}

function readFlag(value: unknown): boolean {
	check(isAbsent(value) || typeof value === 'boolean');
	return value === true;
}

function readText(value: unknown): string {
	check(typeof value === 'string');
	return value as string;
}

function readCount(value: unknown, most: number): number {
	const count = isAbsent(value) ? 0 : (value as number);
	check(Number.isInteger(count) && count >= 0 && count <= most);
	return count;
}

function check(isValid: boolean): void {
	if (!isValid) throw new TypeError();
}
