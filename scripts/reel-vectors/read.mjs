// Our reader, for npm run reel:vectors -- node scripts/reel-vectors/read.mjs: prints what it finds in a reel as JSON. Needs a build.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { iterateCurves } from '../../packages/core/dist/index.js';
import { decodeReel } from '../../packages/core/dist/reel.js';
import { describeReel } from './describe.mjs';

try {
	const recording = decodeReel(readFileSync(process.argv[2]));
	console.log(JSON.stringify(describeReel(recording, iterateCurves(recording))));
} catch (error) {
	console.log(JSON.stringify({ error: error.issue?.code ?? String(error) }));
}
