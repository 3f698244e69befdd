import { type BytesLike, createRecording, type LimitOptions, type Recording, SPACES } from '@handreel/core';
import {
	type Glb,
	GltfReader,
	isCount,
	mapCurves,
	quoteValue,
	ReadBudget,
	unpackGlb,
	unpackGltf,
} from '@handreel/core/internal';
import type { ReadResult } from '../common/format.ts';
import { KeyStore } from '../common/key-store.ts';
import { readText } from '../common/read-text.ts';
import { createClampedWraps } from '../common/wraps.ts';
import { findForward } from './motions.ts';
import { type ParsedExtras, parseExtras } from './parse-extras.ts';

/** The keys of a channel. */
interface Keys {
	readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
	readonly times: Float32Array;
	/** As in the file: one vector per key, or three. */
	readonly values: Float32Array;
	readonly size: 3 | 4;
}

/** Memory of a channel without its values. */
const CHANNEL_BYTES = 512;
const HERMITE_MODE = 0;
const STRAIGHT_MODE = 3;
const AXES = ['x', 'y', 'z', 'w'] as const;
const SIZES = { translation: 3, rotation: 4 } as const;

/**
 * Returns the recording of a GLB file that `encodeGlb` wrote; `docs/gltf.md` lists what survives.
 *
 * Throws `bad-gltf` for damaged files and for glTF from other programs, and `too-large` for files beyond `limits`.
 */
export function decodeGlb(bytes: BytesLike, options: LimitOptions = {}): ReadResult {
	const view = ArrayBuffer.isView(bytes)
		? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
		: new Uint8Array(bytes);
	const budget = new ReadBudget(options.limits, view.length);
	return readDocument(unpackGlb(view, '', budget), budget);
}

/** {@link decodeGlb} for the text of a glTF file, as `encodeGltf` wrote it. Throws `bad-gltf` and `too-large`. */
export function decodeGltf(source: string | Uint8Array, options: LimitOptions = {}): ReadResult {
	const gltf = readText(source, 'bad-gltf');
	const budget = new ReadBudget(options.limits, gltf.length);
	return readDocument(unpackGltf(gltf, budget), budget);
}

function readDocument(document: Glb, budget: ReadBudget): ReadResult {
	const reader = new GltfReader(document, '');
	const extras = parseExtras(reader, budget);
	const channels = readChannels(reader, extras.channels, budget);
	const recording = fillRecording(extras, channels);
	// Channels of the recording have been removed from the map.
	for (const vector of channels.keys())
		reader.fail('animations', `${quoteValue(vector)} is not a vector of the recording`);
	return { recording, issues: [] };
}

// Fills the curves of an empty recording with the channels and states of the file.
function fillRecording(extras: ParsedExtras, channels: Map<string, Keys>): Recording {
	const { layout, markers, timeOffset, wraps, states, values, controllers, tracks, info } = extras;
	const store = new KeyStore(null);
	const has = (section: string): boolean => extras.sections.has(section);
	const empty = createRecording({
		layout,
		markers,
		head: has('head') ? {} : null,
		hands: has('hands') ? extras.hands : null,
		gaze: has('gaze') ? {} : null,
		controllers,
		tracks,
		info,
	});
	const isFull = empty.layout?.keys === 'full';
	const used = new Set<string>();
	const filled = mapCurves(empty, ({ kind }, path) => {
		const start = store.length;
		const single = (kind === 'boolean' ? states : values).get(path);
		if (single !== undefined) {
			const { stride, preWrap, postWrap } = single;
			for (const key of single.keys) {
				key.forEach((field, at) => {
					if (at === 6) store.pushInteger(field);
					else store.pushFloat(field);
				});
			}
			return store.addCurve({ kind, stride, start, preWrap, postWrap });
		}
		const given = wraps.get(path);
		const curveWraps = given === undefined ? createClampedWraps() : { preWrap: given[0], postWrap: given[1] };
		const vector = path.slice(0, path.lastIndexOf('.'));
		const axis = AXES.indexOf(path.slice(path.lastIndexOf('.') + 1) as 'x');
		const keys = axis < 0 ? undefined : channels.get(vector);
		if (keys !== undefined) used.add(vector);
		const stride = keys === undefined ? 2 : pushKeys(store, keys, axis, vector, timeOffset, isFull);
		return store.addCurve({ kind, stride, start, ...curveWraps });
	});
	for (const vector of used) channels.delete(vector);
	store.finish();
	return filled;
}

function pushKeys(
	store: KeyStore,
	{ interpolation, times, values, size }: Keys,
	axis: number,
	vector: string,
	timeOffset: number,
	isFull: boolean,
): 2 | 7 {
	const isCubic = interpolation === 'CUBICSPLINE';
	const isDirection = vector === 'gaze.direction';
	const sign = (isDirection || size === 3 ? SPACES.webxr.vector : SPACES.webxr.rotation)[axis]!;
	const width = isCubic ? 3 * size : size;
	const stride = interpolation === 'LINEAR' && !isFull ? 2 : 7;
	for (let key = 0; key < times.length; key++) {
		const at = key * width + (isCubic ? size : 0);
		const value = isDirection ? findForward([...values.subarray(at, at + 4)])[axis]! : values[at + axis]!;
		store.pushFloat(timeOffset === 0 ? times[key]! : times[key]! + timeOffset);
		store.pushFloat(sign * value);
		if (stride === 2) continue;
		const slope = interpolation === 'STEP' ? Number.POSITIVE_INFINITY : 0;
		store.pushFloat(isCubic ? sign * values[at - size + axis]! : slope);
		store.pushFloat(isCubic ? sign * values[at + size + axis]! : slope);
		store.pushFloat(0);
		store.pushFloat(0);
		store.pushInteger(interpolation === 'LINEAR' ? STRAIGHT_MODE : HERMITE_MODE);
	}
	return stride;
}

