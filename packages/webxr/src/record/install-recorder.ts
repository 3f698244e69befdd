import type { JournalSink, RecorderOptions } from '@handreel/core/record';
import { recordSession, type SessionRecording } from './record-session.ts';
import type { RecordableSession } from './recordable-session.ts';

interface System {
	requestSession(mode: string, init?: { optionalFeatures?: readonly string[] }): Promise<RecordableSession>;
}

/** How the sessions of a page are recorded: each with a recorder, and a journal, of its own. */
export interface PageRecorderOptions extends Omit<RecorderOptions, 'journal'> {
	/**
	 * Opens a journal for a session that has just started, such as `() => openBrowserJournal(name)`; `null` for
	 * none. If that fails, the error is reported as uncaught and the session is recorded without.
	 */
	readonly journal?: () => JournalSink | null | Promise<JournalSink | null>;
}

/** Records every immersive session that a page starts. */
export interface PageRecorder {
	/** The newest session, `null` before the first. It stays when the session has ended. */
	readonly current: SessionRecording | null;
	/** Lets sessions alone again. */
	uninstall(): void;
}

/**
 * Records pages that are not ours: from now on, every immersive session that `navigator.xr` starts is asked for hands and
 * recorded in its `local` space. Throws `TypeError` where there is no WebXR.
 */
export function installRecorder({ journal, ...options }: PageRecorderOptions = {}): PageRecorder {
	const { xr } = navigator as unknown as { xr?: System };
	if (!xr) throw new TypeError('navigator.xr: this browser has no WebXR here');
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

// A page that is not ours must not suffer from a storage that is full.
async function openJournal(open: PageRecorderOptions['journal']): Promise<JournalSink | null> {
	try {
		return (await open?.()) ?? null;
	} catch (error) {
		reportError(error);
		return null;
	}
}
