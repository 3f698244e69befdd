// The reels of fixtures/reels/vectors: a small one for each feature of the format.
import { type Curve, createCurve, createRecording, type PoseParts, type Recording } from '@handreel/core';
import { createCurveFromWords } from '@handreel/core/internal';
import { encodeReel } from '@handreel/core/reel';
import { createFullRecording } from '../../packages/core/test/support/full-recording.ts';
import { makeLongRecording } from '../../packages/core/test/support/reel-files.ts';
import { addChunks, assemble, dropBlock, readUint32 } from './assemble.ts';
import { createCanceling } from './canceling.ts';
import { createLaterVectors } from './later.ts';
import { createPose } from './poses.ts';

/** A test vector. */
export interface Vector {
	readonly name: string;
	readonly about: string;
	readonly bytes: Uint8Array;
	/** The code of the error that a reader reports. */
	readonly error?: string;
}

/** Makes all vectors, the same bytes every time. */
export function createVectors(): Vector[] {
	const everything = createFullRecording();
	const full = createRecording({
		...everything,
		tracks: everything.tracks.filter(({ kind }) => kind !== 'spans'),
		room: undefined,
	});
	const long = makeLongRecording(3, 20);
	const exact = encodeReel(long);
	const valid: Record<string, readonly [about: string, bytes: Uint8Array]> = {
		empty: ['no section and no block', encodeReel(createRecording({}))],
		small: ['a small reel: a head pose of four keys', encodeReel(poseOnly(createPose(4, 2)))],
		'small-coded': ['a small reel with an exact block', encodeReel(poseOnly(createPose(30, 30)))],
		'whole-curves': ['keys out of order, a time that is NaN, 80 keys at one time', encodeReel(createOdd())],
		exact: ['an exact block: positions, rotations, states, references, markers', exact],
		blocks: ['the same in several blocks', encodeReel(long, { blockSeconds: 0.1 })],
		gap: ['a block between is missing', dropBlock(encodeReel(long, { blockSeconds: 0.8 }), 1)],
		'whole-chunks': [
			'a block of whole curves and several others',
			encodeReel(createLongOdd(long), { blockSeconds: 0.8 }),
		],
		bounded: [
			'the same within 1 mm and 0.2°, more than 64 keys, two blocks',
			encodeReel(makeLongRecording(4, 40), { tolerances: {}, blockSeconds: 0.5 }),
		],
		ragged: ['curves of a vector with keys at different times', encodeReel(createRagged())],
		values: ['NaN payloads, −0, infinities and denormals as values; −0 as a time', encodeReel(createValues())],
		'negative-zero-reference': ['a wrist at −0, from which the palm is seen', encodeReel(createZeroWrist())],
		tangents: ['full keys with tangents, weights and modes', encodeReel(createTangents())],
		'plain-tangents': ['full keys of straight lines', encodeReel(createFullLines())],
		times: ['times without a tick rate', encodeReel(createUneven())],
		states: ['states that are neither 0 nor 1', encodeReel(createStates())],
		shapes: ['shapes of both hands: memory and mirror', encodeReel(createSlowHands())],
		'shapes-missing': ['shapes of hands that lack joints', encodeReel(createSlowHands(['indexProximal', 'thumbTip']))],
		numerics: [
			'joints whose positions are what rounding leaves: fused multiplications, other orders and extended precision fail',
			encodeReel(createCanceling()),
		],
		wraps: ['wrap modes', encodeReel(createWraps())],
		metadata: [
			'information and no markers',
			encodeReel(createRecording({ info: { device: 'Quest 3', list: [1, 'ü'] } })),
		],
		markers: ['markers with names of any kind', encodeReel(createMarkers())],
		others: ['controllers, pointing rays, radii, and tracks with curves and events', encodeReel(full)],
		spans: ['a track of spans, with and without scores, that overlap', encodeReel(createLabeled(long))],
		room: ['a room of planes, meshes, anchors and light', encodeReel(createRecording({ room: everything.room }))],
		'room-bounded': [
			'the same within tolerances',
			encodeReel(createRecording({ room: everything.room }), { tolerances: {} }),
		],
		padded: ['more than 65,536 keys that cost nothing', encodeReel(createStill())],
		'no-layout': ['a recording that comes from no input animation file', assemble(long, { layout: null })],
		'unknown-chunks': ['chunks that no reader knows, everywhere', addChunks(exact)],
		...createLaterVectors(long),
		'trailing-fields': [
			'a head and an index with more fields at their ends, flags that may be ignored, version 1.3',
			assemble(long, {}, true),
		],
	};
	const flip = (at: number, bytes: Uint8Array = exact): Uint8Array =>
		bytes.map((byte, i) => (i === at ? byte ^ 0x10 : byte));
	const invalid: Record<string, readonly [about: string, error: string, bytes: Uint8Array]> = {
		'wrong-words': ['a block whose keys have another checksum', 'reel-damaged', assemble(long, {}, false, 1)],
		'wrong-checksum': ['a bit of a block is flipped', 'reel-damaged', flip(exact.length >> 1)],
		'wrong-small': ['a bit of a small reel is flipped', 'reel-damaged', flip(30, valid['small']![1])],
		cut: ['the file ends inside a block', 'reel-cut', exact.subarray(0, exact.length >> 1)],
		'no-index': [
			'the file ends in front of its index',
			'reel-cut',
			exact.subarray(0, exact.length - readUint32(exact, exact.length - 4)),
		],
		'version-2': ['major version 2', 'reel-version', assemble(long, {}, false, 0, 0x20)],
		'critical-flag': ['a flag that readers must know', 'reel-version', assemble(long, {}, false, 0, 0x10, 1)],
		'critical-chunk': ['a chunk that readers must know', 'reel-version', addChunks(exact, ['XTRA', 'XTRA'])],
	};
	return [
		...Object.entries(valid).map(([name, [about, bytes]]) => ({ name, about, bytes })),
		...Object.entries(invalid).map(([name, [about, error, bytes]]) => ({ name, about, error, bytes })),
	];
}

