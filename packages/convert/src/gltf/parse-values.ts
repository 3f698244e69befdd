import type { Marker } from '@handreel/core';
import { type GltfReader, quoteValue } from '@handreel/core/internal';
import { parseFloatName } from '../common/named-floats.ts';

// The values of `extras`. All functions throw `bad-gltf`.

/** A curve of `extras`. */
export interface ParsedCurve {
	readonly preWrap: number;
	readonly postWrap: number;
	/** The fields of a key. */
	readonly stride: 2 | 7;
	readonly keys: readonly (readonly number[])[];
}

export function parseCurve(reader: GltfReader, value: unknown, path: string, maxStride: 2 | 7): ParsedCurve {
	const { preWrap, postWrap, keys } = reader.object(value, path);
	const lists = reader.array(keys, path).map((key, i) => reader.array(key, `${path}.keys[${i}]`));
	const stride = lists[0]?.length === 7 && maxStride === 7 ? 7 : 2;
	return {
		preWrap: parseInt32(reader, preWrap, path),
		postWrap: parseInt32(reader, postWrap, path),
		stride,
		keys: lists.map((key, i) => {
			const place = `${path}.keys[${i}]`;
			if (key.length !== stride) reader.fail(place, `expected ${stride} numbers but found ${key.length}`);
			return key.map((field, at) => (at === 6 ? parseInt32 : parseFloat32)(reader, field, place));
		}),
	};
}

export function parseMarkers(reader: GltfReader, value: unknown, path: string): Marker[] {
	return reader.objects(value, path).map(({ time, name }, i) => {
		const place = `${path}[${i}]`;
		const seconds = parseFloat32(reader, time, `${place}.time`);
		if (typeof name !== 'string' || Number.isNaN(seconds)) reader.fail(place, 'a marker needs a time and a name');
		return { time: seconds, name: name as string };
	});
}

export function parseFloat32(reader: GltfReader, value: unknown, path: string): number {
	const named = parseFloatName(value);
	if (named !== null) return named;
	const rounded = typeof value === 'number' ? Math.fround(value) : Number.NaN;
	return Number.isFinite(rounded) ? rounded : reader.fail(path, `${quoteValue(value)} is not a float32 number`);
}

export function parseInt32(reader: GltfReader, value: unknown, path: string): number {
	if (typeof value === 'number' && (value | 0) === value) return value | 0;
	return reader.fail(path, `${quoteValue(value)} is not a 32-bit integer`);
}
