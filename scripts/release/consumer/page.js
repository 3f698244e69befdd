// The entry point of a Vite build.
import { readRecording } from '@handreel/core';
import { Player } from '@handreel/core/play';

export function readDuration(bytes) {
	const player = new Player(readRecording(bytes));
	return player.range.end;
}
