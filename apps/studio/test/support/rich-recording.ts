import { readFileSync } from 'node:fs';
import { createCurve, createRecording, type Recording, readRecording } from '@handreel/core';
import { fixturePath } from './fixture-path.ts';

/** A recorded file with everything that MRTK's files cannot store: a controller, tracks and information. */
export function createRichRecording(): Recording {
	const base = readRecording(readFileSync(fixturePath('recorded/mrtk-2.8.3-full-5s.bin')));
	const state = (...keys: number[]) => createCurve(keys, { kind: 'boolean' });
	const pose = (x: number) => ({
		position: { x: createCurve([0, x, 7, x + 0.1]), y: createCurve([0, 1.3]), z: createCurve([0, 0.4]) },
		rotation: { x: createCurve([0, 0]), y: createCurve([0, 0]), z: createCurve([0, 0]), w: createCurve([0, 1]) },
	});
	return createRecording({
		...base,
		controllers: {
			left: {
				tracked: state(0, 1, 6, 0),
				grip: pose(0.25),
				aim: pose(0.26),
				buttons: [
					{ pressed: state(0, 0, 1, 1, 2, 0), touched: state(0, 0), value: createCurve([0, 0, 1, 1, 2, 0]) },
					{ pressed: state(0, 0) },
				],
				axes: [createCurve([0, 0]), createCurve([0, 0, 2, 1])],
				profiles: ['oculus-touch-v3', 'generic-trigger-squeeze'],
			},
		},
		info: { device: 'Quest 3', study: 7 },
		tracks: [
			{ name: 'ball', kind: 'scalar', value: createCurve([0, 0.5, 3, 1.5]) },
			{ name: 'log', kind: 'events', events: [{ time: 1.5, name: 'grabbed the ball' }] },
		],
	});
}
