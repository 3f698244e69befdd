import { type GltfDocument, padded } from '@handreel/core/internal';

/** A node of the document. */
export interface GltfNode {
	name: string;
	children?: number[];
	translation?: readonly number[] | undefined;
	rotation?: readonly number[] | undefined;
	scale?: readonly number[] | undefined;
	mesh?: number;
	skin?: number;
	extras?: NodeExtras;
}

/** The `extras` of a node. Undefined fields are not written. */
export interface NodeExtras {
	/** The path in the model. */
	readonly path: string;
	readonly mrtk?: string;
	readonly webxr?: string | undefined;
	/** Whether the node is below another joint: its channels are relative to it. */
	readonly isRelative?: true;
	/** The {@link Channel.added} keys of its channels. */
	readonly added?: Partial<Record<ChannelPath, readonly number[] | undefined>> | undefined;
}

/** The property of a node that a channel animates. */
export type ChannelPath = 'translation' | 'rotation' | 'scale';

/** The interpolation between keys. */
export type Interpolation = 'LINEAR' | 'STEP' | 'CUBICSPLINE';

/** The keys of a property of a node. */
export interface Channel {
	readonly interpolation: Interpolation;
	readonly times: Float32Array<ArrayBuffer>;
	/** A vector per key; with CUBICSPLINE three: in-tangent, value, out-tangent. */
	readonly values: Float32Array<ArrayBuffer>;
	/** The indices of keys added between those of linear curves, because glTF interpolates differently. Reading skips them. */
	readonly added?: readonly number[];
}

const FLOAT = 5126;
const SIZES = { SCALAR: 1, VEC3: 3, VEC4: 4 } as const;
const TYPES = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3' } as const;

/**
 * A glTF document under construction. Plain data: V8 drops the optimized code of a class when its last instance is gone, so
 * converting many files would optimize it again and again.
 */
export interface GltfDraft {
	readonly nodes: GltfNode[];
	readonly roots: number[];
	readonly meshes: unknown[];
	readonly materials: unknown[];
	readonly skins: unknown[];
	readonly channels: unknown[];
	readonly samplers: unknown[];
	readonly accessors: unknown[];
	readonly views: unknown[];
	/** The bytes of the views. */
	readonly chunks: Uint8Array[];
	byteLength: number;
	/** Channels in the buffer that viewers do not see, by the paths of their vectors. */
	readonly stored: Record<string, StoredChannel>;
	/** Where stored times are in the buffer. */
	readonly storedTimes: { readonly times: Float32Array; readonly byteOffset: number }[];
	/** The accessors of times by their count. Most nodes share their times. */
	readonly inputs: Map<number, { times: Float32Array; accessor: number }[]>;
}

/** Returns an empty document. */
export function createDraft(): GltfDraft {
	return {
		nodes: [],
		roots: [],
		meshes: [],
		materials: [],
		skins: [],
		channels: [],
		samplers: [],
		accessors: [],
		views: [],
		chunks: [],
		byteLength: 0,
		stored: {},
		storedTimes: [],
		inputs: new Map(),
	};
}

/** Adds a node, below a parent or at the root, and returns its index. */
export function addNode({ nodes, roots }: GltfDraft, node: GltfNode, parent?: number): number {
	const index = nodes.push(node) - 1;
	const above = parent === undefined ? undefined : nodes[parent];
	if (above === undefined) roots.push(index);
	else if (above.children === undefined) above.children = [index];
	else above.children.push(index);
	return index;
}

/** Animates a property of a node. */
export function addChannel(draft: GltfDraft, node: number, path: ChannelPath, channel: Channel): void {
	const { interpolation, times, values } = channel;
	const input = addTimes(draft, times);
	const output = addFloats(draft, values, TYPES[path]);
	const sampler = draft.samplers.push({ input, interpolation, output }) - 1;
	draft.channels.push({ sampler, target: { node, path } });
}

/** A channel in the buffer, for reading the recording back. */
export interface StoredChannel {
	readonly interpolation: Interpolation;
	/** The number of keys. */
	readonly count: number;
	/** Where the times and values start in the buffer, in bytes. */
	readonly times: number;
	readonly values: number;
	readonly added?: readonly number[] | undefined;
}

/** Keeps a channel that viewers do not see. `vector` is the path of its vector in the model. */
export function storeChannel(draft: GltfDraft, vector: string, channel: Channel): void {
	const { interpolation, times, values, added } = channel;
	// Joints of a hand share their times.
	let known = draft.storedTimes.find(
		(entry) => entry.times.length === times.length && hasSameFloats(entry.times, times),
	);
	if (known === undefined) {
		known = { times, byteOffset: addBytes(draft, bytesOf(times)) };
		draft.storedTimes.push(known);
	}
	const start = addBytes(draft, bytesOf(values));
	draft.stored[vector] = { interpolation, count: times.length, times: known.byteOffset, values: start, added };
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array<ArrayBuffer>): Uint8Array {
	return new Uint8Array(buffer, byteOffset, byteLength);
}

// Returns where the bytes are in the buffer.
function addBytes(draft: GltfDraft, bytes: Uint8Array): number {
	const byteOffset = draft.byteLength;
	draft.chunks.push(bytes);
	draft.byteLength += padded(bytes.length);
	return byteOffset;
}

/** Adds bytes for accessors and returns the index of their view. Borrows the bytes. */
export function addView(draft: GltfDraft, bytes: Uint8Array, target?: unknown, byteStride?: unknown): number {
	const byteOffset = addBytes(draft, bytes);
	return draft.views.push({ buffer: 0, byteOffset, byteLength: bytes.length, target, byteStride }) - 1;
}

/** Returns the finished document. Omits empty lists, as glTF requires. */
export function finishDocument(draft: GltfDraft, extras: Record<string, unknown>): GltfDocument {
	const { nodes, roots, meshes, materials, skins, channels, samplers, accessors, views, chunks, byteLength } = draft;
	const lists = {
		nodes,
		animations: channels.length > 0 ? [{ name: 'recording', channels, samplers }] : [],
		meshes,
		materials,
		skins,
		accessors,
		bufferViews: views,
		buffers: byteLength > 0 ? [{ byteLength }] : [],
	};
	const scene = { name: 'recording', nodes: roots.length > 0 ? roots : undefined, extras };
	const filled = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
	const json = { asset: { version: '2.0', generator: 'handreel' }, scene: 0, scenes: [scene], ...filled };
	return { json, chunks, byteLength };
}

function addTimes(draft: GltfDraft, times: Float32Array<ArrayBuffer>): number {
	let known = draft.inputs.get(times.length);
	if (known === undefined) {
		known = [];
		draft.inputs.set(times.length, known);
	}
	for (const input of known) if (hasSameFloats(input.times, times)) return input.accessor;
	const accessor = addFloats(draft, times, 'SCALAR', [times[0]!], [times[times.length - 1]!]);
	known.push({ times, accessor });
	return accessor;
}

function addFloats(
	draft: GltfDraft,
	floats: Float32Array<ArrayBuffer>,
	type: keyof typeof SIZES,
	min?: number[],
	max?: number[],
): number {
	const bufferView = addView(draft, bytesOf(floats));
	const count = floats.length / SIZES[type];
	return draft.accessors.push({ bufferView, componentType: FLOAT, count, type, min, max }) - 1;
}

function hasSameFloats(a: Float32Array, b: Float32Array): boolean {
	for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
	return true;
}
