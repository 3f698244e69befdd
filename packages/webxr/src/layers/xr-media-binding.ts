import { checkState, getSessionState, type SessionState, type XRSession } from '../xr/module-kit.ts';
import type { XRCompositionLayer } from './composition-layer.ts';
import { createMediaLayer } from './create-layer.ts';

/** Creates layers that show videos. */
export class XRMediaBinding {
	readonly #session: SessionState;

	constructor(session: XRSession) {
		this.#session = getSessionState(session);
		checkState(!this.#session.isEnded, 'the session has ended');
		checkState(this.#session.isImmersive, 'the session is inline');
	}

	createQuadLayer(video: HTMLVideoElement, init: unknown = {}): XRCompositionLayer {
		return createMediaLayer('quad', this.#session, video, init);
	}

	createCylinderLayer(video: HTMLVideoElement, init: unknown = {}): XRCompositionLayer {
		return createMediaLayer('cylinder', this.#session, video, init);
	}

	createEquirectLayer(video: HTMLVideoElement, init: unknown = {}): XRCompositionLayer {
		return createMediaLayer('equirect', this.#session, video, init);
	}
}
