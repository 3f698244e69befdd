// The entry point of a Vite build.
import { readRecording } from '@handreel/core';
import { Player } from '@handreel/core/play';

export function readDuration(bytes) {
	const player = new Player(readRecording(bytes));
	return player.range.end;
}

export { readRecording } from '@handreel/core';
export { loadHandModels } from '@handreel/hands';
export { useScenes } from './scenes.ts';
