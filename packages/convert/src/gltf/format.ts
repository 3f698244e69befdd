import { type FormatFacts, NO_OPTIONS } from '../common/format.ts';
import type { Head } from '../common/head.ts';
import { merge } from '../common/merge.ts';
import { GLTF_OPTIONS } from './options.ts';

/** Fields that decide where the first kilobytes of an object do not hold `asset`. */
const GLTF_FIELDS = [
	'accessors',
	'animations',
	'buffers',
	'bufferViews',
	'materials',
	'meshes',
	'nodes',
	'scene',
	'scenes',
];
/** Where the first kilobytes of a model that holds a recording have it. */
const MARK = /* @__PURE__ */ new TextEncoder().encode('"handreel"');

const shared = {
	losses: { room: 'all', keys: 'some', tangents: 'some' } as FormatFacts['losses'],
	sharesExtensions: true,
	reads: 'own',
	writes: true,
	options: GLTF_OPTIONS,
	readOptions: NO_OPTIONS,
	issues: {
		'bad-gltf': 'The GLB file is malformed or was not written by handreel.',
		'mesh-lost': 'A hand mesh was omitted because the hand lacks joints that move it.',
	},
	holdsRecording: ({ bytes }: Head): boolean => contains(bytes, MARK),
} as const;

/** glTF in a binary file. */
export const glbFormat = /* @__PURE__ */ merge(shared, {
	name: 'glb',
	title: 'GLB',
	description: 'glTF 2.0 in one binary file: head, joints and gaze as animated nodes',
	extensions: ['.glb'],
	mediaType: 'model/gltf-binary',
	matches: (head: Head) => head.startsWith('glTF'),
	loadDecoder: async () => (await import('./decode-gltf.ts')).decodeGlb,
	loadEncoder: async () => (await import('./encode-gltf.ts')).encodeGlbChunks,
});

/** glTF as text. */
export const gltfFormat = /* @__PURE__ */ merge(shared, {
	name: 'gltf',
	title: 'glTF',
	description: 'glTF 2.0 as JSON with embedded buffers',
	extensions: ['.gltf'],
	mediaType: 'model/gltf+json',
	matches: (head: Head) =>
		head.hasField('asset') || (!head.isWhole && !head.hasField('frames') && head.hasField(...GLTF_FIELDS)),
	loadDecoder: async () => (await import('./decode-gltf.ts')).decodeGltf,
	loadEncoder: async () => (await import('./encode-gltf.ts')).encodeGltfChunks,
});

function contains(bytes: Uint8Array, part: Uint8Array): boolean {
	const last = bytes.length - part.length;
	for (let at = bytes.indexOf(part[0]!); at >= 0 && at <= last; at = bytes.indexOf(part[0]!, at + 1)) {
		if (part.every((byte, i) => bytes[at + i] === byte)) return true;
	}
	return false;
}
