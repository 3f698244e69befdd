import type { Recording } from '@handreel/core';
import type { Performer } from '@handreel/core/perform';
import {
	type DeviceName,
	type ReplayEvent,
	type ReplayOptions,
	readTrace,
	type TracePart,
	type Visibility,
} from '@handreel/webxr';
import type { JSHandle, Locator, Page, PageScreenshotOptions } from '@playwright/test';
import { LivePerformer } from '../perform/live-performer.ts';
import type { LiveSide, LiveTarget } from '../perform/live-side.ts';
import { drawSideView } from '../scene/draw-side-view.ts';
import type { ObjectQuery } from '../scene/find-node.ts';
import { type XRObject, XRScene } from '../scene/xr-object.ts';
import { describeSession } from './describe-session.ts';
import { EnterButtonError } from './enter-button-error.ts';
import { type DriverState, PageDrivers } from './page-drivers.ts';
import { PageErrors } from './page-errors.ts';
import { RequestWatch } from './request-watch.ts';

/** The buttons with which known libraries enter XR. */
const BUTTONS = [
	'#VRButton',
	'#ARButton',
	'#XRButton',
	'.a-enter-vr-button',
	'.a-enter-ar-button',
	'.xr-button-overlay button',
	'.babylonVRicon',
].join(', ');

/** Options of {@link XRReplay.enter}. */
export interface EnterOptions {
	/** An element to click, or a function that starts the session. Default: the button of three.js, A-Frame or Babylon.js. */
	readonly by?: Locator | string | (() => Promise<unknown>);
	/** Milliseconds to wait for the session. Default 10,000. */
	readonly timeout?: number;
}

/** The defaults of {@link EnterOptions}. */
export const ENTER_DEFAULTS: { readonly timeout: number } = { timeout: 10_000 };

/** Frames of a trace per message. */
const TRACE_PIECE = 1000;

type DriverCall = readonly [method: string, ...args: unknown[]];

/**
 * Replays a recording into a page. A call resolves when its frames have run.
 *
 * Each call throws `Error` with an explanation if the page throws, navigates away, is closed, hangs or ends its session.
 */
export class XRReplay {
	/** All events until the end of the last call. */
	events: readonly ReplayEvent[] = [];
	/** The time in the recording at the end of the last call, in seconds. */
	time = 0;
	/** The time limit of a call in milliseconds. */
	timeout = 60_000;
	readonly #page: Page;
	readonly #device: DeviceName | null;
	readonly #errors: PageErrors;
	readonly #requests: RequestWatch;
	readonly #drivers: PageDrivers;
	readonly #motion: Recording | LivePerformer;
	readonly #scene: XRScene;
	#hasEntered = false;
	#isLost = false;
	#destination = '';

