// Uses the packages for scenes in Node: prints a line per entry point. A separate program, because the types of three.js and
// Babylon.js contradict each other.
import { readFileSync } from 'node:fs';
import { readRecording } from '@handreel/core';
import { loadHandModels } from '@handreel/hands';
import { useScenes } from './scenes.js';

const [file = ''] = process.argv.slice(2);
const scenes = await useScenes(readRecording(readFileSync(file)), await loadHandModels());
for (const [door, isFine] of Object.entries(scenes)) {
	console.log(`${isFine ? 'ok' : 'FAILED'} ${door}`);
	if (!isFine) process.exitCode = 1;
}
