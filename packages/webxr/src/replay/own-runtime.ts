import type { PageOptions } from '../page/page-options.ts';
import { installGlobals } from '../xr/install-globals.ts';
import { INTERNAL } from '../xr/internal.ts';
import { SessionLoop } from '../xr/session-loop.ts';
import type { Visibility } from '../xr/session-state.ts';
import { acceptOffer, type SystemHost, XRSystem } from '../xr/xr-system.ts';
import type { ReplayRuntime, RuntimeHost } from './replay-runtime.ts';

/** The side of the runtime that its driver provides. */
export interface OwnRuntimeHost extends RuntimeHost {
	/** Whether the user has just clicked or pressed a key. Default: what the browser reports. */
	isUserActive?(): boolean;
}

/** The built-in runtime: follows the WebXR specification and shows the device, nothing else. */
export class OwnRuntime implements ReplayRuntime {
	readonly uninstall: () => void;
	readonly system: XRSystem;
	/** The running sessions. */
	loops: readonly SessionLoop[] = [];

	constructor(host: OwnRuntimeHost, options: PageOptions, scope: typeof globalThis & Window) {
		const { document, navigator } = scope;
		const { report, log } = host;
		const system: SystemHost = {
			options,
			get device() {
				return host.device;
			},
			hasImmersive: () => this.loops.some(({ state }) => state.isImmersive),
			isUserActive: () => host.isUserActive?.() ?? navigator.userActivation?.isActive ?? true,
			isDrawing: () => host.isDrawing?.() ?? true,
			onSessionStart: (state) => {
				this.loops = [...this.loops, new SessionLoop(state, report, log)];
				log('sessionstart', { mode: state.mode });
			},
			onSessionEnd: (state) => {
				this.loops = this.loops.filter((loop) => loop.state !== state);
				log('end', {});
			},
			onSessionRefused: (mode, error) => log('sessionrefused', { mode, reason: String(error) }),
		};
		this.system = new XRSystem(INTERNAL, system);
		const undo = installGlobals(scope, this.system, system);
		// Inline sessions are part of the page and hidden with it.
		const followPage = (): void => {
			for (const loop of this.loops) if (!loop.state.isImmersive) loop.setVisibility(document.visibilityState);
		};
		document.addEventListener('visibilitychange', followPage);
		this.uninstall = () => {
			document.removeEventListener('visibilitychange', followPage);
			undo();
		};
	}

	get sessionMode(): string | null {
		return this.#mainLoop()?.state.mode ?? null;
	}

	get features(): Iterable<string> {
		return this.#mainLoop()?.state.features ?? [];
	}

	get canvas(): HTMLCanvasElement | OffscreenCanvas | null {
		return this.#mainLoop()?.canvas ?? null;
	}

	runFrame(now: number): void {
		for (const loop of this.loops) loop.runFrame(now);
	}

	setVisibility(visibility: Visibility): void {
		for (const loop of this.loops) loop.setVisibility(visibility);
	}

	acceptOffer(): boolean {
		return acceptOffer(this.system);
	}

	async endSession(): Promise<void> {
		await this.#mainLoop()?.state.session.end();
	}

	#mainLoop(): SessionLoop | null {
		return this.loops.find(({ state }) => state.isImmersive) ?? this.loops[0] ?? null;
	}
}
