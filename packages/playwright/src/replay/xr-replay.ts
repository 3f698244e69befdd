import type { Recording } from '@handreel/core';
import type { DeviceName, ReplayEvent, ReplayOptions, TracePart, Visibility } from '@handreel/webxr';
import { readTrace } from '@handreel/webxr/internal';
import type { JSHandle, Page, PageScreenshotOptions } from '@playwright/test';
import { LivePerformer } from '../perform/live-performer.ts';
import type { LiveSide } from '../perform/live-side.ts';
import type { LiveTarget } from '../perform/live-target.ts';
import type { ScenePerformer } from '../perform/scene-plan.ts';
import type { Bounds, ObjectChange, SceneNode } from '../probe/types.ts';
import { drawSideView } from '../scene/draw-side-view.ts';
import type { ObjectQuery } from '../scene/find-node.ts';
import type { Rig } from '../scene/rig.ts';
import { type XRObject, XRScene } from '../scene/xr-object.ts';
import { compareEyes, type EyesComparison } from './compare-eyes.ts';
import { describeSession } from './describe-session.ts';
import type { DriverState } from './driver-state.ts';
import { type EnterOptions, startSession } from './entrance.ts';
import { PageDrivers } from './page-drivers.ts';
import { type PageErrorMode, PageErrors, type ThrownError } from './page-errors.ts';
import { readTraceParts } from './read-trace-parts.ts';
import { RequestWatch } from './request-watch.ts';

