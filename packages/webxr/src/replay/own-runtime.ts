import { installGlobals } from '../xr/install-globals.ts';
import { INTERNAL } from '../xr/internal.ts';
import { SessionLoop } from '../xr/session-loop.ts';
import type { SessionState, Visibility } from '../xr/session-state.ts';
import { XRSystem } from '../xr/xr-system.ts';
import type { ReplayRuntime, RuntimeHost } from './replay-runtime.ts';

/** The built-in runtime: follows the WebXR specification and shows the recording, nothing else. */
export class OwnRuntime implements ReplayRuntime {
	readonly uninstall: () => void;
	readonly #loops: SessionLoop[] = [];

	constructor({ device, report, log }: RuntimeHost, scope: typeof globalThis & Window) {
		const loops = this.#loops;
		const system = new XRSystem(INTERNAL, {
			device,
			get sessions() {
				return loops.map(({ state }) => state);
			},
			onSessionStart: (state) => {
				loops.push(new SessionLoop(state, report, log));
				log('sessionstart', { mode: state.mode });
			},
			onSessionEnd: (state) => {
				this.#removeSession(state);
				log('end', {});
			},
			onSessionRefused: (mode, error) => log('sessionrefused', { mode, reason: String(error) }),
		});
		this.uninstall = installGlobals(scope, system);
	}

	get sessionMode(): string | null {
		return this.#mainLoop()?.state.mode ?? null;
	}

	get features(): Iterable<string> {
		return this.#mainLoop()?.state.features ?? [];
	}

	runFrame(now: number): void {
		for (const loop of [...this.#loops]) loop.runFrame(now);
	}

	setVisibility(visibility: Visibility): void {
		for (const loop of this.#loops) loop.setVisibility(visibility);
	}

	async endSession(): Promise<void> {
		await this.#mainLoop()?.state.session.end();
	}

	#mainLoop(): SessionLoop | null {
		return this.#loops.find(({ state }) => state.isImmersive) ?? this.#loops[0] ?? null;
	}

	#removeSession(state: SessionState): void {
		const index = this.#loops.findIndex((loop) => loop.state === state);
		if (index >= 0) this.#loops.splice(index, 1);
	}
}
