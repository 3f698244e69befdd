import { type Device, SESSION_MODES, type SessionMode } from '../device/device.ts';
import { listModules, type PageOptions } from '../page/page-options.ts';
import { checkPolicy, isAllowedByPolicy } from '../page/policy.ts';
import { checkInternal, checkState, checkSupport, defineHandlers, INTERNAL } from './internal.ts';
import { SessionState } from './session-state.ts';
import type { XRModule } from './xr-module.ts';
import { XRSession } from './xr-session.ts';

const INLINE_FEATURES = ['viewer', 'local', 'local-floor'];

/** `XRSessionInit`. */
export interface XRSessionInit {
	readonly requiredFeatures?: Iterable<unknown>;
	readonly optionalFeatures?: Iterable<unknown>;
}

/** The runtime's side of the system. */
export interface SystemHost {
	/** The connected device. A device without views counts as none. */
	readonly device: Device;
	readonly options: PageOptions;
	/** Whether an immersive session is running. */
	hasImmersive(): boolean;
	/** Whether the user has just clicked or pressed a key. */
	isUserActive(): boolean;
	/** Whether anybody looks at the canvas in this frame. */
	isDrawing(): boolean;
	onSessionStart(state: SessionState): void;
	onSessionEnd(state: SessionState): void;
	onSessionRefused(mode: string, error: unknown): void;
}

/** A session that a page offers. */
interface SessionOffer {
	readonly mode: SessionMode;
	readonly init: XRSessionInit | null;
	readonly resolve: (session: Promise<XRSession>) => void;
	readonly reject: (error: unknown) => void;
}

/** Starts the session that a page offers, as a button of the browser does. Returns whether there is one. */
export let acceptOffer: (system: XRSystem) => boolean;

/** `navigator.xr`. */
export class XRSystem extends EventTarget {
	declare ondevicechange: ((event: Event) => unknown) | null;
	declare onsessiongranted: ((event: Event) => unknown) | null;
	readonly #host: SystemHost;
	#isPending = false;
	#offer: SessionOffer | null = null;

	constructor(token: typeof INTERNAL, host: SystemHost) {
		super();
		checkInternal(token);
		this.#host = host;
	}

	async isSessionSupported(mode: string): Promise<boolean> {
		const host = this.#host;
		checkMode(mode);
		if (mode !== 'inline') checkPolicy('SecurityError');
		return host.device.modes.includes(mode);
	}

	async requestSession(mode: string, init: XRSessionInit | null = {}): Promise<XRSession> {
		checkMode(mode);
		return this.#startSession(mode, init, false);
	}

	/** Offers a session that starts when the user asks for it outside of the page. A new offer replaces the last one. */
	async offerSession(mode: string, init: XRSessionInit | null = {}): Promise<XRSession> {
		checkMode(mode);
		checkSupport(mode !== 'inline' && this.#host.device.modes.includes(mode), `${mode} is not supported`);
		return new Promise((resolve, reject) => {
			this.#offer?.reject(new DOMException('another session is offered', 'AbortError'));
			this.#offer = { mode, init, resolve, reject };
		});
	}

	async #startSession(mode: SessionMode, init: XRSessionInit | null, isAccepted: boolean): Promise<XRSession> {
		const host = this.#host;
		const required = Array.from(init?.requiredFeatures ?? [], String);
		const optional = Array.from(init?.optionalFeatures ?? [], String);
		const isImmersive = mode !== 'inline';
		if (isImmersive) {
			checkState(!this.#isPending && !host.hasImmersive(), 'another immersive session is running');
			this.#isPending = true;
		}
		try {
			if (!isAccepted)
				checkActivation(host, isImmersive || [...required, ...optional].some((name) => name !== 'viewer'));
			const { device, options } = host;
			if (isImmersive) checkPolicy('NotSupportedError');
			checkSupport(device.modes.includes(mode), `${mode} is not supported`);
			const features = grantFeatures(device, isImmersive, required, optional);
			// A browser would ask the user here.
			await null;
			const state = new SessionState(mode, features, device, options, (ended) => host.onSessionEnd(ended));
			const session = new XRSession(INTERNAL, state);
			state.parts = (listModules(options) as readonly XRModule[]).map((part) => part.join(state, host));
			host.onSessionStart(state);
			return session;
		} catch (error) {
			host.onSessionRefused(mode, error);
			throw error;
		} finally {
			if (isImmersive) this.#isPending = false;
		}
	}

	static {
		acceptOffer = (system) => {
			const offer = system.#offer;
			system.#offer = null;
			offer?.resolve(system.#startSession(offer.mode, offer.init, true));
			return offer !== null;
		};
		defineHandlers(XRSystem.prototype, (system) => system.#host, ['devicechange', 'sessiongranted']);
	}
}

function checkActivation({ options, isUserActive }: SystemHost, isNeeded: boolean): void {
	if (!isNeeded || !options.requireUserActivation || isUserActive()) return;
	throw new DOMException('the user has not clicked', 'SecurityError');
}

function grantFeatures(
	device: Device,
	isImmersive: boolean,
	required: readonly string[],
	optional: readonly string[],
): Set<string> {
	const features = new Set(isImmersive ? ['viewer', 'local'] : ['viewer']);
	const isGranted = (name: string): boolean =>
		features.has(name) ||
		(device.features.includes(name) && (isImmersive || INLINE_FEATURES.includes(name)) && isAllowedByPolicy());
	for (const name of required) {
		checkSupport(isGranted(name), `the feature '${name}' is not supported`);
		features.add(name);
	}
	for (const name of optional) if (isGranted(name)) features.add(name);
	return features;
}

function checkMode(mode: string): asserts mode is SessionMode {
	if (!(SESSION_MODES as readonly string[]).includes(mode)) throw new TypeError(`'${mode}' is not an XRSessionMode`);
}
