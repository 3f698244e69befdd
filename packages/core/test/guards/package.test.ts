import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../', import.meta.url));
const DOORS: Readonly<Record<string, string>> = {
	'@core': `${folder}src/index.ts`,
	'@edit': `${folder}src/edit.ts`,
	'@measure': `${folder}src/measure.ts`,
	'@record': `${folder}src/record.ts`,
	'@perform': `${folder}src/perform.ts`,
	'@play': `${folder}src/play.ts`,
	'@diagnose': `${folder}src/diagnose.ts`,
	'@reel': `${folder}src/reel.ts`,
	'@simd': `${folder}src/simd.ts`,
	'@internal': `${folder}src/internal.ts`,
};
const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as Record<string, unknown>;

describe('the package', () => {
	it('has no dependencies', () => {
		for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
			expect(manifest).not.toHaveProperty(kind);
	});

	it('is an ES module without side effects', () => {
		expect(manifest).toMatchObject({ type: 'module', sideEffects: false, license: 'MIT' });
	});

	it('runs no code on import', async () => {
		for (const door of Object.keys(DOORS)) expect(await bundle(`import '${door}';`), door).toBe('');
		expect(await bundle(`import * as core from '@core'; void core.describeLayout;`)).not.toMatch(
			/JOINT_NAMES|TextDecoder/,
		);
	});
});

// kB are 1000 bytes, after minifying and gzip.
describe('bundle budgets', () => {
	it('reading alone takes at most 6 kB', async () => {
		expect(await gzippedSize(`export { readRecording } from '@core';`)).toBeLessThanOrEqual(6000);
	});

	// A kilobyte of it keeps and reports what later versions add, and two and a half read rooms.
	it('reading a reel takes at most 16 kB without the rest of core, and 19.5 kB with it', async () => {
		const entry = `export { decodeReel, openReel } from '@reel';`;
		expect(await gzippedSize(entry, /^\.\.\/(?!reel)\w+\//)).toBeLessThanOrEqual(16_000);
		expect(await gzippedSize(entry)).toBeLessThanOrEqual(19_500);
	});

	it('measuring takes at most 18 kB without the table that explains the figures', async () => {
		const entry = `export { measureRecording, createChannel, sampleChannel, listPinches, listReaches } from '@measure';`;
		expect(await gzippedSize(entry)).toBeLessThanOrEqual(18_000);
	});

	it('sampling with SIMD adds at most 5 kB to sampling', async () => {
		const plain = await gzippedSize(`export { createSampler, bakeFrames } from '@core';`);
		const both = await gzippedSize(`export { createSampler, bakeFrames } from '@core'; export * from '@simd';`);
		expect(both - plain).toBeLessThanOrEqual(5000);
	});

	// Each door alone, with everything it needs from the rooms to its left. Anonymizing, one of the edits, measures; another changes the
	// speed. A sixth of diagnosing finds axes, units and sides of hands that differ from those of OpenXR.
	it.each([
		['@core', 33],
		['@edit', 64.5],
		['@measure', 20.6],
		['@record', 26.5],
		['@perform', 36.5],
		['@play', 15.2],
		['@diagnose', 46],
		['@reel', 45],
		['@simd', 17],
	])('%s takes at most %i kB', async (door, budget) => {
		expect(await gzippedSize(`export * from '${door}';`)).toBeLessThanOrEqual(budget * 1000);
	});
});

async function gzippedSize(entry: string, external: RegExp[] | RegExp = []): Promise<number> {
	return gzipSync(await bundle(entry, external), { level: 9 }).length;
}

async function bundle(entry: string, external: RegExp[] | RegExp = []): Promise<string> {
	const build = await rolldown({
		input: 'entry.js',
		external,
		// Believe nothing about side effects: what cannot be proven free of them stays.
		treeshake: { moduleSideEffects: true },
		plugins: [
			{
				name: 'entry',
				resolveId: (id) => (id === 'entry.js' ? id : (DOORS[id] ?? null)),
				load: (id) => (id === 'entry.js' ? entry : null),
			},
		],
	});
	const { output } = await build.generate({ format: 'esm', minify: true });
	await build.close();
	return output[0].code.trim();
}
