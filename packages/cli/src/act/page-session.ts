import { createRecording, type Recording } from '@handreel/core';
import type { XRReplay } from '@handreel/playwright/page';
import type { Scene } from '@handreel/playwright/scene';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../replay/launch-browser.ts';
import { limitTime } from '../replay/open-page.ts';
import { servePage } from '../replay/serve-page.ts';
import { openStage, type Stage, type StagePlan } from './stage.ts';
import type { Step } from './step.ts';

/** What a session opens. */
export interface SessionPlan extends Omit<StagePlan, 'address'> {
	/** The address as its user wrote it. */
	readonly url: string;
	/** The same as `http`, `https` or `file` address. */
	readonly resolved: string;
	/** The absolute path of the recording. */
	readonly recordingPath?: string | undefined;
	readonly chromium?: string | undefined;
}

/** A page that stays open, and what was done in it. */
export class PageSession {
	readonly plan: SessionPlan;
	readonly stage: Stage;
	/** What was done, in its order. A written test does it again. */
	readonly steps: Step[] = [];
	/** Resolves with the reason when the page or the browser is gone. */
	readonly ended: Promise<string>;
	/** The number of the last message that `console` has shown. */
	shownMessages = 0;
	readonly #browser: Browser;
	readonly #stagePlan: StagePlan;
	readonly #nameFiles: (text: string) => string;
	readonly #stopServing: () => void;

	private constructor(
		plan: SessionPlan,
		stagePlan: StagePlan,
		stage: Stage,
		browser: Browser,
		served: { nameFiles: (text: string) => string; close: () => void },
	) {
		this.plan = plan;
		this.stage = stage;
		this.#browser = browser;
		this.#stagePlan = stagePlan;
		this.#nameFiles = served.nameFiles;
		this.#stopServing = served.close;
		this.ended = new Promise((resolve) => {
			browser.once('disconnected', () => resolve('the browser ended'));
			stage.page.once('crash', () => resolve('the page crashed'));
			stage.page.once('close', () => resolve('the page was closed'));
		});
	}

	/** Starts a browser and opens a page. Throws `Error` with the reason if that is impossible; then nothing is left. */
	static async open(plan: SessionPlan): Promise<PageSession> {
		const served = await servePage(plan.resolved);
		let browser: Browser | null = null;
		try {
			browser = await launchBrowser(plan.chromium);
			const stagePlan = { ...plan, address: served.url };
			return new PageSession(plan, stagePlan, await openStage(browser, stagePlan), browser, served);
		} catch (error) {
			await browser?.close().catch(() => {});
			served.close();
			throw new Error(served.nameFiles(error instanceof Error ? error.message : String(error)), { cause: error });
		}
	}

	get scene(): Scene {
		return this.stage.scene;
	}

	/** Names local pages as their files, not as addresses of the server in between. */
	nameFiles(text: string): string {
		return this.#nameFiles(text);
	}

	/** The session of the page. Throws `Error` in real time. */
	requireXR(command: string): XRReplay {
		if (this.stage.xr !== null) return this.stage.xr;
		throw new Error(`${command}: the page is open without a headset; open it with --xr`);
	}

	/** Rejects if the page takes longer than the time limit, as when it hangs. */
	async limit<T>(work: Promise<T>): Promise<T> {
		const { timeout } = this.plan;
		return limitTime(work, timeout, `the page did not respond within ${timeout / 1000} s: its code may hang`);
	}

	/** Does something that a written test does, too. */
	async act(step: Step): Promise<void> {
		await step.run(this.stage);
		this.steps.push(step);
	}

	/** Does all steps again in a new page. Throws `Error` that names the first step that does not succeed. */
	async tryAgain(isStrict: boolean): Promise<void> {
		const stage = await openStage(this.#browser, this.#stagePlan, isStrict ? 'throw' : 'ignore');
		try {
			for (const [i, { code, run }] of this.steps.entries()) {
				await run(stage).catch((error: unknown) => {
					const reason = error instanceof Error ? error.message : String(error);
					throw new Error(`test: step ${i + 1} does not succeed again: ${code} ${reason}`, { cause: error });
				});
			}
			if (isStrict) await stage.xr?.checkErrors();
		} finally {
			await stage.page.close().catch(() => {});
		}
	}

	/** What was performed and seen, as a recording; `null` without frames. */
	async trace(command: string): Promise<Recording | null> {
		const trace = await this.requireXR(command).trace();
		if (trace === null) return null;
		return createRecording({
			...trace,
			info: { ...trace.info, application: this.#nameFiles(this.stage.opened.url) },
		});
	}

	/** Ends the browser. */
	async close(): Promise<void> {
		await this.#browser.close().catch(() => {});
		this.#stopServing();
	}
}
