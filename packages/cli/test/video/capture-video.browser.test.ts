// Records hands in a video with the real tracker. The video shows the hand models of our own package in known poses.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFrameSample, type FrameSample, sampleFrame } from '@handreel/core';
import { readShape } from '@handreel/core/internal';
import { decodeReel } from '@handreel/core/reel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContext } from '../../../../scripts/test-browser.ts';
import { root } from '../../../../scripts/workspace.mjs';
import { HandPose } from '../../../landmarks/src/hand-pose.ts';
import { makeHand, Randoms } from '../../../landmarks/test/support/made-hands.ts';
import type { PageEncoder } from '../../src/replay/encode-in-page.ts';
import { findCacheFolder, makeTracker } from '../../src/tracker/tracker-files.ts';
import { adviseConversion } from '../../src/video/video-tracker.ts';
import { drawHands, openHandsPage } from '../support/render-hands.ts';
import { createScratch, isPosix, type Outcome, startHandreel } from '../support/run-handreel.ts';

declare const encoder: PageEncoder;

const RATE = 15;
const COUNT = 16;
const SIZE = { width: 480, height: 360 };
const modules = join(root, 'node_modules');
const scratch = createScratch();
const cache = scratch.path('cache');
const run = (...args: readonly string[]): Outcome =>
	scratch.runWith({ env: { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache } }, ...args);

// A right hand that pinches and opens, seen from the palm.
function poseHand(i: number): HandPose {
	const hand = new HandPose('right', 1);
	hand.copy(makeHand(new Randoms(4), 'right', 1, 'palm, 45° from the side of the little finger'));
	const [open, pinch] = [readShape('open'), readShape('pinch')];
	const share = (1 - Math.cos((2 * Math.PI * i) / COUNT)) / 2;
	for (let k = 0; k < 20; k++) hand.angles[k] = open[k]! + share * (pinch[k]! - open[k]!);
	hand.wrist[0]! += 0.04 * share;
	hand.place();
	return hand;
}

async function makeVideo(): Promise<Uint8Array> {
	const context = await openContext();
	const page = await context.newPage();
	await openHandsPage(page, SIZE);
	await page.addScriptTag({ path: join(root, 'packages/cli/dist/encode-in-page.js') });
	const { width, height } = SIZE;
	await page.evaluate(([w, h, rate]) => encoder.start(w, h, rate), [width, height, RATE] as const);
	for (let i = 0; i < COUNT; i++) {
		const png = await drawHands(page, [poseHand(i)]);
		await page.evaluate((base64) => encoder.add(base64), png);
	}
	const size = await page.evaluate(() => encoder.finish());
	const bytes = Buffer.from(await page.evaluate((end) => encoder.read(0, end), size), 'base64');
	await context.close();
	return bytes;
}

