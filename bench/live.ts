// The live view in Chromium: how long a frame takes from the page in the headset until the studio draws it. Both pages, the
// server and the software renderer share this machine, so a computer with a real headset is faster.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCaptureServer } from '@handreel/capture';
import { JournalReader } from '@handreel/core/record';
import { chromium, type Page } from 'playwright-core';
import { createStudioHandler } from '../packages/cli/src/view/serve.ts';
import { findChromium } from '../scripts/browser.mjs';
import { type Benchmark, type Effort, median } from './harness.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RECORDING = join(ROOT, 'fixtures', 'recorded', 'mrtk-2.8.3-full-5s.bin');
const CHUNK_HEADER = 24;
/** Pictures of the studio that are measured. */
const PICTURES: Readonly<Record<Effort, number>> = { full: 100, quick: 30 };
/** Recorded seconds per second, so that the recording lasts until the end. */
const SPEED = 0.1;

// The clock of the machine. Replaying replaces the clock of the page.
const KEEP_CLOCK = `
	const { timeOrigin } = performance;
	const now = performance.now.bind(performance);
	globalThis.readClock = () => timeOrigin + now();
`;

// Notes when each frame is captured: its time in seconds, the clock of the machine, and whether it is recorded.
const WATCH_CAPTURE = `
	globalThis.captured = [];
	const { requestAnimationFrame } = XRSession.prototype;
	XRSession.prototype.requestAnimationFrame = function (callback) {
		return requestAnimationFrame.call(this, (time, frame) => {
			captured.push([time / 1000, readClock(), globalThis.handreelCapture?.flow.state.phase === 'recording']);
			callback(time, frame);
		});
	};
`;

// Notes which messages of the server have arrived when the studio draws.
const WATCH_STUDIO = `
	globalThis.drawn = [];
	let arrived = [];
	const onMessage = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
	Object.defineProperty(WebSocket.prototype, 'onmessage', {
		set(listener) {
			onMessage.set.call(this, (event) => {
				if (typeof event.data !== 'string') arrived.push([...new Uint8Array(event.data)]);
				listener.call(this, event);
			});
		},
	});
	for (const name of ['drawElements', 'drawElementsInstanced']) {
		const draw = WebGL2RenderingContext.prototype[name];
		WebGL2RenderingContext.prototype[name] = function (...args) {
			const result = draw.apply(this, args);
			if (arrived.length > 0) drawn.push([performance.timeOrigin + performance.now(), arrived]);
			arrived = [];
			return result;
		};
	}
`;

declare const drawn: readonly unknown[];

/** Everything about the live view. */
export function listLiveBenchmarks(): Benchmark[] {
	return [
		{
			name: 'milliseconds / frame from the page in the headset to the studio, median',
			target: 100,
			better: 'lower',
			isLarge: false,
			run: measureLatency,
		},
	];
}

async function measureLatency(effort: Effort): Promise<number> {
	const executablePath = findChromium();
	if (executablePath === null) throw new Error('there is no Chromium');
	const folder = mkdtempSync(join(tmpdir(), 'handreel-bench-'));
	const server = await startCaptureServer({
		folder,
		countdown: 0,
		assets: join(ROOT, 'packages', 'capture', 'dist'),
		studio: await createStudioHandler(join(ROOT, 'apps', 'studio', 'dist')),
	});
	const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
	const browser = await chromium.launch({ executablePath, args });
	try {
		const studio = await browser.newPage({ viewport: { width: 640, height: 480 } });
		await studio.addInitScript(WATCH_STUDIO);
		await studio.goto(`http://localhost:${server.port}/__handreel/studio/?aa=0#hands=bones`);
		await studio.getByText('Waiting for a headset').waitFor();
		const headset = await openHeadset(await browser.newPage(), server.port);
		await headset.evaluate(`handreel.driver.speed = ${SPEED}`);
		const playing = headset.evaluate('handreel.driver.play()');
		await headset.click('button[data-id="enter"]');
		await headset.click('button[data-id="record"]');
		await studio.getByRole('button', { name: 'take-001', exact: true }).waitFor();
		await studio.waitForFunction((count) => drawn.length >= count, PICTURES[effort], { timeout: 60_000 });
		await headset.evaluate('handreel.driver.pause()');
		await playing;
		return median(listDelays(await headset.evaluate('captured'), await studio.evaluate('drawn')));
	} finally {
		await browser.close();
		await server.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

async function openHeadset(page: Page, port: number): Promise<Page> {
	await page.addInitScript(KEEP_CLOCK);
	await page.addInitScript({ path: join(ROOT, 'packages', 'webxr', 'dist', 'inject.js') });
	const recording = readFileSync(RECORDING).toString('base64');
	await page.addInitScript(`handreel.install('${recording}', { render: 'none' })`);
	await page.addInitScript(WATCH_CAPTURE);
	await page.goto(`http://localhost:${port}/`);
	return page;
}

// The delay of every frame in milliseconds, without the frames that wait until the studio has opened the take.
function listDelays(
	captured: readonly (readonly [time: number, clock: number, isRecorded: boolean])[],
	drawn: readonly (readonly [clock: number, messages: readonly (readonly number[])[]])[],
): number[] {
	const clocks = new Map<number, number>();
	// The first recorded frame is at 0 s.
	const start = captured.find(([, , isRecorded]) => isRecorded)?.[0] ?? 0;
	for (const [time, captureClock] of captured) clocks.set(toKey(time - start), captureClock);
	const delays: number[] = [];
	let clock = 0;
	const reader = new JournalReader({
		frame: ({ time }) => {
			const captureClock = clocks.get(toKey(time));
			if (captureClock === undefined) throw new Error(`the frame at ${time} s was not captured`);
			delays.push(clock - captureClock);
		},
	});
	for (const [i, [time, messages]] of drawn.entries()) {
		clock = time;
		for (const message of messages) reader.read(Uint8Array.from(message).subarray(CHUNK_HEADER));
		if (i === 0) delays.length = 0;
	}
	return delays;
}

// Tenths of milliseconds, because times are rounded on the way.
function toKey(seconds: number): number {
	return Math.round(seconds * 1e4);
}