	/** Called by `replayIntoPage`. `motion`: a recording, or a performer who acts while the test runs. */
	constructor(
		page: Page,
		motion: Recording | LivePerformer,
		device: DeviceName | null = null,
		views: ReplayOptions = {},
	) {
		this.#page = page;
		this.#device = device;
		this.#errors = new PageErrors(page);
		this.#requests = new RequestWatch(page);
		this.#drivers = new PageDrivers(page);
		this.#motion = motion;
		this.#scene = new XRScene(
			page,
			describeSession(this, () => this.#drivers.main, motion, views),
		);
		if (motion instanceof LivePerformer) motion.attach(this);
		page.on('request', (request) => {
			if (request.isNavigationRequest() && request.frame() === this.#drivers.main) this.#destination = request.url();
		});
		page.on('domcontentloaded', () => {
			this.#isLost = this.#hasEntered;
		});
	}

	/** The recording that is replayed, or everything that was performed so far. */
	get recording(): Recording {
		return this.#motion instanceof LivePerformer ? this.#motion.recording : this.#motion;
	}

	/** The left hand or controller of a performer. Throws `Error` while a recording is replayed. */
	get left(): LiveSide {
		return this.#perform('left').side('left');
	}

	/** The right hand or controller of a performer. Throws `Error` while a recording is replayed. */
	get right(): LiveSide {
		return this.#perform('right').side('right');
	}

	/** Plans motion of both hands at once, and runs frames until it is done. */
	async perform(plan: (performer: Performer) => unknown): Promise<void> {
		await this.#perform('perform').perform(plan);
	}

	/** Lets the performer look at an object or a point. */
	async lookAt(target: LiveTarget): Promise<void> {
		await this.#perform('lookAt').lookAt(target);
	}

	/** Lets the performer walk to an object or a point, and turn to another. */
	async walkTo(target: LiveTarget, options: { readonly facing?: LiveTarget } = {}): Promise<void> {
		await this.#perform('walkTo').walkTo(target, options);
	}

	/**
	 * Returns an object of the page's scene: by name, by the end of its path such as `table/drawer`, or by a function. It is
	 * looked up when it is used. Finds scenes of three.js, of A-Frame, and of Babylon.js if `BABYLON` is global.
	 */
	object(query: ObjectQuery): XRObject {
		return this.#scene.object(query);
	}

	/** Uses a scene of three.js or Babylon.js that cannot be found otherwise, given as a handle. */
	async useScene(handle: JSHandle): Promise<void> {
		await this.#scene.useScene(handle);
	}

	/**
	 * Draws head, hands, pointing rays and the objects that the test has asked for, from the side and from above, as SVG.
	 * `reason` is a text below the title.
	 */
	async drawSideView(title = `${this.time.toFixed(2)} s`, reason?: string): Promise<string> {
		const texts = { title, ...(reason === undefined ? {} : { reason }) };
		return drawSideView(this.#scene.session.person, await this.#scene.listDrawn(), texts);
	}

	/** Goes on with the next part of a performance, and runs frames until a time. Called by the performer. */
	async continueWith(reel: Uint8Array, end: number): Promise<void> {
		const part = { base64: Buffer.from(reel).toString('base64'), start: this.time };
		await this.#drivers.main.evaluate(({ base64, start }) => {
			const { handreel } = globalThis as { handreel?: { continueWith(base64: string, start: number): void } };
			handreel?.continueWith(base64, start);
		}, part);
		await this.stepTo(end);
	}

