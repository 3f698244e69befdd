// The fixture as test authors use it: with Playwright's own runner.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '@handreel/core';
import { describe, expect, it, vi } from 'vitest';
import { root } from '../../../scripts/workspace.mjs';
import { listFailures, runPlaywright } from './support/run-playwright.ts';

// A runner, a browser and several tests each.
vi.setConfig({ testTimeout: 240_000 });

const APP = readFileSync(join(root, 'examples', 'grab', 'app', 'app.js'), 'utf8');

/** Breaks the app in two places. */
function writeBrokenApp(): string {
	const folder = join(root, '.cache', 'broken-apps');
	mkdirSync(folder, { recursive: true });
	const file = join(folder, 'grab.js');
	let code = APP;
	for (const [from, to] of [
		['release(hand))', 'void hand)'],
		['const PRESS_DISTANCE = 0.025', 'const PRESS_DISTANCE = 0'],
	] as const) {
		expect(APP.split(from)).toHaveLength(2);
		code = code.replace(from, to);
	}
	writeFileSync(file, code);
	return file;
}

describe('the example', () => {
	it('passes its tests', async () => {
		const results = await runPlaywright('examples/grab');
		expect(listFailures(results)).toEqual([]);
		expect(results).toHaveLength(6);
	});

	it('fails them when the app is broken, and the report holds that part of the recording', async () => {
		const env = { GRAB_APP: writeBrokenApp() };
		const results = await runPlaywright('examples/grab', env, ['--grep-invert', 'ten runs']);
		expect(results).toHaveLength(5);
		const failed = results.filter(({ isPassed }) => !isPassed);
		expect(failed.map(({ title }) => title)).toEqual([
			'a fingertip presses the button once',
			'a pinch takes the block along and lets it go',
			'the block is dropped there',
		]);
		for (const { attachments } of failed) {
			const slice = attachments.find(({ name }) => name.startsWith('recording-'))!;
			const bytes = slice.path ? readFileSync(slice.path) : Buffer.from(slice.body ?? '', 'base64');
			expect(readRecording(bytes, { require: ['hands'] }).duration).toBeCloseTo(2, 1);
			expect(attachments.map(({ name }) => name)).toContain('xr-events.json');
		}
	});
});

describe('the fixture', () => {
	it('explains what hostile pages do, reaches frames, and takes large recordings', async () => {
		const results = await runPlaywright('packages/playwright/test/suite', {}, ['hostile', 'frames', 'large']);
		expect(listFailures(results)).toEqual([]);
		expect(results).toHaveLength(23);
	});
});
