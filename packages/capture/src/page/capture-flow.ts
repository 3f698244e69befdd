import { type RecordableSession, recordSession, type SessionRecording } from '@handreel/webxr';
import type { CaptureClient } from '../client/capture-client.ts';
import type { CaptureTake } from '../client/outgoing-take.ts';
import type { CaptureAction } from '../protocol/messages.ts';
import type { ButtonId, PanelState } from './panel-model.ts';

/** A session that is being captured. */
export interface CapturedSession {
	readonly session: RecordableSession & { readonly frameRate?: number | undefined; end(): Promise<void> };
	/** The space in which poses are recorded. */
	readonly space: object;
	readonly spaceName: string;
}

/** What a flow needs. */
export interface FlowOptions {
	readonly client: CaptureClient;
	readonly device: string;
	/** Called when the state has changed. */
	readonly onChange: () => void;
	/** Called when the person wants to enter a session. */
	readonly onEnter: () => void;
}

type FlowState = Pick<PanelState, 'phase' | 'canEnter' | 'seconds' | 'step' | 'markers' | 'issues' | 'file'>;

/** Seconds of frames per message: short enough to watch live. */
const JOURNAL_INTERVAL = 0.03;
/** The page keeps no frames: the journal has them. */
const KEPT_SECONDS = 1;

