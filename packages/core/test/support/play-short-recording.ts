import { createCurve, createRecording, type Recording } from '@handreel/core';
import { Player, type PlayerOptions } from '@handreel/core/play';
import { listen } from './player-log.ts';

/** Two seconds: the head goes from x = 0 to 2, the left hand is seen from 0.5 to 1.5 and pinches from 1 on. */
export const recording: Recording = createRecording({
	head: { position: { x: createCurve([0, 0, 1, 1, 2, 2]) }, rotation: { w: createCurve([0, 1]) } },
	hands: {
		left: {
			tracked: createCurve([0, 0, 0.5, 1, 1.5, 0], { kind: 'boolean' }),
			pinching: createCurve([0, 0, 1, 1], { kind: 'boolean' }),
		},
	},
	markers: [
		{ time: 0, name: 'start' },
		{ time: 1, name: 'middle' },
		{ time: 2, name: 'end' },
	],
});

/** A player that plays, and the log of what it reports. */
export function playing(options: PlayerOptions = {}, what: Recording = recording): { player: Player; log: string[] } {
	const player = new Player(what, options);
	const log = listen(player);
	player.play();
	return { player, log };
}

/** Where the head is. */
export const x = (player: Player): number => player.frame.head[0]!;

/** What a player reports on the way. */
export const FORWARD: readonly string[] = [
	'marker start',
	'left tracked',
	'left pinch',
	'marker middle',
	'left lost',
	'marker end',
];
