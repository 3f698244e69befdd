import type { Dataset } from '../common/dataset.ts';
import { LEROBOT_OPTIONS } from './options.ts';

/** LeRobot v3.0 data sets. */
export const lerobotDataset = {
	name: 'lerobot',
	title: 'LeRobot',
	description: 'a folder for LeRobot v3.0: states and actions of both hands at an even frame rate',
	losses: {
		head: 'all',
		hands: 'some',
		gaze: 'all',
		rays: 'all',
		radii: 'all',
		controllers: 'all',
		markers: 'all',
		tracks: 'all',
		info: 'all',
		room: 'all',
		keys: 'some',
		tangents: 'all',
		wraps: 'all',
	},
	extension: null,
	options: LEROBOT_OPTIONS,
	loadEncoder: async () => (await import('./encode-lerobot.ts')).encodeLeRobot,
} as const satisfies Dataset;
