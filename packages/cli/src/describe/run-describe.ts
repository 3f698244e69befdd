import { dirname, join, relative, sep } from 'node:path';
import {
	describePage,
	EnterButtonError,
	type LivePerformer,
	replayIntoPage,
	writeTest,
	type XRReplay,
} from '@handreel/playwright/page';
import { launchBrowser } from '../replay/launch-browser.ts';
import { openPage } from '../replay/open-page.ts';
import { servePage } from '../replay/serve-page.ts';
import { describeHappenings } from './describe-happenings.ts';
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
			const timeout = plan.timeout * 1000;
			const enterPage = async (motion: Uint8Array | LivePerformer): Promise<XRReplay> => {
				const page = await browser.newPage({ ignoreHTTPSErrors: plan.isInsecure });
				const xr = await replayIntoPage(page, motion, {
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
				return xr;
			};
			const xr = await enterPage(plan.bytes);
			const description = await describePage(xr, plan.end);
			const { holds, changes } = description;
			const written =
				plan.test === undefined
					? { code: '', notes: [] }
					: await writeTest(xr, description, {
							recording: relative(dirname(plan.test), plan.file).split(sep).join('/'),
							url: plan.testUrl ?? plan.url,
							enter: plan.enter,
							open: enterPage,
						});
			return {
				lines: describeHappenings(description, plan.end),
				events: [
					...holds.map((hold) => ({ kind: 'hold', ...hold })),
					...changes.map((change) => ({ kind: 'change', ...change })),
				],
				test: written.code,
				notes: written.notes,
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
