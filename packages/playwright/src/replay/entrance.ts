import type { ReplayEvent } from '@handreel/webxr';
import type { Frame, Locator, Page } from '@playwright/test';
import type { SceneProbe } from '../probe/types.ts';
import type { DriverState } from './driver-state.ts';
import { EnterButtonError } from './enter-button-error.ts';
import type { PageErrors } from './page-errors.ts';
import type { RequestWatch } from './request-watch.ts';

/** The buttons of known libraries for entering XR. */
const BUTTONS = [
	'#VRButton',
	'#ARButton',
	'#XRButton',
	'.a-enter-vr-button',
	'.a-enter-ar-button',
	'.xr-button-overlay button',
	'.babylonVRicon',
].join(', ');

/** What other pages write on their buttons, such as "Enter VR" and "Start XR session". */
const BUTTON_TEXT =
	/^\W*(?:enter|start|launch|begin|open)\s+(?:in(?:to)?\s+)?(?:the\s+)?(?:immersive|(?:web)?xr|[vam]r|(?:virtual|augmented|mixed|extended) reality)\b/i;

/** A page counts as built after so many pictures without a change. Some never stop changing. */
const STABLE_PICTURES = 3;
const MAX_PICTURES = 30;
/** Milliseconds to wait for a picture. The browser draws none of a page that is hidden. */
const PICTURE_MS = 250;

/** Options of `XRReplay.enter`. */
export interface EnterOptions {
	/**
	 * An element to click, or a function that starts the session. Default: the button of three.js, A-Frame or Babylon.js, or a
	 * button with a text such as "Enter VR".
	 */
	readonly by?: Locator | string | (() => Promise<unknown>) | undefined;
	/** Milliseconds to wait for the session. Default 10,000. */
	readonly timeout?: number | undefined;
}

/** The defaults of {@link EnterOptions}. */
const ENTER_DEFAULTS: { readonly timeout: number } = { timeout: 10_000 };

/** What entering needs of a replay. */
export interface EnterHost {
	readonly page: Page;
	readonly requests: RequestWatch;
	readonly errors: PageErrors;
	readonly events: readonly ReplayEvent[];
	/** Runs a frame. */
	step(): Promise<DriverState>;
}

/** Starts the immersive session of a page: clicks, and runs frames until the session is there. */
export async function startSession(host: EnterHost, options: EnterOptions): Promise<void> {
	await host.requests.settle();
	const { by, timeout = ENTER_DEFAULTS.timeout } = options;
	if (isImmersive(await host.step()) && by === undefined) return;
	// What the page clicks on may not work before its scene is there: React connects its canvas after the first pictures.
	if ((await awaitBuild(host)) && by === undefined) return;
	let hasClicked = true;
	const end = Date.now() + timeout;
	if (typeof by === 'function') await by();
	else if (by !== undefined) await click(host, by, end);
	else hasClicked = await clickKnownButton(host.page);
	if (hasClicked) await host.requests.settle();
	for (let state = await host.step(); !isImmersive(state); state = await host.step()) {
		const refused = host.events.findLast(({ type }) => type === 'sessionrefused');
		if (refused !== undefined) throw new Error(`enter: the page requested ${refused.mode} and got ${refused.reason}`);
		if (!hasClicked && (await clickKnownButton(host.page))) {
			hasClicked = true;
			await host.requests.settle();
		}
		if (Date.now() >= end) throw explain(host.errors, state, hasClicked, timeout);
		await pause(16);
	}
}

function explain(errors: PageErrors, { mode }: DriverState, hasClicked: boolean, timeout: number): Error {
	const what = mode === null ? 'has not called navigator.xr.requestSession' : 'has only an inline session';
	const problem = `enter: the page ${what} within ${timeout} ms`;
	const error = errors.mention();
	if (!hasClicked) return new EnterButtonError(problem, error);
	return new Error(error === undefined ? problem : `${problem}; it threw: ${error.message}`);
}

// Many pages show an inline session before the user enters.
function isImmersive({ mode }: DriverState): boolean {
	return mode?.startsWith('immersive') === true;
}

// Runs frames until neither the document nor the scenes change. Returns whether a session has started meanwhile.
async function awaitBuild({ page, step }: EnterHost): Promise<boolean> {
	let last = '';
	let stable = 0;
	for (let i = 0; i < MAX_PICTURES && stable < STABLE_PICTURES; i++) {
		const pictures = Promise.all(page.frames().map(countAfterPicture));
		const counts = await Promise.race([pictures, pause(PICTURE_MS).then(() => [])]);
		const seen = counts.join();
		stable = seen === last ? stable + 1 : 0;
		last = seen;
		if (isImmersive(await step())) return true;
	}
	return false;
}

// The browser calls observers of sizes with each picture, all in one go. Frames may disappear at any time.
async function countAfterPicture(frame: Frame): Promise<string> {
	const count = frame.evaluate(async () => {
		await new Promise<void>((resolve) => {
			const observer = new ResizeObserver(() => {
				observer.disconnect();
				resolve();
			});
			observer.observe(document.documentElement);
		});
		const { handreelScene } = globalThis as { handreelScene?: SceneProbe };
		return `${document.querySelectorAll('*').length} ${handreelScene?.listNodes().nodes.length ?? 0}`;
	});
	return count.catch(() => '');
}

// A button may need frames to appear, and time stands still while Playwright waits for it.
async function click({ page, step }: EnterHost, by: Locator | string, end: number): Promise<void> {
	let button = await locate(page, by);
	const explainClick = (error: Error): never => {
		const [reason = ''] = error.message.split('\n');
		throw new Error(`enter: cannot click ${button}: ${reason.replace(/^[\w.]+: /, '')}`, { cause: error });
	};
	while (!(await isReady(button).catch(explainClick)) && Date.now() < end) {
		await pause(16);
		await step();
		button = await locate(page, by);
	}
	await button.click({ timeout: Math.max(1000, end - Date.now()) }).catch(explainClick);
}

// In the page, or in a frame of it.
async function locate(page: Page, by: Locator | string): Promise<Locator> {
	if (typeof by !== 'string') return by;
	const frames = page.frames();
	for (const frame of frames.length > 1 ? frames : []) {
		const found = frame.locator(by);
		if ((await found.count().catch(() => 0)) > 0) return found;
	}
	return page.locator(by);
}

async function clickKnownButton(page: Page): Promise<boolean> {
	const named = page.frames().map((frame) => frame.getByRole('button', { name: BUTTON_TEXT }).first());
	for (const button of [(await locate(page, BUTTONS)).first(), ...named]) {
		// Frames may disappear at any time.
		if (!(await isReady(button).catch(() => false))) continue;
		// An overlay of a development server may cover the button.
		await button.click({ timeout: 2000 }).catch(() => button.click({ force: true, timeout: 2000 }));
		return true;
	}
	return false;
}

async function isReady(button: Locator): Promise<boolean> {
	return (await button.isVisible()) && (await button.isEnabled());
}

function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