/** The way through a capture: ready, countdown, recording, review. Time is that of the session's frames. */
export class CaptureFlow {
	readonly #options: FlowOptions;
	#captured: CapturedSession | null = null;
	#recording: SessionRecording | null = null;
	#take: CaptureTake | null = null;
	#lastTake: CaptureTake | null = null;
	/** The time of the session in milliseconds at which the countdown ends. */
	#startAt: number | null = null;
	#recordedSince = Number.NaN;
	#hasFirstMarker = false;
	#tracked: readonly string[] = [];
	#problem: string | null = null;
	#state: FlowState = {
		phase: 'idle',
		canEnter: null,
		seconds: 0,
		step: 0,
		markers: 0,
		issues: [],
		file: null,
	};

	constructor(options: FlowOptions) {
		this.#options = options;
	}

	get state(): PanelState {
		const { prompts, isConnected, problem, openTakes } = this.#options.client.status;
		const shown = this.#problem ?? problem;
		return { ...this.#state, tracked: this.#tracked, prompts, isConnected, problem: shown, openTakes };
	}

	/** Shows why a session could not be started. */
	setProblem(problem: string): void {
		this.#problem = problem;
		this.#options.onChange();
	}

	setSupport(canEnter: boolean): void {
		this.#change({ canEnter });
	}

	/** A session has started. */
	enter(captured: CapturedSession): void {
		this.#captured = captured;
		this.#problem = null;
		captured.session.addEventListener('end', () => this.#leave());
		this.#change({ phase: 'ready', file: null });
	}

	/** Performs the action of a button. */
	press(id: ButtonId): void {
		const { phase } = this.#state;
		if (id === 'enter') this.#options.onEnter();
		else if (id === 'exit') this.#captured?.session.end().catch(() => {});
		else if ((id === 'record' && phase === 'ready') || (id === 'again' && phase === 'review')) this.#startCountdown();
		else if (id === 'cancel' && phase === 'countdown') this.#change({ phase: 'ready' });
		else if (id === 'marker' && phase === 'recording') this.#mark(`marker ${this.#state.markers + 1}`);
		else if (id === 'next' && phase === 'recording') this.#nextStep();
		else if (id === 'stop' && phase === 'recording') this.#stop();
		else if (id === 'discard') this.#discard();
	}

	/** Does what the terminal asks. */
	act(action: CaptureAction, name: string | undefined): void {
		const { phase } = this.#state;
		if (action === 'start') this.press(phase === 'review' ? 'again' : 'record');
		else if (action === 'stop') this.press(phase === 'countdown' ? 'cancel' : 'stop');
		else if (phase === 'recording') this.#mark(name ?? `marker ${this.#state.markers + 1}`);
	}

	/** Advances to the time of a frame, in milliseconds. Allocates nothing unless something changes. */
	tick(time: number): void {
		const { phase, seconds } = this.#state;
		if (phase === 'countdown') {
			this.#startAt ??= time + 1000 * (this.#options.client.status.countdown ?? 0);
			const left = Math.ceil((this.#startAt - time) / 1000);
			if (left <= 0) this.#record(time);
			else if (left !== seconds) this.#change({ seconds: left });
		} else if (phase === 'recording') {
			if (Number.isNaN(this.#recordedSince)) this.#recordedSince = time;
			this.#markFirstStep();
			this.#showIssues();
			const elapsed = Math.floor((time - this.#recordedSince) / 1000);
			if (elapsed !== seconds) this.#change({ seconds: elapsed });
		}
	}

	/** Shows what is tracked. `tracked` must be the same array until something changes. */
	setTracked(tracked: readonly string[]): void {
		if (tracked === this.#tracked) return;
		this.#tracked = tracked;
		this.#options.onChange();
	}

	#startCountdown(): void {
		this.#startAt = null;
		const seconds = this.#options.client.status.countdown ?? 0;
		this.#change({ phase: 'countdown', seconds, file: null, step: 0, markers: 0, issues: [] });
	}

	#record(time: number): void {
		const captured = this.#captured;
		if (captured === null) return;
		const take = this.#options.client.openTake();
		const { session, space, spaceName } = captured;
		this.#take = take;
		this.#recording = recordSession(session, space, {
			journal: take,
			journalInterval: JOURNAL_INTERVAL,
			maxDuration: KEPT_SECONDS,
		});
		this.#recording.recorder.setDetails({
			info: {
				device: this.#options.device,
				application: 'handreel capture',
				date: new Date().toISOString(),
				referenceSpace: spaceName,
				frameRate: session.frameRate || undefined,
			},
		});
		this.#recordedSince = time;
		this.#hasFirstMarker = false;
		this.#change({ phase: 'recording', seconds: 0 });
	}

	// The first step starts with the first frame, which comes after the recording has started.
	#markFirstStep(): void {
		if (this.#hasFirstMarker || (this.#recording?.recorder.frameCount ?? 0) === 0) return;
		this.#hasFirstMarker = true;
		const [first] = this.#options.client.status.prompts;
		if (first !== undefined) this.#mark(first);
	}

	// A hand that appears may have more than recordings can store.
	#showIssues(): void {
		const { issues = [] } = this.#recording ?? {};
		if (issues.length !== this.#state.issues.length) this.#change({ issues: [...issues] });
	}

	#nextStep(): void {
		const step = this.#state.step + 1;
		const name = this.#options.client.status.prompts[step];
		if (name === undefined) return;
		this.#mark(name);
		this.#change({ step });
	}

	#mark(name: string): void {
		this.#recording?.addMarker(name);
		this.#change({ markers: this.#state.markers + 1 });
	}

	#stop(): void {
		this.#showIssues();
		this.#recording?.stop();
		this.#recording = null;
		const take = this.#take;
		this.#take = null;
		this.#lastTake = take;
		this.#change({ phase: 'review', file: null });
		take?.finish(this.#state.issues).then(
			(saved) => this.#lastTake === take && this.#change({ file: saved?.file ?? null }),
			() => {},
		);
	}

	#discard(): void {
		const take = this.#take ?? this.#lastTake;
		this.#recording?.stop();
		this.#recording = null;
		this.#take = null;
		this.#lastTake = null;
		void take?.discard();
		this.#change({ phase: this.#captured === null ? 'idle' : 'ready', file: null, issues: [] });
	}

	// The end of the session ends the take: nothing is lost.
	#leave(): void {
		this.#captured = null;
		if (this.#state.phase === 'recording') this.#stop();
		this.#tracked = [];
		this.#change({ phase: 'idle' });
	}

	#change(change: Partial<FlowState>): void {
		this.#state = { ...this.#state, ...change };
		this.#options.client.setState(this.#state.phase);
		this.#options.onChange();
	}
}
