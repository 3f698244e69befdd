import type { Issue } from '../issue/error.ts';
import { isJsonValue, keepJsonFields } from '../model/json-value.ts';
import {
	type JointRadii,
	MAX_AXES,
	MAX_BUTTONS,
	type Marker,
	type RecordingInfo,
	SIDES,
	type Side,
} from '../model/recording.ts';
import type { ControllerShape, OtherHandParts, OtherParts, TrackShape } from './others.ts';

// The JSON of the metadata (REEL.md, "Metadata"). A field is there only if it tells something, so that recordings from
// MRTK's files need none but the names of markers.

/** The content of the metadata. */
export interface Details {
	/** The names of all markers. */
	readonly names: readonly string[];
	readonly others: OtherParts;
}

/** Numbers that are texts, because JSON cannot hold them. */
const ODD_NUMBERS: readonly unknown[] = ['-0', 'Infinity', '-Infinity'];
const TRACK_KINDS: readonly unknown[] = ['pose', 'scalar', 'boolean', 'events'] satisfies readonly TrackShape['kind'][];

/** Returns the text of the metadata; empty if there is nothing to tell. */
export function formatDetails({ names, others }: Details): string {
	const { hands, controllers, tracks } = others;
	const info = keepJsonFields(others.info);
	const fields = {
		...(names.length === 0 ? {} : { markers: names }),
		...(Object.keys(info).length === 0 ? {} : { info }),
		...(hands === null ? {} : { hands: { left: packHand(hands.left), right: packHand(hands.right) } }),
		...(controllers === null ? {} : { controllers }),
		...(tracks.length === 0 ? {} : { tracks: tracks.map(packTrack) }),
	};
	return Object.keys(fields).length === 0 ? '' : JSON.stringify(fields);
}

function packHand({ aim, pinchStrength, radii }: OtherHandParts): object {
	return { aim, pinchStrength, radii: radii && keepJsonFields(radii) };
}

function packTrack({ name, kind, events }: TrackShape): object {
	if (kind !== 'events') return { name, kind };
	return {
		name,
		kind,
		events: events.map(({ time, name: text }) => [isJsonValue(time) ? time : formatNumber(time), text]),
	};
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

/** Reads the text of the metadata. Calls `fail` if it cannot be used. */
export function parseDetails(text: string, fail: (reason: string) => never): Details {
	try {
		return readDetails(text === '' ? {} : JSON.parse(text));
	} catch {
		// Values of other types than expected throw too.
		return fail('the metadata is not valid');
	}
}

type Json<T> = { readonly [K in keyof T]?: unknown };

function readDetails(json: Record<string, unknown>): Details {
	const { markers = [], info = {}, hands, controllers, tracks = [] } = json;
	const others: OtherParts = {
		hands: hands ? readSides(hands, readHand) : null,
		controllers: controllers ? readSides(controllers, readController) : null,
		info: check(info, isObject(info)) as RecordingInfo,
		tracks: (tracks as Json<TrackShape>[]).map(readTrack),
	};
	check(tracks, new Set(others.tracks.map(({ name }) => name)).size === others.tracks.length);
	return { names: readTexts(markers), others };
}

function readSides<T>(value: unknown, read: (side: never) => T): Record<Side, T> {
	const { left, right } = value as Record<Side, never>;
	return { left: read(left), right: read(right) };
}

function readHand({ aim, pinchStrength, radii = null }: Json<OtherHandParts>): OtherHandParts {
	const isValid = radii === null || (isObject(radii) && Object.values(radii as object).every(Number.isFinite));
	return {
		aim: aim === true,
		pinchStrength: pinchStrength === true,
		radii: check(radii, isValid) as JointRadii | null,
	};
}

function readController(json: Json<ControllerShape> | null): ControllerShape | null {
	if (json === null) return null;
	return {
		buttons: readCount(json.buttons, MAX_BUTTONS),
		axes: readCount(json.axes, MAX_AXES),
		profiles: readTexts(json.profiles),
	};
}

function readTrack({ name, kind, events = [] }: Json<TrackShape>): TrackShape {
	const isNamed = typeof name === 'string' && name !== '' && !name.includes('.');
	return {
		name: check(name, isNamed) as string,
		kind: check(kind, TRACK_KINDS.includes(kind)) as TrackShape['kind'],
		events: (events as unknown[][]).map(([time, text]): Marker => {
			const isTime = typeof time === 'number' || ODD_NUMBERS.includes(time);
			return { time: Number(check(time, isTime)), name: readText(text) };
		}),
	};
}

function readTexts(value: unknown): string[] {
	return (value as unknown[]).map(readText);
}

function readText(value: unknown): string {
	return check(value, typeof value === 'string') as string;
}

function readCount(value: unknown, most: number): number {
	return check(value, Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most) as number;
}

function check(value: unknown, isValid: boolean): unknown {
	if (!isValid) throw new TypeError();
	return value;
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
