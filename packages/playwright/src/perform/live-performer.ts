import { createFrameSample, type FrameSample, type Recording, type Side } from '@handreel/core';
import { Performer, type PerformerOptions } from '@handreel/core/perform';
import { Recorder } from '@handreel/core/record';
import { encodeReel } from '@handreel/core/reel';
import { NO_RIG, type Rig } from '../scene/rig.ts';
import { type RunStep, runPlainly } from '../scene/run-step.ts';
import { describeCall, type LiveCall, LiveSide } from './live-side.ts';
import { type LiveTarget, resolveArguments } from './live-target.ts';
import { createScenePlan, type ScenePerformer } from './scene-plan.ts';

/** The page in which a performer acts. */
export interface LivePage {
	/** Seconds: the time of the last frame. */
	readonly time: number;
	/** Continues with the next part of the motion, from the current time on, and runs frames until a time. */
	continueWith(reel: Uint8Array, end: number): Promise<void>;
	/** Where the page has put the person into its scene. */
	findRig(): Promise<Rig>;
}

/** Seconds of standing still that the first part has. */
const IDLE = 1;

/** A performer who acts in a page while a test runs. Points are in WebXR's space. */
export class LivePerformer {
	readonly #options: PerformerOptions;
	readonly #runStep: RunStep;
	#performer: Performer;
	/** Seconds: the latest time that the page has shown. */
	#shown = 0;
	#page: LivePage | null = null;
	#queue: Promise<void> = Promise.resolve();

	constructor(options: PerformerOptions, runStep: RunStep = runPlainly) {
		this.#options = { ...options, space: 'webxr' };
		this.#runStep = runStep;
		this.#performer = new Performer(this.#options);
	}

	/** Whether the performer has a body. */
	get hasBody(): boolean {
		return this.#performer.settings.body;
	}

	/** Sets the page. */
	attach(page: LivePage): void {
		this.#page = page;
	}

	/** The first part: standing still. */
	createStart(): Uint8Array {
		return encodeReel(this.#record(0, IDLE));
	}

	/** Everything that was performed so far. */
	get recording(): Recording {
		return this.#performer.toRecording();
	}

	/** The frame at a time, in WebXR's space. */
	sampleAt(time: number, out: FrameSample): FrameSample {
		return this.#performer.sampleAt(Math.max(0, time), out, { space: 'webxr' });
	}

	/** A hand or controller. */
	side(side: Side): LiveSide {
		return new LiveSide((calls) => this.#enqueue(() => this.#runCalls(side, calls)));
	}

	/** Plans motion of both sides at once and runs frames until all of it is done. */
	async perform(plan: (performer: ScenePerformer) => unknown): Promise<void> {
		await this.#enqueue(async () => {
			const rig = await this.#findRig();
			this.#catchUp();
			const { performer, finish } = createScenePlan(this.#performer, rig);
			await plan(performer);
			await finish();
			await this.#play(this.#performer.duration);
		});
	}

	/** Turns eyes and head to a target. */
	async lookAt(target: LiveTarget): Promise<void> {
		await this.perform((performer) => performer.lookAt(target));
	}

	/** Walks to a place. */
	async walkTo(target: LiveTarget, options: { readonly facing?: LiveTarget } = {}): Promise<void> {
		await this.perform((performer) => performer.walkTo(target, options));
	}

	// Calls that are awaited together run one after the other.
	async #enqueue(work: () => Promise<void>): Promise<void> {
		const turn = this.#queue.then(work);
		this.#queue = turn.catch(() => {});
		await turn;
	}

	async #runCalls(side: Side, calls: readonly LiveCall[]): Promise<void> {
		for (const call of calls) {
			await this.#runStep(describeCall(side, call), call.from, async () => {
				try {
					await this.#runCall(side, call);
				} catch (error) {
					if (error instanceof Error) error.stack = `${error.stack}\n${call.from}`;
					throw error;
				}
			});
		}
	}

	async #runCall(side: Side, { verb, args }: LiveCall): Promise<void> {
		const resolved = await resolveArguments(verb, args, await this.#findRig());
		this.#catchUp();
		const performed = this.#performer[side];
		(performed[verb] as (...args: readonly unknown[]) => unknown).call(performed, ...resolved);
		await this.#play(performed.time);
	}

	// Without a page there is none; the next step reports it.
	async #findRig(): Promise<Rig> {
		return (await this.#page?.findRig().catch(() => null)) ?? NO_RIG;
	}

	// Frames that ran in the meantime showed a person who stands still.
	#catchUp(): void {
		if (this.#page === null) throw new Error('the performer has no page');
		const { time } = this.#page;
		// A page that was loaded again starts again.
		if (time < this.#shown) this.#performer = new Performer(this.#options);
		this.#shown = time;
		this.#performer.advanceTo(time);
	}

	async #play(end: number): Promise<void> {
		const page = this.#page!;
		if (end > page.time) await page.continueWith(encodeReel(this.#record(page.time, end)), end);
		this.#shown = page.time;
	}

	// Longer than needed, so that the head can finish a turn while the test steps on.
	#record(start: number, end: number): Recording {
		const { frameRate, profiles } = this.#performer.settings;
		const recorder = new Recorder({ maxDuration: Number.POSITIVE_INFINITY });
		recorder.start();
		const frame = createFrameSample();
		const count = Math.ceil((end - start + IDLE) * frameRate);
		for (let i = 0; i <= count; i++) {
			const time = start + i / frameRate;
			this.#performer.sampleAt(time, frame).time = i / frameRate;
			recorder.capture(frame);
			recorder.captureTracks(this.#performer.listValues(time, frame));
		}
		recorder.setDetails({ profiles: { left: profiles, right: profiles } });
		return recorder.toRecording({ keepAllKeys: true });
	}
}
