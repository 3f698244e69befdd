// What the command refuses before it opens a page.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readRecording, writeRecording } from '@handreel/core';
import { shiftRecording } from '@handreel/core/edit';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createScratch, isPosix } from '../support/run-handreel.ts';

const GRAB = join(root, 'examples', 'grab', 'tests', 'grab.bin');
const scratch = createScratch();
copyFileSync(GRAB, scratch.path('grab.bin'));
afterAll(() => scratch.remove());

describe('usage errors', () => {
	it.each([
		[[], '--url'],
		[['--url', 'localhost:5173'], 'neither a file nor a URL such as http://localhost:5173'],
		[['--url', '.'], 'is a folder'],
		[['--url', 'http://'], 'is not a valid URL'],
		[
			['--url', 'http://x', '--at', 'nowhere'],
			"neither a time nor a marker of the recording; markers: 'start', 'held'",
		],
		[['--url', 'http://x', '--at', '7'], 'outside the recording, which lasts 2.000 s'],
		[['--url', 'http://x', '--screenshot', 'x.jpg'], 'x.jpg must end in .png'],
		[['--url', 'http://x', '--video', 'x.mp4'], 'x.mp4 must end in .webm'],
		[['--url', 'http://x', '--trace', 'x.bin'], 'x.bin must end in .reel'],
		[['--url', 'http://x', '--device', 'quest-9'], 'Must be one of: quest-3, vision-pro, hololens-2, pico-4'],
		[['--url', 'http://x', '--video-frame-rate', '30'], '--video-frame-rate needs --video'],
		[['--url', 'http://x', '--video', 'x.webm', '--video-frame-rate', '90'], 'greater than --frame-rate (60)'],
		[['--url', 'http://x', '--render', 'none', '--video', 'x.webm'], 'need --render last or --render all'],
		[['--url', 'http://x', '--size', '10'], 'for example 1280x720'],
		[['--url', 'http://x', '--json', '--events', '-'], 'both use standard output'],
		[['--url', 'http://x', '--events', '-', '--screenshot', '-'], 'two outputs have the same path'],
	])('%j ends with 2', (args, text) => {
		const { status, stderr } = scratch.run('replay', 'grab.bin', ...args);
		expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(text) });
	});

	it('leaves files alone that are there, before a browser starts', () => {
		writeFileSync(scratch.path('there.json'), 'mine');
		const { status, stderr } = scratch.run('replay', 'grab.bin', '--url', 'http://x', '--events', 'there.json');
		expect({ status, stderr }).toEqual({
			status: 1,
			stderr: 'handreel: there.json: already exists; use --force to overwrite it\n',
		});
	});

	it.runIf(isPosix)('refuses to overwrite folders and sockets, before a browser starts', async () => {
		mkdirSync(scratch.path('folder.webm'));
		const socket = createServer();
		await new Promise<void>((done) => socket.listen(scratch.path('socket.json'), done));
		for (const [option, name, kind] of [
			['--video', 'folder.webm', 'folder'],
			['--events', 'socket.json', 'socket'],
		] as const) {
			const { status, stderr } = scratch.run('replay', 'grab.bin', '--url', 'http://x', option, name, '--force');
			expect({ status, stderr }).toEqual({
				status: 1,
				stderr: `handreel: ${name}: this is a ${kind}, which cannot be overwritten\n`,
			});
		}
		await new Promise((done) => socket.close(done));
	});

	it('refuses files that are not recordings or last too long', () => {
		const { status, stderr } = scratch.run('replay', 'there.json', '--url', 'http://x');
		expect(status).toBe(1);
		expect(stderr).toMatch(/^handreel: there\.json: /);
		const recording = shiftRecording(readRecording(readFileSync(GRAB)), 1e9, { allowRounding: true });
		writeFileSync(scratch.path('endless.bin'), writeRecording(recording));
		expect(scratch.run('replay', 'endless.bin', '--url', 'http://x')).toMatchObject({
			status: 1,
			stderr: 'handreel: 1000000000 s is too long for a replay; use --at to stop earlier\n',
		});
	});
});
