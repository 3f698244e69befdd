import {
	type ControllerParts,
	describeLayout,
	LAYOUTS,
	type LayoutName,
	type Marker,
	type Recording,
	RecordingError,
	type RecordingInfo,
	type RecordingParts,
	SIDES,
	type Side,
	SPACES,
	type SpaceName,
	type SpanTrack,
} from '@handreel/core';
import { keepJsonFields, parseJson, type ReadBudget, readSpan, SECTIONS } from '@handreel/core/internal';
import { parseFloatName, toJsonFloat } from '../common/named-floats.ts';
import { listLabelTracks } from '../frames/label-columns.ts';

/** The name of the text in a file that describes its recordings. */
export const METADATA_KEY = 'handreel';
const FORMAT = 'handreel-parquet';
const FORMAT_VERSION = 1;

/** What a file holds about a recording beside its rows. */
export interface RecordingMetadata extends RecordingParts {
	readonly name: string;
	readonly layout: LayoutName | null;
	readonly markers: readonly Marker[];
	readonly info: RecordingInfo;
	readonly radii: Readonly<Partial<Record<Side, Readonly<Record<string, number>>>>>;
	readonly profiles: Readonly<Partial<Record<Side, readonly string[]>>>;
	/** Sections that the recording has, with or without keys. */
	readonly sections: readonly string[];
	readonly tracks: readonly SpanTrack[];
}

/** What a file holds about its rows. */
export interface FileMetadata {
	readonly space: SpaceName;
	readonly recordings: ReadonlyMap<string, RecordingMetadata>;
}

/** Describes a recording as JSON can hold it. */
export function describeRecording(name: string, recording: Recording): object {
	const { layout, markers, info, hands, controllers } = recording;
	const radii = SIDES.flatMap((side) => (hands?.[side].radii ? [[side, keepJsonFields(hands[side].radii)]] : []));
	const profiles = SIDES.flatMap((side) => (controllers?.[side] ? [[side, controllers[side].profiles]] : []));
	const spans = listLabelTracks(recording);
	return {
		name,
		layout: layout && describeLayout(layout).name,
		sections: [...SECTIONS, 'controllers' as const].filter((section) => recording[section] !== null),
		markers: markers.map((marker) => ({ time: toJsonFloat(Math.fround(marker.time)), name: marker.name })),
		info: keepJsonFields(info),
		radii: Object.fromEntries(radii),
		profiles: Object.fromEntries(profiles),
		tracks: spans.length === 0 ? undefined : spans,
	};
}

/** Describes a file. */
export function formatMetadata(space: SpaceName, recordings: readonly object[]): string {
	return JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, space, recordings });
}

/** Reads the description of a file, or returns `null` if it is not as {@link formatMetadata} writes it. */
export function parseMetadata(text: string, budget: ReadBudget): FileMetadata | null {
	let value: unknown;
	try {
		value = parseJson(text, budget);
	} catch (error) {
		if (error instanceof RecordingError) throw error;
		return null;
	}
	const { format, formatVersion, space, recordings } = toObject(value);
	if (format !== FORMAT || formatVersion !== FORMAT_VERSION || !Array.isArray(recordings)) return null;
	if (typeof space !== 'string' || !Object.hasOwn(SPACES, space)) return null;
	const described = recordings.map(parseRecording).map((entry) => [entry.name, entry] as const);
	return { space: space as SpaceName, recordings: new Map(described) };
}

function parseRecording(value: unknown): RecordingMetadata {
	const { name, layout, sections, markers, info, radii, profiles, tracks } = toObject(value);
	return {
		name: typeof name === 'string' ? name : '',
		layout: LAYOUTS.find((known) => known.name === layout)?.name ?? null,
		sections: toTexts(sections),
		markers: toArray(markers).flatMap(parseMarker),
		info: toObject(info),
		radii: Object.fromEntries(
			SIDES.flatMap((side) => {
				const known = Object.entries(toObject(toObject(radii)[side])).filter(
					([, radius]) => typeof radius === 'number',
				);
				return known.length === 0 ? [] : [[side, Object.fromEntries(known)]];
			}),
		),
		profiles: Object.fromEntries(SIDES.map((side) => [side, toTexts(toObject(profiles)[side])])),
		tracks: parseTracks(tracks),
	};
}

// Names of tracks are unique and have no dots.
function parseTracks(value: unknown): SpanTrack[] {
	const tracks = new Map<string, SpanTrack>();
	for (const track of toArray(value)) {
		const { name, kind, spans } = toObject(track);
		if (kind !== 'spans' || typeof name !== 'string' || name === '' || name.includes('.')) continue;
		tracks.set(name, { name, kind, spans: toArray(spans).flatMap((item) => readSpan(toObject(item)) ?? []) });
	}
	return [...tracks.values()];
}

function parseMarker(value: unknown): Marker[] {
	const { time, name } = toObject(value);
	const seconds = typeof time === 'number' ? Math.fround(time) : parseFloatName(time);
	return seconds === null || Number.isNaN(seconds) || typeof name !== 'string' ? [] : [{ time: seconds, name }];
}

/** Adds what a file holds about a recording to the parts that its rows make up. */
export function addMetadata(parts: RecordingParts, metadata: RecordingMetadata): RecordingParts {
	const { sections, radii, profiles, layout, markers, info, tracks } = metadata;
	const controller = (side: Side): ControllerParts | null => {
		const found = parts.controllers?.[side];
		return found ? { ...found, profiles: profiles[side] ?? [] } : null;
	};
	const hands = parts.hands ?? (sections.includes('hands') ? {} : null);
	return {
		head: parts.head ?? (sections.includes('head') ? {} : null),
		gaze: parts.gaze ?? (sections.includes('gaze') ? {} : null),
		hands: hands && {
			left: { ...hands.left, radii: radii.left ?? null },
			right: { ...hands.right, radii: radii.right ?? null },
		},
		controllers:
			parts.controllers || sections.includes('controllers')
				? { left: controller('left'), right: controller('right') }
				: null,
		layout,
		markers,
		tracks,
		info: { ...info, ...parts.info },
	};
}

function toObject(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function toTexts(value: unknown): string[] {
	return toArray(value).filter((item) => typeof item === 'string');
}

function toArray(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}
