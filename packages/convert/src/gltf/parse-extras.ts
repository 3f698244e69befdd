import { LAYOUTS, type LayoutName, type Marker } from '@handreel/core';
import { GLTF_FORMAT, GLTF_FORMAT_VERSION } from './extras.ts';
import { type ParsedParts, parseParts } from './parse-parts.ts';
import { type ParsedCurve, parseCurve, parseFloat32, parseInt32, parseMarkers } from './parse-values.ts';
import type { GltfReader } from './reader.ts';

/** The validated `extras` of a scene. */
export interface ParsedExtras extends ParsedParts {
	readonly layout: LayoutName;
	readonly timeOffset: number;
	readonly sections: ReadonlySet<string>;
	readonly markers: readonly Marker[];
	/** Boolean curves by their paths. */
	readonly states: ReadonlyMap<string, ParsedCurve>;
	/** Float curves that are not part of a vector, by their paths. */
	readonly values: ReadonlyMap<string, ParsedCurve>;
	readonly wraps: ReadonlyMap<string, readonly [preWrap: number, postWrap: number]>;
}

/** Reads and validates the `extras` of the scene. Throws `bad-gltf`. */
export function parseExtras(reader: GltfReader): ParsedExtras {
	const given = reader.recordingExtras();
	if (given === undefined) reader.fail('', 'the file was not written by handreel: its scene has no extras.handreel');
	const extras = reader.object(given, 'extras');
	if (extras['format'] !== GLTF_FORMAT || extras['formatVersion'] !== GLTF_FORMAT_VERSION) {
		reader.fail('extras', `expected ${GLTF_FORMAT} version ${GLTF_FORMAT_VERSION}`);
	}
	const layout = LAYOUTS.find(({ name }) => name === extras['layout'])?.name;
	if (layout === undefined) return reader.fail('extras.layout', `${JSON.stringify(extras['layout'])} is not a layout`);
	const timeOffset = parseFloat32(reader, extras['timeOffset'], 'extras.timeOffset');
	if (!Number.isFinite(timeOffset)) reader.fail('extras.timeOffset', 'expected a finite number');
	return {
		layout,
		timeOffset,
		sections: new Set(reader.array(extras['sections'], 'extras.sections').map(String)),
		markers: parseMarkers(reader, extras['markers'], 'extras.markers'),
		states: mapEntries(reader, extras['states'], 'extras.states', (value, path) => parseCurve(reader, value, path, 2)),
		values: mapEntries(reader, extras['values'] ?? {}, 'extras.values', (value, path) =>
			parseCurve(reader, value, path, 7),
		),
		wraps: mapEntries(reader, extras['wraps'], 'extras.wraps', (value, path) => {
			const [preWrap, postWrap] = reader.array(value, path);
			return [parseInt32(reader, preWrap, path), parseInt32(reader, postWrap, path)];
		}),
		...parseParts(reader, extras),
	};
}

function mapEntries<T>(
	reader: GltfReader,
	value: unknown,
	path: string,
	parse: (value: unknown, path: string) => T,
): Map<string, T> {
	const entries = Object.entries(reader.object(value, path));
	return new Map(entries.map(([key, entry]) => [key, parse(entry, `${path}.${key}`)]));
}