	/**
	 * Starts the page's session, unless it is running: clicks, waits until the page has loaded, and runs frames until there is
	 * a session. Throws `Error` if the page does not request a session, or its request is refused; an `EnterButtonError` if
	 * there was nothing to click.
	 */
	async enter({ by, timeout = ENTER_DEFAULTS.timeout }: EnterOptions = {}): Promise<void> {
		this.#hasEntered = false;
		this.#isLost = false;
		this.#drivers.reset();
		await this.settle();
		const { mode } = await this.#call('enter', ['step', 1]);
		this.#hasEntered = by === undefined && mode?.startsWith('immersive') === true;
		if (this.#hasEntered) return this.settle();
		// Many pages show an inline session before the user enters.
		const countSessions = (): number => this.events.filter(({ type }) => type === 'sessionstart').length;
		const sessions = countSessions();
		const isIn = (state: DriverState): boolean =>
			state.mode !== null && (!hasClicked || countSessions() > sessions || state.mode !== 'inline');
		let hasClicked = true;
		const end = Date.now() + timeout;
		if (typeof by === 'function') await by();
		else if (by !== undefined) await this.#click(by, end);
		else hasClicked = await this.#clickKnownButton();
		if (hasClicked) await this.settle();
		while (!isIn(await this.#call('enter', ['step', 1]))) {
			const refused = this.events.findLast(({ type }) => type === 'sessionrefused');
			if (refused !== undefined) throw new Error(`enter: the page requested ${refused.mode} and got ${refused.reason}`);
			if (!hasClicked && (await this.#clickKnownButton())) {
				hasClicked = true;
				await this.settle();
			}
			if (Date.now() < end) {
				await pause();
				continue;
			}
			const problem = `enter: the page has not called navigator.xr.requestSession within ${timeout} ms`;
			const error = this.#errors.first;
			if (!hasClicked) throw new EnterButtonError(problem, error);
			throw new Error(error === undefined ? problem : `${problem}; it threw: ${error.message}`);
		}
		this.#hasEntered = true;
		// Hands that are present in the first frame load meshes.
		await this.settle();
		// Objects have moved if they are not where they are now. A page without a scene has none.
		await this.#limit(this.#scene.list()).catch(() => {});
	}

	/**
	 * Waits until the page has no pending requests. Frames take no time, but loading does: call this if the page loads
	 * something during the replay. Otherwise it appears at a different frame in each run.
	 */
	async settle(): Promise<void> {
		await this.#requests.settle();
	}

	/** Runs frames. */
	async step(frames = 1): Promise<void> {
		await this.#call('step', ['step', frames]);
	}

	/** Runs frames up to a time in the recording, in seconds. */
	async stepTo(seconds: number): Promise<void> {
		await this.#call('stepTo', ['stepTo', seconds]);
	}

	/** Runs frames up to a marker. */
	async stepToMarker(name: string): Promise<void> {
		await this.#call('stepToMarker', ['stepToMarker', name]);
	}

	/** Jumps to a time in the recording, in seconds. */
	async seek(seconds: number): Promise<void> {
		await this.#call('seek', ['seek', seconds]);
	}

	/** Jumps to a marker. */
	async seekMarker(name: string): Promise<void> {
		await this.#call('seekMarker', ['seekMarker', name]);
	}

	/** Runs frames up to the end of the recording. */
	async playToEnd(): Promise<void> {
		await this.#call('playToEnd', ['stepToEnd']);
	}

	/** Runs frames up to a marker and takes a screenshot of the page. */
	async screenshotAt(marker: string, options?: PageScreenshotOptions): Promise<Buffer> {
		await this.stepToMarker(marker);
		return this.#page.screenshot(options);
	}

	/**
	 * Returns what the page has seen, as a recording: poses and inputs of its last frames (30 seconds at 60 Hz, see the option
	 * `traceFrames`), and its events, console messages and uncaught errors as the tracks `events`, `console` and `errors`. Its
	 * first frame is at 0 s. Works after a failure, too, as long as the page exists; `null` without frames.
	 */
	async trace(): Promise<Recording | null> {
		const parts: TracePart[] = [];
		for (let start = 0; ; start += TRACE_PIECE) {
			const part = await this.#limit(this.#drivers.main.evaluate(readTracePart, { start, end: start + TRACE_PIECE }));
			if (part === null || part.times.length === 0) break;
			parts.push(part);
		}
		if (parts.length === 0) return null;
		return readTrace(parts, {
			application: this.#page.url(),
			...(this.#device === null ? {} : { device: this.#device }),
		});
	}

	/** Moves the origin of `local` to the user, as when the user recenters the view. */
	async recenter(): Promise<void> {
		await this.#call('recenter', ['recenter']);
	}

	/** Shows, blurs or hides the session, like a system menu. */
	async setVisibility(visibility: Visibility): Promise<void> {
		await this.#call('setVisibility', ['setVisibility', visibility]);
	}

	/** Ends the session, as if the user took the headset off. */
	async endSession(): Promise<void> {
		await this.#call('endSession', ['endSession']);
	}

	#perform(member: string): LivePerformer {
		if (this.#motion instanceof LivePerformer) return this.#motion;
		throw new Error(`xr.${member}: a recording is replayed; remove the option recording to perform`);
	}

	// A button may need frames to appear, and time stands still while Playwright waits for it.
	async #click(by: Locator | string, end: number): Promise<void> {
		let button = await this.#locate(by);
		const explain = (error: Error): never => {
			const [reason = ''] = error.message.split('\n');
			throw new Error(`enter: cannot click ${button}: ${reason.replace(/^[\w.]+: /, '')}`, { cause: error });
		};
		while (!(await isReady(button).catch(explain)) && Date.now() < end) {
			await pause();
			await this.#call('enter', ['step', 1]);
			button = await this.#locate(by);
		}
		await button.click({ timeout: Math.max(1000, end - Date.now()) }).catch(explain);
	}

	// In the page, or in a frame of it.
	async #locate(by: Locator | string): Promise<Locator> {
		if (typeof by !== 'string') return by;
		const frames = this.#page.frames();
		for (const frame of frames.length > 1 ? frames : []) {
			const found = frame.locator(by);
			if ((await found.count().catch(() => 0)) > 0) return found;
		}
		return this.#page.locator(by);
	}

	async #clickKnownButton(): Promise<boolean> {
		const button = (await this.#locate(BUTTONS)).first();
		if (!(await isReady(button))) return false;
		// An overlay of a development server may cover the button.
		await button.click({ timeout: 2000 }).catch(() => button.click({ force: true, timeout: 2000 }));
		return true;
	}

	async #call(name: string, [method, ...args]: DriverCall): Promise<DriverState> {
		const page = this.#page;
		if (page.isClosed()) throw new Error(`${name}: the page is closed`);
		if (this.#isLost) throw this.#explain(name, new Error('navigated'));
		const seen = this.#errors.count;
		const work = this.#drivers.call(method, args);
		const state = await this.#limit(work).catch((error: unknown) => {
			throw this.#explain(name, error);
		});
		if (state === null) {
			const url = page.url();
			const reason = url === 'about:blank' ? 'no page is open' : `${url} was opened before the fixture xr was set up`;
			throw new Error(`${name}: ${reason}; call page.goto first`);
		}
		this.time = state.time;
		this.events = state.events;
		const thrown = this.#errors.get(seen);
		if (thrown !== undefined) {
			const time = state.thrownAt ?? state.time;
			throw new Error(`${name}: the page threw at ${time.toFixed(3)} s: ${thrown.message}`, { cause: thrown });
		}
		if (state.failure !== undefined) {
			const advice = state.mode === null && !this.#hasEntered ? '; call xr.enter() first' : '';
			throw new Error(`${name}: ${state.failure}${advice}`);
		}
		return state;
	}

