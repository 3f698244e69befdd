// The fixture as test authors use it: with Playwright's own runner.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/workspace.mjs';
import { runPlaywright, type SpecResult } from './support/run-playwright.ts';

const APP = readFileSync(join(root, 'examples', 'grab', 'app', 'app.js'), 'utf8');

/** Titles of failed tests with the first line of what they say. */
function listFailures(results: readonly SpecResult[]): string[] {
	return results.filter(({ isPassed }) => !isPassed).map(({ title, error }) => `${title}: ${error.split('\n')[0]}`);
}

/** Runs the tests of the example on an app in which something was changed. */
async function runBroken(name: string, from: string, to: string): Promise<SpecResult[]> {
	expect(APP.split(from)).toHaveLength(2);
	const folder = join(root, '.cache', 'broken-apps');
	mkdirSync(folder, { recursive: true });
	const file = join(folder, `${name}.js`);
	writeFileSync(file, APP.replace(from, to));
	return runPlaywright('examples/grab', { GRAB_APP: file }, ['--grep-invert', 'ten runs']);
}

describe('the example', () => {
	it('passes its tests', async () => {
		const results = await runPlaywright('examples/grab');
		expect(listFailures(results)).toEqual([]);
		expect(results).toHaveLength(6);
	});

	it('fails them when the app forgets to let go, and the report holds that part of the recording', async () => {
		const results = await runBroken('no-release', 'release(hand))', 'void hand)');
		const failed = results.filter(({ isPassed }) => !isPassed);
		expect(failed.map(({ title }) => title)).toEqual([
			'a pinch takes the block along and lets it go',
			'the block is dropped there',
		]);
		const attachments = failed[0]!.attachments;
		const slice = attachments.find(({ name }) => name.startsWith('recording-'))!;
		const bytes = slice.path ? readFileSync(slice.path) : Buffer.from(slice.body ?? '', 'base64');
		expect(readRecording(bytes, { require: ['hands'] }).duration).toBeCloseTo(2, 1);
		expect(attachments.map(({ name }) => name)).toContain('xr-events.json');
	});

	it('fails them when the button no longer feels fingers', async () => {
		const results = await runBroken('no-press', 'const PRESS_DISTANCE = 0.025', 'const PRESS_DISTANCE = 0');
		expect(results.filter(({ isPassed }) => !isPassed).map(({ title }) => title)).toEqual([
			'a fingertip presses the button once',
		]);
	});
});

describe('the fixture', () => {
	it('explains what hostile pages do, and gives hand meshes to three.js', async () => {
		const results = await runPlaywright('packages/playwright/test/suite');
		expect(listFailures(results)).toEqual([]);
		expect(results).toHaveLength(10);
	});
});
