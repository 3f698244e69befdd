import type { Device, SessionMode } from '../device/device.ts';
import { checkInternal, checkState, defineHandlers, INTERNAL } from './internal.ts';
import { SessionState } from './session-state.ts';
import { XRSession } from './xr-session.ts';

const MODES: readonly string[] = ['inline', 'immersive-vr', 'immersive-ar'] satisfies SessionMode[];

/** `XRSessionInit`. */
export interface XRSessionInit {
	readonly requiredFeatures?: Iterable<unknown>;
	readonly optionalFeatures?: Iterable<unknown>;
}

/** The runtime's side of the system. */
export interface SystemHost {
	readonly device: Device;
	/** The running sessions. */
	readonly sessions: readonly SessionState[];
	onSessionStart(state: SessionState): void;
	onSessionEnd(state: SessionState): void;
	onSessionRefused(mode: string, error: unknown): void;
}

/** `navigator.xr`. */
export class XRSystem extends EventTarget {
	declare ondevicechange: ((event: Event) => unknown) | null;
	declare onsessiongranted: ((event: Event) => unknown) | null;
	readonly #host: SystemHost;
	#isPending = false;

	constructor(token: typeof INTERNAL, host: SystemHost) {
		super();
		checkInternal(token);
		this.#host = host;
	}

	async isSessionSupported(mode: string): Promise<boolean> {
		checkMode(mode);
		if (mode !== 'inline') checkPolicy();
		return this.#isSupported(mode);
	}

	async requestSession(mode: string, init?: XRSessionInit | null): Promise<XRSession> {
		checkMode(mode);
		const required = Array.from(init?.requiredFeatures ?? [], String);
		const optional = Array.from(init?.optionalFeatures ?? [], String);
		const isImmersive = mode !== 'inline';
		const { sessions, device } = this.#host;
		if (isImmersive) {
			const isFree = !this.#isPending && !sessions.some((session) => session.isImmersive);
			checkState(isFree, 'an immersive session is already running');
			this.#isPending = true;
		}
		try {
			if (isImmersive) checkPolicy();
			if (!this.#isSupported(mode)) throw new DOMException(`${mode} is not supported`, 'NotSupportedError');
			const features = this.#grantFeatures(isImmersive, required, optional);
			// A browser would ask the user here.
			await null;
			const state = new SessionState(mode, features, device, (ended) => this.#host.onSessionEnd(ended));
			const session = new XRSession(INTERNAL, state);
			this.#host.onSessionStart(state);
			return session;
		} catch (error) {
			this.#host.onSessionRefused(mode, error);
			throw error;
		} finally {
			if (isImmersive) this.#isPending = false;
		}
	}

	#isSupported(mode: SessionMode): boolean {
		return this.#host.device.modes.includes(mode);
	}

	#grantFeatures(isImmersive: boolean, required: readonly string[], optional: readonly string[]): Set<string> {
		const features = new Set(isImmersive ? ['viewer', 'local'] : ['viewer']);
		const isGranted = (name: string): boolean =>
			this.#host.device.features.includes(name) && (isImmersive || name === 'viewer' || name.startsWith('local'));
		for (const name of required) {
			if (!isGranted(name)) throw new DOMException(`required feature '${name}' is not supported`, 'NotSupportedError');
			features.add(name);
		}
		for (const name of optional) if (isGranted(name)) features.add(name);
		return features;
	}

	static {
		defineHandlers(XRSystem.prototype, ['devicechange', 'sessiongranted']);
	}
}

function checkMode(mode: string): asserts mode is SessionMode {
	if (!MODES.includes(mode)) throw new TypeError(`'${mode}' is not an XRSessionMode`);
}

// Frames of another origin need `allow="xr-spatial-tracking"`. Browsers without a policy API allow everything.
function checkPolicy(): void {
	const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
	if (featurePolicy?.allowsFeature('xr-spatial-tracking') === false) {
		throw new DOMException('the page does not allow this frame xr-spatial-tracking', 'SecurityError');
	}
}
