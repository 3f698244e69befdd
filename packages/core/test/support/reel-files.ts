// Recordings and fixtures for the tests of reels.
import { readdirSync, readFileSync } from 'node:fs';
import { type Curve, createCurve, createRecording, type PoseParts, type Recording } from '@handreel/core';

const FIXTURES = new URL('../../../../fixtures/', import.meta.url);

/** The readable fixtures that are not empty, by their paths below `fixtures/`. */
export function listFixtures(): Map<string, Uint8Array> {
	const files = new Map<string, Uint8Array>();
	for (const folder of ['recorded', 'generated']) {
		for (const name of readdirSync(new URL(folder, FIXTURES)).sort()) {
			const bytes = readFileSync(new URL(`${folder}/${name}`, FIXTURES));
			if (name.endsWith('.bin') && bytes.length > 0) files.set(`${folder}/${name}`, new Uint8Array(bytes));
		}
	}
	return files;
}

/**
 * A head and a hand that move for some seconds at a frame rate, with markers. The wrist has a key in every frame, the tip in every
 * third, so that blocks need keys of others.
 */
export function makeLongRecording(seconds: number, frameRate = 30): Recording {
	const frames = Math.round(seconds * frameRate);
	const curve = (every: number, valueAt: (time: number) => number): Curve => {
		const keys: number[] = [];
		for (let i = 0; i < frames; i += every) keys.push(i / frameRate, valueAt(i / frameRate));
		return createCurve(keys);
	};
	const pose = (every: number, phase: number): PoseParts => ({
		position: {
			x: curve(every, (t) => 0.3 * Math.sin(t + phase)),
			y: curve(every, (t) => 1 + 0.1 * Math.cos(1.7 * t + phase)),
			z: curve(every, (t) => 0.5 + 0.2 * Math.sin(0.6 * t + phase)),
		},
		rotation: {
			x: curve(every, () => 0),
			y: curve(every, (t) => Math.sin(0.4 * Math.sin(t + phase))),
			z: curve(every, () => 0),
			w: curve(every, (t) => Math.cos(0.4 * Math.sin(t + phase))),
		},
	});
	const tracked = createCurve([0, 1, seconds / 3, 0, seconds / 2, 1], { kind: 'boolean' });
	return createRecording({
		layout: 'mrtk-1.1',
		head: pose(1, 0),
		hands: { left: { tracked, joints: { wrist: pose(1, 1), palm: pose(3, 1.1), indexTip: pose(3, 1.2) } } },
		markers: [
			{ time: 1, name: 'first' },
			{ time: seconds / 2, name: 'half-way ✋' },
		],
	});
}