/** Errors in a message. */
const MAX_ERRORS = 3;

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
	readonly #traceFrames: number;
	readonly #ignoresErrors: boolean;
	/** The number of errors before the page was entered. */
	#firstError = 0;
	#hasEntered = false;
	#isLost = false;
	#destination = '';

	/** Called by `replayIntoPage`. `motion`: a recording, or a performer who acts while the test runs. */
	constructor(
		page: Page,
		motion: Recording | LivePerformer,
		device: DeviceName | null = null,
		{
			pageErrors,
			...views
		}: ReplayOptions & { readonly traceFrames?: number; readonly pageErrors?: PageErrorMode } = {},
	) {
		this.#page = page;
		this.#device = device;
		this.#errors = new PageErrors(page);
		this.#requests = new RequestWatch(page);
		this.#drivers = new PageDrivers(page);
		this.#motion = motion;
		this.#traceFrames = views.traceFrames ?? 0;
		this.#ignoresErrors = pageErrors === 'ignore';
		this.#scene = new XRScene(
			page,
			describeSession(this, () => this.#drivers.main, motion, views),
		);
		if (motion instanceof LivePerformer) {
			const replay = this;
			motion.attach({
				get time() {
					return replay.time;
				},
				continueWith: (reel, end) => this.continueWith(reel, end),
				findRig: () => this.findRig(),
			});
		}
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

	/** Plans motion of both hands at once, on points and objects of the scene, and runs frames until it is done. */
	async perform(plan: (performer: ScenePerformer) => unknown): Promise<void> {
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

	/** The page's scenes, to list their objects or draw them as text. */
	get scene(): XRScene {
		return this.#scene;
	}

	/** All objects of the page's scenes. */
	async listObjects(): Promise<readonly SceneNode[]> {
		return (await this.#scene.list()).nodes;
	}

	/** The objects that have moved or changed how they look since the last call; at first, or with `all`, all of them. */
	async listChanges(all = false): Promise<readonly ObjectChange[]> {
		return this.#scene.listChanges(all);
	}

	/** The boxes around all objects and what is below them, by id. */
	async listBounds(): Promise<Readonly<Record<number, Bounds>>> {
		return this.#scene.listBounds();
	}

	/** Where the page has put the person into its scene. */
	async findRig(): Promise<Rig> {
		return this.#scene.findRig();
	}

	/** Uses a scene of three.js or Babylon.js that cannot be found otherwise, given as a handle. */
	async useScene(handle: JSHandle): Promise<void> {
		await this.#scene.useScene(handle as never);
	}

	/**
	 * Draws head, hands, pointing rays and the objects that the test has asked for, from the side and from above, as SVG.
	 * `reason` is a text below the title.
	 */
	async drawSideView(title = `${this.time.toFixed(2)} s`, reason?: string): Promise<string> {
		const texts = { title, reason };
		return drawSideView(await this.#scene.findPerson(), await this.#scene.listDrawn(), texts);
	}

	/** Continues with the next part of a performance, and runs frames until a time. Called by the performer. */
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
	async enter(options: EnterOptions = {}): Promise<void> {
		this.#hasEntered = false;
		this.#isLost = false;
		// Errors while the page loads are not errors of this call; `checkErrors` has them.
		this.#firstError = this.#errors.count;
		this.#drivers.reset();
		const replay = this;
		await startSession(
			{
				page: this.#page,
				requests: this.#requests,
				errors: this.#errors,
				get events() {
					return replay.events;
				},
				step: async () => {
					const state = await this.#run('enter', ['step', 1]);
					// A refused request rejects, too. The refusal explains more.
					if (this.events.some(({ type }) => type === 'sessionrefused')) this.#errors.take(this.#firstError);
					this.#throwErrors('enter', this.#firstError, state.errors);
					return state;
				},
			},
			options,
		);
		this.#hasEntered = true;
		// Hands that are present in the first frame load meshes.
		await this.settle();
		// Objects have moved if they are not where they are now. A page without a scene has none.
		await this.#limit(this.#scene.list()).catch(() => {});
	}

	/**
	 * Throws `Error` if the page threw and no call has reported it: while it was loading, or since the last call. The fixture
	 * calls it at the end of a test.
	 */
	async checkErrors(): Promise<void> {
		// Errors that are on their way arrive before the answer.
		const state = this.#page.isClosed() ? null : await this.#limit(this.#drivers.call('step', [0])).catch(() => null);
		this.#throwErrors('xr', 0, state?.errors ?? []);
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
		const parts = await readTraceParts(
			(range) => this.#limit(this.#drivers.main.evaluate(readTracePart, range)),
			this.#traceFrames,
		);
		if (parts.length === 0) return null;
		return readTrace(parts, {
			application: this.#page.url(),
			device: this.#device ?? undefined,
		});
	}

	/**
	 * Compares what both eyes see, for the matcher `toHaveEqualEyes`: draws the current frame three more times, without time
	 * passing, with the eyes at the same place, with one of them turned, and as before.
	 */
	async compareEyes(): Promise<EyesComparison> {
		// Reports why there is no session, if there is none.
		if (!this.#hasEntered) await this.#call('compareEyes', ['stepTo', this.time]);
		return this.#limit(compareEyes(this.#drivers.main)).catch((error: unknown) => {
			throw this.#explain('compareEyes', error);
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

	async #call(name: string, call: DriverCall): Promise<DriverState> {
		const state = await this.#run(name, call);
		this.#throwErrors(name, this.#firstError, state.errors);
		if (state.failure !== undefined) {
			const advice = state.mode === null && !this.#hasEntered ? '; call xr.enter() first' : '';
			throw new Error(`${name}: ${state.failure}${advice}`);
		}
		return state;
	}

	async #run(name: string, [method, ...args]: DriverCall): Promise<DriverState> {
		const page = this.#page;
		if (page.isClosed()) throw new Error(`${name}: the page is closed`);
		if (this.#isLost) throw this.#explain(name, new Error('navigated'));
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
		return state;
	}

	#throwErrors(name: string, start: number, thrown: readonly ThrownError[]): void {
		const errors = this.#errors.take(start);
		if (errors.length === 0 || this.#ignoresErrors) return;
		const texts = errors.map((error) => {
			const time = this.#errors.findTime(error, thrown);
			return `${time === null ? '' : ` at ${time.toFixed(3)} s`}: ${error.message}`;
		});
		const more = texts.length > MAX_ERRORS ? `, and ${texts.length - MAX_ERRORS} more` : '';
		const list = texts.slice(0, MAX_ERRORS).join('; and');
		throw new Error(`${name}: the page threw${list}${more}`, { cause: errors[0] });
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
