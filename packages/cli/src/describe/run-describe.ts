import { dirname, join, relative, sep } from 'node:path';
import {
	describePage,
	EnterButtonError,
	nameObject,
	type ObjectName,
	replayIntoPage,
	writeTest,
} from '@handreel/playwright/page';
import { launchBrowser } from '../replay/launch-browser.ts';
import { openPage } from '../replay/open-page.ts';
import { servePage } from '../replay/serve-page.ts';
import type { DescribedEvent } from './describe-recording.ts';

/** What to replay, and where. */
export interface DescribePlan {
	readonly file: string;
	readonly bytes: Uint8Array;
	readonly url: string;
	/** Seconds. */
	readonly end: number;
	readonly frameRate: number;
	readonly timeout: number;
	readonly isInsecure: boolean;
	readonly enter?: string;
	readonly chromium?: string;
	/** The path of the test to write, and the address that it opens. */
	readonly test?: string;
	readonly testUrl?: string;
}

/** What happened in a page. */
export interface DescribedPage {
	readonly lines: readonly DescribedEvent[];
	readonly events: readonly object[];
	/** The code of the test; empty if none was asked for. */
	readonly test: string;
	readonly notes: readonly string[];
}

/** Replays a recording into a page and describes what happens to its objects. Throws `Error` if the page fails. */
export async function runDescribe(plan: DescribePlan): Promise<DescribedPage> {
	const { url, nameFiles, close } = await servePage(plan.url);
	try {
		const browser = await launchBrowser(plan.chromium);
		try {
			const page = await browser.newPage({ ignoreHTTPSErrors: plan.isInsecure });
			const timeout = plan.timeout * 1000;
			const xr = await replayIntoPage(page, plan.bytes, {
				script: join(__dirname, 'inject.js'),
				modules: join(__dirname, 'inject-modules.js'),
				probe: join(__dirname, 'scene-probe.js'),
				handMeshes: { left: join(__dirname, 'hands', 'left.glb'), right: join(__dirname, 'hands', 'right.glb') },
				frameRate: plan.frameRate,
				render: 'none',
				traceFrames: 0,
				randomSeed: 1,
			});
			xr.timeout = timeout;
			await openPage(page, url, timeout);
			await xr.enter({ timeout, by: plan.enter });
			const { holds, changes } = await describePage(xr, plan.end);
			const nodes = await xr.listObjects();
			const names = new Map<number, ObjectName>();
			const notes: string[] = [];
			for (const { id, path } of holds) {
				const name = nameObject(nodes, id);
				if (name !== null) names.set(id, name);
				else if (plan.test !== undefined) notes.push(`the test leaves out ${path}: other objects look the same`);
			}
			const lines = [
				...holds.flatMap(({ side, path, start, end, distance, near }) => {
					const place = near === null ? '' : ` near ${near.path}`;
					return [
						{ time: start, text: `the ${side} hand takes ${path}` },
						{
							time: end,
							text: `the ${side} hand releases ${path}${place}, ${distance.toFixed(2)} m from where it was`,
						},
					];
				}),
				...changes.map(({ time, path, text }) => ({ time, text: `${path} ${text}` })),
			].sort((a, b) => a.time - b.time);
			const test =
				plan.test === undefined
					? ''
					: writeTest({
							recording: relative(dirname(plan.test), plan.file).split(sep).join('/'),
							url: plan.testUrl ?? plan.url,
							holds,
							names,
							duration: plan.end,
							enter: plan.enter,
						});
			return {
				lines,
				events: [
					...holds.map((hold) => ({ kind: 'hold', ...hold })),
					...changes.map((change) => ({ kind: 'change', ...change })),
				],
				test,
				notes,
			};
		} finally {
			await browser.close();
		}
	} catch (error) {
		const message =
			error instanceof EnterButtonError
				? error.advise('pass --enter SELECTOR')
				: error instanceof Error
					? error.message
					: String(error);
		throw new Error(nameFiles(message), { cause: error });
	} finally {
		close();
	}
}