beforeAll(async () => {
	writeFileSync(scratch.path('clip.webm'), await makeVideo());
	writeFileSync(scratch.path('text.mp4'), 'not a video');
	const env = { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
	makeTracker(modules, findCacheFolder(process.platform, env));
});
afterAll(() => scratch.remove());

describe('hands in a video', () => {
	it('are recorded at the times of the video, with the same bytes every time, and without the network', () => {
		const outcomes = ['a.reel', 'b.reel'].map((name) => run('capture', '--video', 'clip.webm', name, '--json'));
		for (const { stdout, stderr, status } of outcomes) {
			expect({ stderr: stderr.replace(/^.*without its sandbox.*\n/, ''), status }).toEqual({ stderr: '', status: 0 });
			const saved = JSON.parse(stdout.trim().split('\n').at(-1)!);
			expect(saved).toMatchObject({ event: 'saved', frames: COUNT, refused: [], tracked: { left: 0 } });
			expect(saved.tracked.right).toBeGreaterThanOrEqual(COUNT - 2);
			expect(saved.duration).toBeCloseTo((COUNT - 1) / RATE, 2);
		}
		const [a, b] = ['a.reel', 'b.reel'].map((name) => readFileSync(scratch.path(name)));
		expect(a!.equals(b!)).toBe(true);
	});

	it('are where they were, with the shape that they had', () => {
		const recording = decodeReel(readFileSync(scratch.path('a.reel')));
		expect(recording.info['landmarks']).toMatchObject({
			packages: ['@mediapipe/tasks-vision@0.10.35', '@mediapipe/hands@0.4.1675469240'],
			handLength: 0.19,
		});
		const frame = createFrameSample();
		const errors = Array.from({ length: COUNT }, (_, i) => {
			sampleFrame(recording, i / RATE, frame, { space: 'webxr' });
			return frame.hands.right.tracked ? compare(frame, poseHand(i)) : null;
		}).filter((error) => error !== null);
		const mean = (pick: (error: (typeof errors)[number]) => number): number =>
			errors.reduce((sum, error) => sum + pick(error), 0) / errors.length;
		expect(errors.length).toBeGreaterThanOrEqual(COUNT - 2);
		// Meters.
		expect(mean(({ shape }) => shape)).toBeLessThan(0.016);
		expect(mean(({ place }) => place)).toBeLessThan(0.09);
	});

	it.each([
		['text.mp4', /text\.mp4: not a video that is known .*ffmpeg -i text\.mp4 -c:v libvpx-vp9 .* text\.webm/s],
		['absent.mp4', /absent\.mp4: there is no such file/],
	])('of %s are refused', (name, message) => {
		const { stderr, status } = run('capture', '--video', name, 'c.reel');
		expect(stderr).toMatch(message);
		expect(status).toBe(1);
		expect(existsSync(scratch.path('c.reel'))).toBe(false);
	});

	it('do not replace a file', () => {
		writeFileSync(scratch.path('taken.reel'), 'mine');
		const { stderr, status } = run('capture', '--video', 'clip.webm', 'taken.reel');
		expect(stderr).toContain('already exists; use --force');
		expect([status, readFileSync(scratch.path('taken.reel'), 'utf8')]).toEqual([1, 'mine']);
	});

	it.skipIf(!isPosix)('leave no file when they are interrupted', async () => {
		const folder = scratch.path('interrupted');
		mkdirSync(folder);
		const given = { XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'], HOME: process.env['HOME'] };
		Object.assign(process.env, { XDG_CACHE_HOME: cache, HOME: cache });
		const { child, ended } = startHandreel(folder, ['capture', '--video', '../clip.webm', 'x.reel', '--json']);
		for (const [name, value] of Object.entries(given)) {
			if (value === undefined) delete process.env[name];
			else process.env[name] = value;
		}
		await new Promise((resolve) => child.stdout?.once('data', resolve));
		child.kill('SIGINT');
		const { status, stderr } = await ended;
		expect(stderr).toContain('handreel: interrupted');
		expect(status).toBe(130);
		expect(readdirSync(folder)).toEqual([]);
	});
});

describe('the hand tracker', () => {
	const env = (name: string, extra: NodeJS.ProcessEnv = {}): { env: NodeJS.ProcessEnv } => {
		const folder = scratch.path(name);
		return { env: { ...process.env, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, HOME: folder, ...extra } };
	};

	it('is installed only when it is asked for', () => {
		const { stderr, status } = scratch.runWith(env('empty'), 'capture', '--video', 'clip.webm', 'd.reel');
		expect(stderr).toMatch(/tasks-vision 0\.10\.35 and .*hands 0\.4\.\d+ \(23 MB to download, license Apache-2\.0\)/);
		expect(stderr).toContain('handreel capture --install');
		expect([status, existsSync(scratch.path('empty'))]).toEqual([1, false]);
	});

	// In place of npm, a program that copies what the tests have installed.
	const makeNpm = (after: string): string => {
		const folder = scratch.path(`bin-${after.length}`);
		mkdirSync(folder, { recursive: true });
		const copy = `mkdir -p node_modules && cp -r '${join(modules, '@mediapipe')}' node_modules/`;
		writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$@" > '${scratch.path('npm.txt')}'\n${copy}\n${after}\n`);
		chmodSync(join(folder, 'npm'), 0o755);
		return `${folder}:${process.env['PATH']}`;
	};

	it.skipIf(!isPosix)('is made of packages of exact versions, without their scripts, once', () => {
		const options = env('fresh', { PATH: makeNpm('') });
		const { stdout, status } = scratch.runWith(options, 'capture', '--install');
		expect([status, stdout]).toEqual([0, expect.stringContaining('The hand tracker is installed: ')]);
		const args = readFileSync(scratch.path('npm.txt'), 'utf8');
		expect(args).toContain('--ignore-scripts');
		expect(args).toContain('@mediapipe/tasks-vision@0.10.35 @mediapipe/hands@0.4.1675469240');
		const [folder] = readdirSync(scratch.path('fresh'), { recursive: true, encoding: 'utf8' }).filter((name) =>
			name.endsWith('hand-tracker-1'),
		);
		expect(readdirSync(scratch.path('fresh', folder!)).sort()).toEqual([
			'hand.task',
			'vision.js',
			'wasm.js',
			'wasm.wasm',
		]);
		// Nothing is left of the installation, and npm is not asked again.
		expect(readdirSync(scratch.path('fresh', folder!, '..'))).toEqual(['hand-tracker-1']);
		const again = scratch.runWith(env('fresh', { PATH: makeNpm('exit 1') }), 'capture', '--install');
		expect(again.status).toBe(0);
	});

	it.skipIf(!isPosix)('is refused if a package has other content, or npm fails', () => {
		const other =
			'rm node_modules/@mediapipe/tasks-vision/vision_bundle.mjs; echo x > node_modules/@mediapipe/tasks-vision/vision_bundle.mjs';
		const changed = scratch.runWith(env('changed', { PATH: makeNpm(other) }), 'capture', '--install');
		expect(changed.stderr).toMatch(
			/vision_bundle\.mjs is not the file that was published: its SHA-256 is [0-9a-f]{64}/,
		);
		const failed = scratch.runWith(
			env('failed', { PATH: makeNpm('echo no disk >&2; exit 3') }),
			'capture',
			'--install',
		);
		expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('npm failed: no disk')]);
		for (const name of ['changed', 'failed'])
			expect(readdirSync(scratch.path(name), { recursive: true, encoding: 'utf8' })).not.toContain('hand-tracker-1');
	});
});

