import { LAYOUTS, type LayoutName, type Marker } from '@handreel/core';
import { type GltfReader, quoteValue, type ReadBudget } from '@handreel/core/internal';
import { GLTF_FORMAT, GLTF_FORMAT_VERSIONS } from './extras.ts';
import { type ParsedParts, parseParts } from './parse-parts.ts';
import { type ParsedCurve, parseCurve, parseFloat32, parseInt32, parseMarkers } from './parse-values.ts';

/** The validated `extras` of a scene. */
export interface ParsedExtras extends ParsedParts {
	readonly layout: LayoutName | null;
	readonly timeOffset: number;
	readonly sections: ReadonlySet<string>;
	readonly markers: readonly Marker[];
	/** Boolean curves by their paths. */
	readonly states: ReadonlyMap<string, ParsedCurve>;
	/** Float curves that are not part of a vector, by their paths. */
	readonly values: ReadonlyMap<string, ParsedCurve>;
	readonly wraps: ReadonlyMap<string, readonly [preWrap: number, postWrap: number]>;
	/** Channels beside those of the animation, by the paths of their vectors. They were not checked. */
	readonly channels: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** Reads and validates the `extras` of the scene. Throws `bad-gltf` and `too-large`. */
export function parseExtras(reader: GltfReader, budget: ReadBudget): ParsedExtras {
	const [scene] = reader.list('scenes');
	const { handreel: given } = (scene?.['extras'] ?? {}) as { readonly handreel?: unknown };
	if (given === undefined) reader.fail('', 'the file was not written by handreel: its scene has no extras.handreel');
	const extras = reader.object(given, 'extras');
	if (extras['format'] !== GLTF_FORMAT || !isVersion(extras['formatVersion'])) {
		reader.fail('extras', `expected ${GLTF_FORMAT} version ${GLTF_FORMAT_VERSIONS.join(' or ')}`);
	}
	const layout = extras['layout'] === null ? null : LAYOUTS.find(({ name }) => name === extras['layout'])?.name;
	if (layout === undefined) return reader.fail('extras.layout', `${quoteValue(extras['layout'])} is not a layout`);
	const timeOffset = parseFloat32(reader, extras['timeOffset'], 'extras.timeOffset');
	if (!Number.isFinite(timeOffset)) reader.fail('extras.timeOffset', 'expected a finite number');
	return {
		layout,
		timeOffset,
		sections: new Set(reader.texts(extras['sections'], 'extras.sections')),
		markers: parseMarkers(reader, extras['markers'], 'extras.markers'),
		states: mapEntries(reader, extras['states'], 'extras.states', (value, path) => parseCurve(reader, value, path, 2)),
		values: mapEntries(reader, extras['values'] ?? {}, 'extras.values', (value, path) =>
			parseCurve(reader, value, path, 7),
		),
		wraps: mapEntries(reader, extras['wraps'], 'extras.wraps', (value, path) => {
			const [preWrap, postWrap] = reader.array(value, path);
			return [parseInt32(reader, preWrap, path), parseInt32(reader, postWrap, path)];
		}),
		channels: mapEntries(reader, extras['channels'] ?? {}, 'extras.channels', (value, path) =>
			reader.object(value, path),
		),
		...parseParts(reader, extras, budget),
	};
}

function isVersion(version: unknown): boolean {
	return GLTF_FORMAT_VERSIONS.some((known) => known === version);
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
