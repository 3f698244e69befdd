// The files that fuzzing starts with: small recordings in every format that can be read, and the kept corpus.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRecording, FORMATS, type ReadableFormatName, type WritableFormatName } from '@handreel/convert';
import { encodeMcap } from '@handreel/convert/mcap';
import { computeCrc32 } from '@handreel/core/internal';
import { encodeReel } from '@handreel/core/reel';
import { makePoses, writeBsor } from '../../packages/convert/test/bsor/write-bsor.ts';
import { createScene } from '../../packages/convert/test/sem/create-scene.ts';
import { listCaptures } from '../../packages/convert/test/support/capture-check.ts';
import { createJournal } from '../../packages/convert/test/support/encode-all.ts';
import { findFixture } from '../../packages/convert/test/support/fixture-recordings.ts';
import { createFullRecording } from '../../packages/core/test/support/full-recording.ts';
import { listSmallFixtures } from '../../packages/core/test/support/fuzz-check.ts';
import { makeLongRecording } from '../../packages/core/test/support/reel-files.ts';
import { makeHand, Randoms, seeHand, USUAL_NOISE } from '../../packages/landmarks/test/support/made-hands.ts';
import { brokenFiles } from '../fixture-files.ts';
import { root } from '../workspace.mjs';

/** The folder of the corpus. */
export const CORPUS: string = join(root, 'fixtures/fuzz');

/** The formats that are read. */
export const READABLE: readonly ReadableFormatName[] = FORMATS.filter(({ reads }) => reads !== 'no').map(
	({ name }) => name as ReadableFormatName,
);

/** Makes the files that mutants of a format come from, the smallest first. */
export async function createSeeds(format: ReadableFormatName): Promise<Uint8Array[]> {
	const files: Uint8Array[] = [];
	if (format === 'bin') files.push(...listSmallFixtures().values(), ...brokenFiles().map(({ bytes }) => bytes));
	if (format === 'handsbin') files.push(...listCaptures());
	if (format === 'journal') files.push(createJournal());
	if (format === 'aframe') files.push(createCapture());
	if (format === 'bsor') files.push(createReplay());
	if (format === 'visionpro') files.push(createTracking());
	if (format === 'cloudxr') files.push(createClientRecording());
	if (format === 'sem') files.push(new TextEncoder().encode(JSON.stringify(createScene())));
	if (format === 'mcap') files.push(encodeIsaac());
	if (format === 'mediapipe') files.push(createLandmarks());
	if (format === 'reel') {
		files.push(encodeReel(makeLongRecording(1, 10), { blockSeconds: 0.3 }));
		files.push(encodeReel(makeLongRecording(1, 30), { blockSeconds: 0.5, tolerances: {} }));
	}
	if (FORMATS.some(({ name, writes }) => name === format && writes)) {
		const recordings = ['mrtk-2.8.3-camera-only.bin', 'mrtk-2.8.3-gaze-only.bin', 'mrtk-2.5.4-1frame.bin'];
		for (const recording of [createFullRecording(), ...recordings.map((name) => findFixture(name).recording)]) {
			files.push((await encodeRecording(recording, format as WritableFormatName)).bytes);
		}
	}
	return files.sort((a, b) => a.length - b.length);
}

// A recording of A-Frame's motion capture components, as no writer makes it.
function createCapture(): Uint8Array {
	const poses = [0, 11, 22].map((timestamp) => ({
		position: { x: timestamp / 100, y: 1, z: -0.5 },
		rotation: { x: 10, y: timestamp, z: 0 },
		timestamp: 1000 + timestamp,
	}));
	const events = [
		{ name: 'buttondown', detail: { id: 1 }, timestamp: 1011 },
		{ name: 'buttonchanged', detail: { id: 1, state: { pressed: true, touched: true, value: 0.7 } }, timestamp: 1011 },
		{ name: 'buttonup', detail: { id: 1 }, timestamp: 1022 },
		{ name: 'axismove', detail: { id: 0, axis: [0.5, -1], changed: [true, true] }, timestamp: 1022 },
	];
	const gamepad = { id: 'OpenVR Gamepad', hand: 'left', index: 1 };
	const capture = { camera: { poses, events: [] }, lhand: { poses, events, gamepad } };
	return new TextEncoder().encode(JSON.stringify(capture));
}

