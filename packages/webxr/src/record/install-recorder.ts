import type { JournalSink, RecorderOptions } from '@handreel/core/record';
import { recordSession, type SessionRecording } from './record-session.ts';
import type { RecordableSession } from './recordable-session.ts';

interface System {
	requestSession(mode: string, init?: { optionalFeatures?: readonly string[] }): Promise<RecordableSession>;
}

/** Options of {@link installRecorder}. Each session has its own recorder and journal. */
export interface PageRecorderOptions extends Omit<RecorderOptions, 'journal'> {
	/**
	 * Opens a journal for a session that has just started, for example `() => openBrowserJournal(name)`; `null` for no
	 * journal. If it fails, the error is reported as uncaught and the session is recorded without a journal.
	 */
	readonly journal?: (() => JournalSink | null | Promise<JournalSink | null>) | undefined;
	/** Called when the recording of a session has started, before the page gets the session. */
	readonly onSession?: ((recording: SessionRecording, session: RecordableSession) => void) | undefined;
}

/** Records every immersive session that a page starts. */
export interface PageRecorder {
	/** The newest session, even after it has ended; `null` before the first session. */
	readonly current: SessionRecording | null;
	/** Stops recording new sessions. */
	uninstall(): void;
}

/**
 * Records every immersive session that the page starts from now on, in its `local` space. Adds `'hand-tracking'` to the
 * optional features that the page requests. Throws `TypeError` if the browser has no WebXR.
 */
export function installRecorder({ journal, onSession, ...options }: PageRecorderOptions = {}): PageRecorder {
	const { xr } = navigator as unknown as { xr?: System };
	if (!xr) throw new TypeError('navigator.xr: WebXR is not available on this page');
	const { requestSession } = xr;
	let current: SessionRecording | null = null;
	xr.requestSession = async (mode, init) => {
		const optionalFeatures = [...(init?.optionalFeatures ?? []), 'hand-tracking'];
		const session = await requestSession.call(xr, mode, mode === 'inline' ? init : { ...init, optionalFeatures });
		if (mode !== 'inline') {
			const { requestReferenceSpace } = session as RecordableSession & {
				requestReferenceSpace(type: string): Promise<object>;
			};
			const space = await requestReferenceSpace.call(session, 'local');
			const sink = await openJournal(journal);
			current = recordSession(session, space, sink === null ? options : { ...options, journal: sink });
			current.recorder.setDetails({ info: { date: new Date().toISOString(), referenceSpace: 'local' } });
			onSession?.(current, session);
		}
		return session;
	};
	return {
		get current() {
			return current;
		},
		uninstall() {
			xr.requestSession = requestSession;
		},
	};
}

// Full storage must not break the page.
async function openJournal(open: PageRecorderOptions['journal']): Promise<JournalSink | null> {
	try {
		return (await open?.()) ?? null;
	} catch (error) {
		reportError(error);
		return null;
	}
}
