import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { writeRecording } from '@handreel/core';
import { trimRecording } from '@handreel/core/edit';
import type { RenderMode, ReplayOptions } from '@handreel/webxr';
import {
	expect as baseExpect,
	test as baseTest,
	type Expect,
	type MatcherReturnType,
	type PlaywrightTestArgs,
	type PlaywrightTestOptions,
	type PlaywrightWorkerArgs,
	type PlaywrightWorkerOptions,
	type TestInfo,
	type TestType,
} from '@playwright/test';
import { type ExpectedEvent, matchEvents } from './match-events.ts';
import { type Runtime, replayIntoPage } from './replay-into-page.ts';
import type { HandMeshes } from './route-hand-meshes.ts';
import type { XRReplay } from './xr-replay.ts';

/** How many seconds of the recording before and after a failure are attached to the report. */
const SLICE = 2;

/** What tests can set with `test.use`. */
export interface XROptions {
	/** The recording: a path, seen from the test file. */
	recording: string;
	/** Which frames are drawn. Default `'last'`: the last one of each call. */
	render: RenderMode;
	/** How the recording is replayed; only what can be sent to the page, so no functions. */
	replay: ReplayOptions;
	/** Where hand meshes of known libraries come from. Default `'minimal'`. */
	handMeshes: HandMeshes;
	/** What the page has for WebXR. Default `'own'`; `'iwer'` also has controllers, planes and hit tests. */
	runtime: Runtime;
}

/** What tests are given. */
export interface XRFixtures extends XROptions {
	/** Replays the recording into `page`. */
	xr: XRReplay;
}

/** Playwright's `test` with the fixture `xr`. */
export const test: TestType<
	PlaywrightTestArgs & PlaywrightTestOptions & XRFixtures,
	PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = baseTest.extend<XRFixtures>({
	recording: ['', { option: true }],
	render: ['last', { option: true }],
	replay: [{}, { option: true }],
	handMeshes: ['minimal', { option: true }],
	runtime: ['own', { option: true }],
	xr: async ({ page, recording, render, replay, handMeshes, runtime }, use, testInfo) => {
		if (recording === '') throw new Error("no recording: test.use({ recording: 'grab.bin' })");
		const bytes = readFileSync(resolve(dirname(testInfo.file), recording));
		const xr = await replayIntoPage(page, bytes, { ...replay, render, handMeshes, runtime });
		await use(xr);
		if (testInfo.status !== testInfo.expectedStatus) await attachFailure(xr, testInfo);
	},
});

/** Matchers for {@link XRReplay}. */
export interface XRMatchers {
	/** Checks that events happened in the given order; others may lie between them. */
	toHaveEvents(xr: XRReplay, expected: readonly ExpectedEvent[]): MatcherReturnType;
}

const matchers: XRMatchers = {
	toHaveEvents(xr, expected) {
		const { isMatch, message } = matchEvents(xr.events, expected, xr.recording);
		return { pass: isMatch, message: () => message };
	},
};

/** Playwright's `expect` with matchers for recorded events. */
export const expect: Expect<XRMatchers> = baseExpect.extend({ ...matchers }) as never;

// The part of the recording around the failure, to look at or to replay, and what happened until then.
async function attachFailure({ recording, time, events }: XRReplay, testInfo: TestInfo): Promise<void> {
	const start = Math.max(0, time - SLICE);
	const end = Math.min(recording.duration, time + SLICE);
	if (end > start) {
		const body = Buffer.from(writeRecording(trimRecording(recording, { start, end })));
		const name = `recording-${start.toFixed(2)}-${end.toFixed(2)}.bin`;
		await testInfo.attach(name, { body, contentType: 'application/octet-stream' });
	}
	const body = JSON.stringify({ time, events }, null, '\t');
	await testInfo.attach('xr-events.json', { body, contentType: 'application/json' });
}
