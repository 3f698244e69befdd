// The studio in Chromium: how long until a file is on screen, how smoothly it plays, and how fast plots zoom. Alone it prints
// plain numbers of this machine; beside an earlier studio (--baseline), how many times as fast it is.
import { readFileSync } from 'node:fs';
import { readRecording, writeRecording } from '@handreel/core';
import { concatRecordings } from '@handreel/core/edit';
import type { Page } from 'playwright-core';
import { makeFile } from './data.ts';
import { type Benchmark, type Effort, median } from './harness.ts';
import { type StudioRun, type StudioSide, withStudios } from './studio-pages.ts';

const ROUNDS: Readonly<Record<Effort, number>> = { full: 7, quick: 3 };
const PLAY_MS = 3000;
const SAMPLE = new URL('../fixtures/recorded/mrtk-2.8.3-full-5s.bin', import.meta.url);
/** Repetitions of the sample in about 5 MB. */
const REPETITIONS = 14;
/** A recording of this size lasts ten minutes. */
const TEN_MINUTES = 84e6;

const WAIT_FOR_FRAME = `(async () => {
	while (drawn.first === 0 && performance.now() < 120_000) await new Promise((done) => setTimeout(done, 1));
	return drawn.first;
})()`;

// Hands a file to the page as its picker does, and waits for the first picture.
const OPEN_FILE = `(async () => {
	const blob = await (await fetch(location.hash.slice(1))).blob();
	const transfer = new DataTransfer();
	transfer.items.add(new File([blob], 'bench.bin'));
	const input = document.querySelector('input[type=file]');
	input.files = transfer.files;
	const start = performance.now();
	input.dispatchEvent(new Event('change', { bubbles: true }));
	return (await ${WAIT_FOR_FRAME}) - start;
})()`;

const COUNT_FRAMES = `(async () => {
	const { frames } = drawn;
	const start = performance.now();
	await new Promise((done) => setTimeout(done, ${PLAY_MS}));
	return ((drawn.frames - frames) * 1000) / (performance.now() - start);
})()`;

const CHANNELS = ['x', 'y', 'z'].map((axis) => `hands.right.joints.indexTip.position.${axis}`);

// Zooms in and out by keyboard between ten minutes and two and a half, and waits for a frame after each step. Frames wait
// for the graphics process, so what it draws is measured, too.
const ZOOM_KEYS = ['+', '-', '+', '+', '-', '-', '+', '-', '+', '-'];
const ZOOM = `(async () => {
	const start = performance.now();
	for (const key of ${JSON.stringify(ZOOM_KEYS)}) {
		document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
		await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
	}
	return (performance.now() - start) / ${ZOOM_KEYS.length};
})()`;

interface StudioBenchmark {
	readonly name: string;
	readonly unit: string;
	readonly better: Benchmark['better'];
	/** How many times as fast as the baseline it shall be. A little below 1 where it shall not be worse, because times vary. */
	readonly target: number | null;
	makeFile(): Uint8Array;
	readonly hasFrameLimit: boolean;
	/** Returns a function that measures a studio once. It is called for both in turns. */
	start(run: StudioRun): (side: StudioSide) => Promise<number>;
}

/** Everything about the studio. `baseline` is the folder of an earlier studio to compare with. */
export function listStudioBenchmarks(baseline: string | null): Benchmark[] {
	const sizes = [
		['300 kB', 300e3],
		['5 MB', 5e6],
		['50 MB', 50e6],
	] as const;
	const timed = { unit: 'ms', better: 'lower', target: 0.95, hasFrameLimit: true } as const;
	const benchmarks: StudioBenchmark[] = [
		...sizes.map(([size, byteLength]) => ({
			...timed,
			name: `to the first frame, ${size}`,
			makeFile: () => makeFile('simple', byteLength),
			start: () => measureFirstFrame,
		})),
		{
			...timed,
			name: 'from its link to the first frame, 5 MB',
			makeFile: () => makeFile('simple', 5e6),
			start: () => measureLink,
		},
		{
			...timed,
			name: 'a second while playing',
			unit: 'frames',
			better: 'higher',
			makeFile: repeatSample,
			start: (run) => (side) => measurePlaying(run, side),
		},
		{
			...timed,
			name: 'per zoom step of three ten-minute curves',
			target: 10,
			makeFile: () => makeFile('simple', TEN_MINUTES),
			hasFrameLimit: false,
			start: measureZoom,
		},
	];
	return benchmarks.map((benchmark) => toBenchmark(benchmark, baseline));
}