// Returns the channels by the paths of their vectors.
function readChannels(reader: GltfReader, stored: ParsedExtras['channels'], budget: ReadBudget): Map<string, Keys> {
	const channels = new Map<string, Keys>();
	// Files of handreel refer to each value once. A malicious file could refer to the same values many times to exhaust memory.
	let left = reader.byteLength / 4;
	const add = (vector: string, place: string, keys: Keys, added: unknown): void => {
		if (channels.has(vector)) reader.fail(place, `${quoteValue(vector)} has two channels`);
		left -= keys.values.length;
		budget.chargeBytes(CHANNEL_BYTES + 32 * keys.values.length);
		if (left < 0) reader.fail(place, 'more values than the buffer holds');
		channels.set(vector, leaveOut(keys, new Set(reader.numbers(added ?? [], 'added'))));
	};
	for (const [vector, channel] of stored)
		add(vector, 'extras.channels', readStored(reader, vector, channel), channel['added']);
	const animations = reader.list('animations');
	if (animations.length > 1) reader.fail('animations', 'expected one animation');
	const [animation] = animations;
	if (animation === undefined) return channels;
	const samplers = reader.objects(animation['samplers'], 'animations[0].samplers');
	for (const [i, channel] of reader.objects(animation['channels'], 'animations[0].channels').entries()) {
		const place = `animations[0].channels[${i}]`;
		const target = reader.object(channel['target'], `${place}.target`);
		const path = target['path'];
		// The scale hides lost hands. The extras hold the same states.
		if (path === 'scale') continue;
		if (path !== 'translation' && path !== 'rotation')
			return reader.fail(`${place}.target.path`, 'expected translation, rotation or scale');
		const extras = reader.object(reader.item('nodes', target['node'])['extras'], `${place}: extras of the node`);
		// The extras of the scene hold the same motion in the space of the scene.
		if (extras['isRelative'] === true) continue;
		const sampler = isCount(channel['sampler']) ? samplers[channel['sampler']] : undefined;
		if (sampler === undefined) return reader.fail(place, 'the sampler is missing');
		const { path: part } = extras;
		if (typeof part !== 'string') return reader.fail(place, 'the node has no path');
		const vector = `${part}.${nameVector(part, path)}`;
		const added = reader.object(extras['added'] ?? {}, 'added')[path];
		add(vector, 'animations', readKeys(reader, sampler, SIZES[path]), added);
	}
	return channels;
}

// Removes the keys that were added between those of linear curves.
function leaveOut(keys: Keys, added: ReadonlySet<number>): Keys {
	const { interpolation, times, values, size } = keys;
	if (added.size === 0 || interpolation !== 'LINEAR') return keys;
	const kept = [...times.keys()].filter((key) => !added.has(key));
	return {
		...keys,
		times: Float32Array.from(kept, (key) => times[key]!),
		values: Float32Array.from(kept.flatMap((key) => [...values.subarray(key * size, (key + 1) * size)])),
	};
}

function nameVector(place: unknown, path: 'translation' | 'rotation'): string {
	if (place === 'gaze') return path === 'translation' ? 'origin' : 'direction';
	return path === 'translation' ? 'position' : 'rotation';
}

function readStored(reader: GltfReader, vector: string, channel: Readonly<Record<string, unknown>>): Keys {
	const { count, times, values } = channel;
	const size = vector.endsWith('.rotation') ? 4 : 3;
	const interpolation = readInterpolation(reader, channel['interpolation']);
	if (!isCount(count)) return reader.fail('extras.channels', `${quoteValue(count)} is not a number of keys`);
	const width = interpolation === 'CUBICSPLINE' ? 3 * size : size;
	const place = `extras.channels.${vector}`;
	return {
		interpolation,
		times: reader.bufferFloats(times, count, place),
		values: reader.bufferFloats(values, count * width, place),
		size,
	};
}

function readInterpolation(reader: GltfReader, name: unknown = 'LINEAR'): Keys['interpolation'] {
	if (name === 'LINEAR' || name === 'STEP' || name === 'CUBICSPLINE') return name;
	return reader.fail('samplers', `${quoteValue(name)} is not an interpolation`);
}

function readKeys(reader: GltfReader, sampler: Readonly<Record<string, unknown>>, size: 3 | 4): Keys {
	const { input, output } = sampler;
	const interpolation = readInterpolation(reader, sampler['interpolation']);
	const times = reader.floats(input, 1);
	const values = reader.floats(output, size);
	const width = interpolation === 'CUBICSPLINE' ? 3 * size : size;
	if (values.length !== times.length * width)
		reader.fail('samplers', `${times.length} times for ${values.length} values`);
	return { interpolation, times, values, size };
}