describe('the line that converts a video', () => {
	it.each([
		['clip.mp4', 'ffmpeg -i clip.mp4 -c:v libvpx-vp9 -crf 30 -an clip.webm'],
		["a b's.mov", "ffmpeg -i 'a b'\\''s.mov' -c:v libvpx-vp9 -crf 30 -an 'a b'\\''s.webm'"],
	])('for %s can be pasted', (name, line) => {
		expect(adviseConversion(name)).toContain(line);
	});
});

// The error of the shape, with the centers on each other, and of the center.
function compare(frame: FrameSample, truth: HandPose): { readonly shape: number; readonly place: number } {
	const found = frame.hands.right.joints;
	// The camera is 0.6 m before the origin and looks back.
	const expected = (at: number): number[] => [-truth.joints[at]!, truth.joints[at + 1]!, -0.6 - truth.joints[at + 2]!];
	const starts = Array.from({ length: 26 }, (_, i) => 7 * (i + 1));
	const offsets = starts.map((at) => expected(at).map((value, i) => found[at + i]! - value));
	const center = [0, 1, 2].map((i) => offsets.reduce((sum, offset) => sum + offset[i]! / 26, 0));
	const shape = offsets.reduce((sum, offset) => sum + Math.hypot(...offset.map((v, i) => v - center[i]!)) / 26, 0);
	return { shape, place: Math.hypot(...center) };
}