function poseOnly(head: PoseParts): Recording {
	return createRecording({ head });
}

function createOdd(): Recording {
	const crowd = Array.from({ length: 80 }, (_, i) => [1, i]).flat();
	const x = createCurve([Number.NaN, 1, 0, 2]);
	return createRecording({
		head: {
			position: { x, y: createCurve([2, 1, 1, 2, 0, 3]), z: createCurve(crowd) },
			rotation: createPose(8, 8).rotation,
		},
	});
}

function createLongOdd(recording: Recording): Recording {
	const odd = createCurve([1, 0, 0.5, 1, 2, 2, 0.25, 3]);
	const { hands } = recording;
	return createRecording({ ...recording, hands, gaze: { origin: { x: odd, z: odd } } });
}

function createRagged(): Recording {
	const { position, rotation } = createPose(12, 6);
	const x = createCurve([0, 1, 0.25, 2, 0.25, 3, 1.5, 4]);
	return createRecording({
		head: { position: { ...position, x }, rotation: { ...rotation, w: createCurve([]) } },
		hands: { right: { joints: { wrist: { position, rotation: { ...rotation, y: x } }, palm: createPose(10, 6) } } },
	});
}

function createValues(): Recording {
	const words = [
		0x7fc0_0000, 0xffc0_0001, 0x7f80_0001, 0x8000_0000, 0, 0x7f80_0000, 0xff80_0000, 1, 0x8000_0001, 0x7f7f_ffff,
	];
	const odd = (shift: number): Curve =>
		createCurveFromWords(
			Uint32Array.from(words.flatMap((_, i) => [toWord(i === 0 ? -0 : i / 8), words[(i + shift) % words.length]!])),
		);
	const position = { x: odd(0), y: odd(1), z: odd(2) };
	const rotation = { x: odd(3), y: odd(4), z: odd(5), w: odd(6) };
	const joints = {
		wrist: { position, rotation },
		palm: createPose(10, 8),
		indexMetacarpal: { position: rotation, rotation },
	};
	return createRecording({
		head: { position, rotation },
		hands: { left: { joints } },
		gaze: { origin: position, direction: position },
	});
}

function toWord(value: number): number {
	return new Uint32Array(Float32Array.of(value).buffer)[0]!;
}