// A replay with all sections.
function createReplay(): Uint8Array {
	return writeBsor({
		frames: [0, 0, 0.011, 0.022].map((time, i) => ({ time, poses: makePoses(i) })),
		notes: [0, 1, 2, 3].map((kind) => ({ time: kind, kind })),
		walls: [0.1],
		heights: [[1.7, 0.1]],
		pauses: [[2, 0.1]],
		hasOffsets: true,
		userData: new Uint8Array(4),
	});
}

// Messages of Isaac Teleop. Renamed, because the attachment would be read instead of them.
function encodeIsaac(): Uint8Array {
	const { bytes } = encodeMcap(createFullRecording(), { profile: 'isaac', times: [0, 0.5] });
	const attachment = Buffer.from(bytes).indexOf('recording.reel');
	const view = new DataView(bytes.buffer);
	const start = attachment - 29;
	const end = start + 9 + Number(view.getBigUint64(start + 1, true));
	bytes[attachment] = 0x52;
	view.setUint32(end - 4, computeCrc32(bytes, start + 9, end - 4), true);
	return bytes;
}

// A frame with a hand and one with a controller, of the WebXR client of Isaac Teleop.
function createClientRecording(): Uint8Array {
	const pose = { px: 0.1, py: 1.2, pz: -0.3, ox: 0, oy: 0, oz: 0, ow: 1 };
	const poses = { leftGrip: pose, leftAim: pose, rightGrip: null, rightAim: null };
	const gamepads = { left: { buttons: [{ value: 0.5, pressed: true, touched: true }], axes: [0, 0.5] }, right: null };
	const joint = { ...pose, radius: 0.01 };
	const left = { wrist: joint, 'middle-finger-metacarpal': joint, 'middle-finger-phalanx-proximal': joint };
	const frames = [
		{ timeMs: 0, poses, gamepads, handJoints: { left, right: {} } },
		{ timeMs: 11, poses, gamepads, handJoints: { left: {}, right: {} } },
	];
	return new TextEncoder().encode(JSON.stringify({ version: 1, recordedAt: 1_700_000_000_000, frames }));
}

// Two frames of Vision Pro.
function createTracking(): Uint8Array {
	const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.1, 1.2, -0.3, 1];
	const hand = { wrist: matrix, thumbTip: matrix, indexMetacarpal: matrix, littleTip: matrix, forearmArm: matrix };
	const frames = [0, 0.011].map((timestamp) => ({
		timestamp,
		systemTime: 1_700_000_000 + timestamp,
		headMatrix: matrix,
		leftHand: hand,
		rightHand: timestamp === 0 ? hand : null,
	}));
	return new TextEncoder().encode(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
}

/** Lists the corpus of a format by file name. */
export function readCorpus(format: ReadableFormatName): Map<string, Uint8Array> {
	const folder = join(CORPUS, format);
	if (!existsSync(folder)) return new Map();
	const names = readdirSync(folder).sort();
	return new Map(names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
}

// A hand that MediaPipe sees in two pictures.
function createLandmarks(): Uint8Array {
	const hand = makeHand(new Randoms(1), 'right', 1, 'palm');
	const { image, world } = seeHand(new Randoms(2), hand, USUAL_NOISE);
	const list = (values: ArrayLike<number> | null): object[] =>
		Array.from({ length: 21 }, (_, i) => ({ x: values?.[3 * i], y: values?.[3 * i + 1], z: values?.[3 * i + 2] }));
	const result = {
		landmarks: [list(image)],
		worldLandmarks: [list(world)],
		handedness: [[{ categoryName: 'Right', score: 0.9 }]],
		facialTransformationMatrixes: [{ data: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -60, 1] }],
	};
	const frames = [0, 33].map((timestamp) => ({ timestamp, ...result }));
	return new TextEncoder().encode(JSON.stringify({ width: 640, height: 480, frames }));
}