// Hands of a real recording: those of made-up joints cover the whole picture.
function repeatSample(): Uint8Array {
	const recording = readRecording(readFileSync(SAMPLE));
	return writeRecording(concatRecordings(Array.from({ length: REPETITIONS }, () => recording)));
}

async function measureFirstFrame(side: StudioSide): Promise<number> {
	const page = await side.openPage();
	const time = await page.evaluate<number>(OPEN_FILE);
	await page.close();
	return time;
}

async function measureLink(side: StudioSide): Promise<number> {
	const page = await side.openLink();
	// The clock of a page starts with the navigation.
	const time = await page.evaluate<number>(WAIT_FOR_FRAME);
	await page.close();
	return time;
}

async function measurePlaying(run: StudioRun, side: StudioSide): Promise<number> {
	const page = await side.openPage();
	await page.evaluate(OPEN_FILE);
	await run.waitUntilIdle();
	await page.keyboard.press('Space');
	await page.waitForTimeout(500);
	const frames = await page.evaluate<number>(COUNT_FRAMES);
	await page.close();
	return frames;
}

// Pages stay open between the rounds, because opening ten minutes takes much longer than zooming.
function measureZoom(run: StudioRun): (side: StudioSide) => Promise<number> {
	const pages = new Map<StudioSide, Page>();
	return async (side) => {
		const page = pages.get(side) ?? (await openPlot(side));
		pages.set(side, page);
		await run.waitUntilIdle();
		return page.evaluate<number>(ZOOM);
	};
}

async function openPlot(side: StudioSide): Promise<Page> {
	const page = await side.openPage();
	await page.evaluate(OPEN_FILE);
	await page.evaluate(`location.hash = 'channels=${CHANNELS.join(',')}'`);
	await page.locator(`li[data-path="${CHANNELS.at(-1)}"]`).waitFor();
	return page;
}

function toBenchmark(benchmark: StudioBenchmark, baseline: string | null): Benchmark {
	const { name, unit, better, target } = benchmark;
	let detail = '';
	return {
		name: baseline === null ? `studio, ${unit} ${name}` : `studio, ${unit} ${name} / baseline`,
		target: baseline === null ? null : target,
		better: baseline === null ? better : 'higher',
		isLarge: false,
		async run(effort) {
			const { present, earlier } = await measure(benchmark, baseline, ROUNDS[effort]);
			if (earlier.length === 0) return median(present);
			detail = `present ${formatFigure(present, unit)}, baseline ${formatFigure(earlier, unit)}`;
			return median(present.map((value, i) => (better === 'lower' ? earlier[i]! / value : value / earlier[i]!)));
		},
		describe: () => detail,
	};
}

// Both studios in turns: A B, B A, A B …
async function measure(
	{ makeFile: makeBytes, hasFrameLimit, start }: StudioBenchmark,
	baseline: string | null,
	rounds: number,
): Promise<{ present: number[]; earlier: number[] }> {
	return withStudios({ bytes: makeBytes(), baseline, hasFrameLimit }, async (run) => {
		const once = start(run);
		const figures = { present: [] as number[], earlier: [] as number[] };
		// The first round starts processes and fills caches of the machine, and is not counted.
		for (let round = 0; round <= rounds; round++) {
			const keys = round % 2 === 0 ? (['present', 'earlier'] as const) : (['earlier', 'present'] as const);
			for (const key of keys) {
				const side = key === 'present' ? run.present : run.baseline;
				const figure = side === null ? null : await once(side);
				if (figure !== null && round > 0) figures[key].push(figure);
			}
		}
		return figures;
	});
}

function formatFigure(figures: readonly number[], unit: string): string {
	return `${median(figures).toPrecision(3)} ${unit}`;
}