	async #limit<T>(work: Promise<T>): Promise<T> {
		let timer: NodeJS.Timeout | undefined;
		const limit = new Promise<never>((_, reject) => {
			const message = `the page did not respond within ${this.timeout} ms: a callback may be hanging`;
			timer = setTimeout(() => reject(new Error(message)), this.timeout);
		});
		try {
			return await Promise.race([work, limit]);
		} finally {
			clearTimeout(timer);
		}
	}

	#explain(name: string, error: unknown): Error {
		const { message } = error instanceof Error ? error : new Error(String(error));
		const page = this.#page;
		if (/context was destroyed|navigat/i.test(message)) {
			this.#isLost = true;
			return new Error(`${name}: the page navigated to ${this.#destination}; its session is gone`, { cause: error });
		}
		if (!page.isClosed() && this.#drivers.main.isDetached()) {
			return new Error(`${name}: the frame with the session was removed from the page`, { cause: error });
		}
		if (page.isClosed() || /closed|crashed/i.test(message)) {
			return new Error(`${name}: the page was closed or crashed`, { cause: error });
		}
		return new Error(`${name}: ${message.replace(/^(page|frame)\.evaluate: /, '')}`, { cause: error });
	}
}

// Runs in the page.
function readTracePart({ start, end }: { start: number; end: number }): TracePart | null {
	const { trace } =
		(globalThis as { handreel?: { trace: { read(start: number, end: number): TracePart } | null } }).handreel ?? {};
	return trace?.read(start, end) ?? null;
}

// About a frame in real time: the page may wait for something that does not depend on its clock.
function pause(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, 16));
}

async function isReady(button: Locator): Promise<boolean> {
	return (await button.isVisible()) && (await button.isEnabled());
}