function createZeroWrist(): Recording {
	const zero = createCurve([0, -0, 1, -0]);
	const wrist = {
		position: { x: zero, y: zero, z: zero },
		rotation: { x: zero, y: zero, z: zero, w: createCurve([0, 1, 1, 1]) },
	};
	return createRecording({ hands: { left: { joints: { wrist, palm: wrist, thumbMetacarpal: createPose(8, 8) } } } });
}

function createTangents(): Recording {
	const tangents = [0, 1, 0.5, Number.POSITIVE_INFINITY, -2.25, 1e-7, 340_000, Number.NaN];
	const keys = (shift: number): Curve =>
		createCurve(
			Array.from({ length: 40 }, (_, i) => [
				i / 30,
				i % 3,
				tangents[(i * i + shift) % 8]!,
				tangents[(i * 3) % 8]! + (i > 30 ? i : 0),
				1 / 3,
				i % 3,
				i % 4,
			]).flat(),
			{ stride: 7 },
		);
	return createRecording({ layout: 'mrtk-1.0', head: { position: { x: keys(0), y: keys(1), z: keys(2) } } });
}

function createFullLines(): Recording {
	const line = (value: number): Curve =>
		createCurve(Array.from({ length: 20 }, (_, i) => [i / 20, value + i / 8, 0, 0, 0, 0, 3]).flat(), { stride: 7 });
	return createRecording({
		layout: 'mrtk-1.0',
		gaze: { origin: { x: line(0), y: line(1), z: line(2) }, direction: { x: line(0), y: line(0), z: line(1) } },
	});
}

function createUneven(): Recording {
	const keys = Array.from({ length: 40 }, (_, i) => [i / 60 + ((i * i) % 7) * 1.1e-4, i / 8]).flat();
	return createRecording({ head: { position: { x: createCurve(keys), y: createCurve(keys), z: createCurve(keys) } } });
}

function createStates(): Recording {
	const tracked = createCurve([0, 1, 0.5, 1, 1, 0, 1.5, 0.25, 2, 1, 2.5, -0, 3, 0], { kind: 'boolean' });
	return createRecording({
		hands: {
			left: {
				tracked,
				pinching: createCurve([0, 0, 1, 1], { kind: 'boolean' }),
				joints: { wrist: createPose(20, 10) },
			},
		},
	});
}

function createSlowHands(missing: readonly string[] = []): Recording {
	const names = [
		'wrist',
		'palm',
		'thumbMetacarpal',
		'thumbProximal',
		'thumbDistal',
		'thumbTip',
		'indexMetacarpal',
		'indexKnuckle',
		'indexProximal',
		'indexDistal',
	];
	const joints = Object.fromEntries(names.map((name, i) => [name, createPose(14, 4, i, 1 + i / 64)]));
	const fewer = Object.fromEntries(Object.entries(joints).filter(([name]) => !missing.includes(name)));
	return createRecording({ hands: { left: { joints: fewer }, right: { joints } } });
}

function createWraps(): Recording {
	const x = createCurve([0, 1, 1, 2], { preWrap: 2, postWrap: 4 });
	return createRecording({ head: { position: { x, y: createCurve([0, 1], { preWrap: -1 }), z: x } } });
}

function createMarkers(): Recording {
	const times = [Number.NEGATIVE_INFINITY, -0, 0.1, Number.MAX_VALUE];
	return createRecording({
		markers: times.map((time, i) => ({ time, name: ['', 'grab', 'grab ✋ again', 'grab'][i]! })),
	});
}

function createLabeled(recording: Recording): Recording {
	const spans = [
		{ start: 0, end: 0.5, label: 'reach', score: 0.9 },
		{ start: 0.25, end: 1.5, label: 'grasp ✋' },
		{ start: 1, end: 1, label: '' },
	];
	return createRecording({ ...recording, tracks: [{ name: 'gesture', kind: 'spans', spans }] });
}

function createStill(): Recording {
	const still = createCurve(Array.from({ length: 12_000 }, (_, i) => [i / 4096, 1]).flat());
	const parts = { x: still, y: still, z: still };
	return createRecording({ head: { position: parts, rotation: { ...parts, w: still } } });
}
