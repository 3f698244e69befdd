// The parts of the first pages of README and site that depend on something: measured figures, and whether the packages are on npm.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissed, MAX_LOAD, type SavedResult, type SavedResults } from '../../bench/results.ts';
import { root } from '../workspace.mjs';
import { formatTable } from './fill-tables.ts';

/** The figures of README by the name of their benchmark. `show` puts a result into a sentence. */
const FIGURES: Readonly<Record<string, (result: string) => string>> = {
	'reel, optimizer set within tolerances / brotli of its best .bin': (share) =>
		`a [reel](REEL.md), our archive format, keeps ten minutes of two hands within 1 mm and 0.2° in **${share}** of the bytes of the smallest MRTK file for it after brotli`,
	'reel, recorded files with simple keys / brotli': (share) =>
		`exact reels of MRTK's recordings have **${share}** of the bytes of the same files after brotli`,
	'reel, bytes read to seek to the middle of ten minutes / all': (share) =>
		`seeking to the middle of ten minutes reads **${share}** of a reel`,
	'SIMD play lines, raw / three.js interpolants': (times) =>
		`playing a frame is **${times}** as fast as with three.js interpolants`,
};

/** The saved results of the benchmarks. */
export function readResults(): SavedResults {
	return JSON.parse(readFileSync(join(root, 'bench', 'results.json'), 'utf8'));
}

/** Returns the figures of README, each with the command that measures it again. Throws `Error` for one that was not measured. */
export function formatFigures({ results }: SavedResults = readResults()): string {
	const rows = Object.entries(FIGURES).map(([name, show]) => {
		const result = results.find((entry) => entry.name === name);
		if (result === undefined) throw new Error(`bench/results.json has no result of '${name}'`);
		return [`${show(formatResult(result))}${describe(result)}`, `\`${result.command.replace(/"(.*)"/, '"$1"')}\``];
	});
	return formatTable(['measured', 'measure it again'], rows);
}

/** A share as percent, a speed as a factor. */
function formatResult({ ratio, better }: SavedResult): string {
	if (better === 'higher') return `${Number(ratio.toPrecision(2))} times`;
	return `${(100 * ratio).toFixed(ratio < 0.1 ? 1 : 0)} %`;
}

// Sizes do not depend on the load, and have no spread.
function describe(result: SavedResult): string {
	const remarks = [
		...(isMissed(result) ? [`the target, ${result.target}, is missed`] : []),
		...(result.spread !== null && result.load > MAX_LOAD ? ['rough: the machine was busy'] : []),
	];
	return remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
}

/** Whether the packages are on npm. The first release raises their version. */
export function isPublished(): boolean {
	const { version } = JSON.parse(readFileSync(join(root, 'packages', 'cli', 'package.json'), 'utf8'));
	return version !== '0.0.0';
}

/** Returns how to begin: with npm, and in a clone. The only place that switches from the one to the other. */
export function formatInstall(hasPackages: boolean = isPublished()): string {
	const npm = `\`\`\`sh
npm create handreel          # a WebXR page, and tests that pass
npm install --save-dev @handreel/playwright @playwright/test    # in your own project
npx handreel view            # the studio, with samples
\`\`\``;
	const clone = `\`\`\`sh
npm start                             # installs, builds and serves the studio with a recording; npm start -- my.bin opens your own file
npx handreel samples                  # the command, as in all examples below
npx playwright install chromium       # or the path of yours in HANDREEL_CHROMIUM
npm test --workspace examples/grab    # tests like the one above
npm test                              # installs everything and runs every check
\`\`\``;
	if (hasPackages) return `${npm}\n\nIn a clone:\n\n${clone}`;
	return `The packages are not on npm yet. In a clone:\n\n${clone}\n\nCtrl+C ends \`npm start\`; the others need what it has built. Once the packages are published:\n\n${npm}`;
}
