import { LAYOUTS, type LayoutName, type Marker } from '@handreel/core';
import { parseFloatName } from '../common/named-floats.ts';
import { GLTF_FORMAT, GLTF_FORMAT_VERSION } from './extras.ts';
import type { GltfReader } from './reader.ts';

/** A boolean curve as `extras` hold it. */
export interface ParsedState {
	readonly preWrap: number;
	readonly postWrap: number;
	readonly keys: readonly (readonly [time: number, value: number])[];
}

/** The `extras` of a scene, checked. */
export interface ParsedExtras {
	readonly layout: LayoutName;
	readonly timeOffset: number;
	readonly sections: ReadonlySet<string>;
	readonly markers: readonly Marker[];
	readonly states: ReadonlyMap<string, ParsedState>;
	readonly wraps: ReadonlyMap<string, readonly [preWrap: number, postWrap: number]>;
}

/** Reads what the scene says about the recording. Throws `bad-gltf` if that is nothing, or wrong. */
export function parseExtras(reader: GltfReader): ParsedExtras {
	const given = reader.recordingExtras();
	if (given === undefined)
		reader.fail('', 'the file was not written by handreel: its scene says nothing of a recording');
	const extras = reader.object(given, 'extras');
	if (extras['format'] !== GLTF_FORMAT || extras['formatVersion'] !== GLTF_FORMAT_VERSION) {
		reader.fail('extras', `not ${GLTF_FORMAT} of version ${GLTF_FORMAT_VERSION}`);
	}
	const layout = LAYOUTS.find(({ name }) => name === extras['layout'])?.name;
	if (layout === undefined) return reader.fail('extras.layout', `${JSON.stringify(extras['layout'])} is no layout`);
	const timeOffset = parseFloat32(reader, extras['timeOffset'], 'extras.timeOffset');
	if (!Number.isFinite(timeOffset)) reader.fail('extras.timeOffset', 'is not finite');
	return {
		layout,
		timeOffset,
		sections: new Set(reader.array(extras['sections'], 'extras.sections').map(String)),
		markers: reader.objects(extras['markers'], 'extras.markers').map(({ time, name }, i) => {
			const path = `extras.markers[${i}]`;
			const seconds = parseFloat32(reader, time, `${path}.time`);
			if (typeof name !== 'string' || Number.isNaN(seconds)) reader.fail(path, 'a marker has a time and a name');
			return { time: seconds, name: name as string };
		}),
		states: mapEntries(reader, extras['states'], 'extras.states', (value, path) => parseState(reader, value, path)),
		wraps: mapEntries(reader, extras['wraps'], 'extras.wraps', (value, path) => {
			const [preWrap, postWrap] = reader.array(value, path);
			return [parseInt32(reader, preWrap, path), parseInt32(reader, postWrap, path)];
		}),
	};
}

function parseState(reader: GltfReader, value: unknown, path: string): ParsedState {
	const { preWrap, postWrap, keys } = reader.object(value, path);
	return {
		preWrap: parseInt32(reader, preWrap, path),
		postWrap: parseInt32(reader, postWrap, path),
		keys: reader.array(keys, path).map((key, i) => {
			const pair = reader.array(key, `${path}.keys[${i}]`);
			const [time, state] = pair.map((number) => parseFloat32(reader, number, `${path}.keys[${i}]`));
			if (time === undefined || state === undefined || pair.length !== 2) {
				return reader.fail(`${path}.keys[${i}]`, 'a key has a time and a value');
			}
			return [time, state];
		}),
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

function parseFloat32(reader: GltfReader, value: unknown, path: string): number {
	const named = parseFloatName(value);
	if (named !== null) return named;
	const rounded = typeof value === 'number' ? Math.fround(value) : Number.NaN;
	return Number.isFinite(rounded) ? rounded : reader.fail(path, `${JSON.stringify(value)} is not a float32 number`);
}

function parseInt32(reader: GltfReader, value: unknown, path: string): number {
	if (typeof value === 'number' && (value | 0) === value) return value | 0;
	return reader.fail(path, `${JSON.stringify(value)} is not a 32-bit integer`);
}
