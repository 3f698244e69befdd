import type { RecorderOptions } from '@handreel/core';
import { recordSession, type SessionRecording } from './record-session.ts';
import type { RecordableSession } from './recordable-session.ts';

interface System {
	requestSession(mode: string, init?: { optionalFeatures?: readonly string[] }): Promise<RecordableSession>;
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
export function installRecorder(options: RecorderOptions = {}): PageRecorder {
	const { xr } = navigator as unknown as { xr?: System };
	if (!xr) throw new TypeError('navigator.xr: this browser has no WebXR here');
	const { requestSession } = xr;
	let current: SessionRecording | null = null;
	xr.requestSession = async (mode, init = {}) => {
		const optionalFeatures = [...(init.optionalFeatures ?? []), 'hand-tracking'];
		const session = await requestSession.call(xr, mode, mode === 'inline' ? init : { ...init, optionalFeatures });
		if (mode !== 'inline') {
			const { requestReferenceSpace } = session as RecordableSession & {
				requestReferenceSpace(type: string): Promise<object>;
			};
			current = recordSession(session, await requestReferenceSpace.call(session, 'local'), options);
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
