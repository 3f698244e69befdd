import { SIDES } from '@handreel/core';
import type { XRFrame, XRInputSource, XRSession } from 'iwer';
import type { Pose } from '../device/pose.ts';
import { replaceProperty } from '../page/replace-property.ts';
import type { ReplayRuntime, RuntimeHost } from '../replay/replay-runtime.ts';
import type { Visibility } from '../xr/session-state.ts';
import { listSessionChanges } from './iwer-contract.ts';
import { IwerController } from './iwer-controller.ts';
import { IwerHand, setPose, writeSpace } from './iwer-hand.ts';
import type { IwerDevice, IwerModule } from './iwer-module.ts';
import type { IwerReplayOptions } from './iwer-options.ts';
import { patchIwer } from './patch-iwer.ts';

const EVENTS = ['selectstart', 'select', 'selectend', 'squeezestart', 'squeeze', 'squeezeend'];

const HIT_TEST = 'hit-test';

type InputMode = 'hand' | 'controller';

type XRSessionInit = NonNullable<
	Parameters<NonNullable<IwerDevice[IwerModule['P_DEVICE']]['xrSystem']>['requestSession']>[1]
>;

/**
 * Drives an emulated device from a recording. IWER's own loop runs the frames through `requestAnimationFrame`, which
 * follows the driver's clock.
 */
export class IwerRuntime implements ReplayRuntime {
	readonly #iwer: IwerModule;
	readonly #device: IwerDevice;
	readonly #host: RuntimeHost;
	readonly #inputs: readonly (IwerHand | IwerController)[];
	/** What the recording shows: IWER has hands or controllers, but not both. */
	#inputMode: InputMode = 'hand';
	#isMixed = false;
	readonly #undo: (() => void)[] = [];
	#session: XRSession | null = null;
	#mode: string | null = null;

	constructor(host: RuntimeHost, iwer: IwerModule, device: IwerDevice, options: IwerReplayOptions) {
		this.#iwer = iwer;
		this.#device = device;
		this.#host = host;
		// IWER replaces the user agent and does not restore it.
		this.#undo.push(replaceProperty(navigator, 'userAgent', navigator.userAgent));
		device.installRuntime({ forceInstall: true });
		this.#undo.push(() => device.uninstallRuntime());
		device.primaryInputMode = this.#inputMode;
		this.#inputs = SIDES.flatMap((side) => [
			new IwerHand(iwer, device, side, options),
			new IwerController(iwer, device, side),
		]);
		for (const input of this.#inputs) this.#undo.push(() => input.uninstall());
		this.#undo.push(
			patchIwer(iwer, (space) => this.#inputs.some(({ spaces, isKnown }) => !isKnown && spaces.includes(space))),
		);
		this.#adoptGaze();
		this.#adoptFrames();
		this.#adoptSystem();
	}

	get sessionMode(): string | null {
		return this.#mode;
	}

	get features(): Iterable<string> {
		return this.#session?.enabledFeatures ?? [];
	}

	runFrame(): void {
		const { head, isHeadEmulated } = this.#host.device;
		const device = this.#device;
		if (head !== null && !isHeadEmulated) setPose(device, head, this.#floorY);
		// IWER's loop would do this later in the frame, after hit tests.
		device[this.#iwer.P_DEVICE].updateViews();
		for (const input of this.#inputs) input.update(this.#host.device, this.#floorY);
		this.#followInputs();
		const { gaze } = device;
		if (gaze !== undefined) gaze.connected = this.#findGaze() !== null;
	}

	setVisibility(visibility: Visibility): void {
		this.#device.updateVisibilityState(visibility as never);
	}

	async endSession(): Promise<void> {
		await this.#session?.end();
	}

	uninstall(): void {
		for (const step of this.#undo.splice(0).reverse()) step();
	}

	get #floorY(): number {
		return this.#host.device.floor?.[1] ?? 0;
	}

	// Shows hands or controllers when the recording changes from one to the other; in between, the user of the device may.
	#followInputs(): void {
		const modes = new Set<InputMode>(this.#inputs.flatMap(({ isPresent, mode }) => (isPresent ? [mode] : [])));
		const isMixed = modes.size > 1;
		if (isMixed && !this.#isMixed) {
			this.#host.report(
				new Error(`iwer: shows hands or controllers, not one of each; it keeps to ${this.#inputMode}s`),
			);
		}
		this.#isMixed = isMixed;
		const [mode = this.#inputMode] = modes.has(this.#inputMode) ? [] : modes;
		if (mode === this.#inputMode) return;
		this.#inputMode = mode;
		this.#device.primaryInputMode = mode;
	}

	#findGaze(): Pose | null {
		return this.#host.device.inputs.find(({ targetRayMode }) => targetRayMode === 'gaze')?.ray ?? null;
	}

	// IWER's gaze starts at the head. The recorded gaze has its own origin.
	#adoptGaze(): void {
		const iwer = this.#iwer;
		const { gaze } = this.#device;
		if (gaze === undefined) return;
		const { targetRaySpace } = gaze.inputSource;
		const { globalSpace } = this.#device[iwer.P_DEVICE];
		this.#undo.push(replaceProperty(targetRaySpace[iwer.P_SPACE], 'parentSpace', globalSpace));
		const update = (): void => {
			const ray = this.#findGaze();
			if (ray !== null) writeSpace(iwer, targetRaySpace, ray, this.#floorY);
		};
		this.#undo.push(replaceProperty(gaze, 'updateTargetRaySpace', update));
	}

	#adoptFrames(): void {
		const iwer = this.#iwer;
		const inner = this.#device[iwer.P_DEVICE];
		const { onFrameStart } = inner;
		const start = (frame: XRFrame): void => {
			const session = frame.session;
			// A selection ends before its input source is removed, and starts after its input source is added.
			this.#fireEvents(frame, false);
			onFrameStart.call(inner, frame);
			session[iwer.P_SESSION].updateActiveInputSources();
			this.#fireEvents(frame, true);
		};
		this.#undo.push(replaceProperty(inner, 'onFrameStart', start));
	}

	#fireEvents(frame: XRFrame, isShown: boolean): void {
		const iwer = this.#iwer;
		const device = this.#device;
		const { pendingVisibilityState, visibilityState } = device[iwer.P_DEVICE];
		const isVisible = (pendingVisibilityState ?? visibilityState) === 'visible';
		for (const input of this.#inputs) {
			const isReported = isVisible && device.primaryInputMode === input.mode;
			if ((isReported && input.isPresent) !== isShown) continue;
			const { inputSource } = input.input;
			for (const type of input.takeEvents(isReported)) {
				if (!frame.session.inputSources.includes(inputSource)) continue;
				frame.session.dispatchEvent(new iwer.XRInputSourceEvent(type, { frame, inputSource }));
			}
		}
	}

	#adoptSystem(): void {
		const system = this.#device[this.#iwer.P_DEVICE].xrSystem!;
		const { requestSession } = system;
		const request = async (...args: Parameters<typeof requestSession>): Promise<XRSession> => {
			const [mode, init] = args;
			try {
				const session = await requestSession.call(system, mode, this.#leaveOutHitTests(init));
				this.#adoptSession(session, mode);
				return session;
			} catch (error) {
				this.#host.log('sessionrefused', { mode, reason: String(error) });
				throw error;
			}
		};
		this.#undo.push(replaceProperty(system, 'requestSession', request));
	}

	// Without a room, IWER grants hit tests and throws later.
	#leaveOutHitTests(init: XRSessionInit = {}): XRSessionInit {
		if (this.#device.sem !== undefined) return init;
		if (init.requiredFeatures?.includes(HIT_TEST)) {
			const message = `the feature '${HIT_TEST}' needs a room: call device.installSEM(SyntheticEnvironmentModule) of @iwer/sem`;
			throw new DOMException(message, 'NotSupportedError');
		}
		const { optionalFeatures, ...rest } = init;
		if (optionalFeatures === undefined) return init;
		return { ...rest, optionalFeatures: optionalFeatures.filter((name) => name !== HIT_TEST) };
	}

	#adoptSession(session: XRSession, mode: string): void {
		const { log, report } = this.#host;
		checkContract(listSessionChanges(this.#iwer, session));
		this.#session = session;
		this.#mode = mode;
		log('sessionstart', { mode });
		session.addEventListener('end', () => {
			this.#session = null;
			this.#mode = null;
			log('end', {});
		});
		for (const type of EVENTS) {
			session.addEventListener(type, (event) => {
				const { inputSource } = event as Event & { inputSource: XRInputSource };
				log(type, { side: inputSource.handedness });
			});
		}
		session.addEventListener('visibilitychange', () =>
			log('visibilitychange', { visibility: session.visibilityState }),
		);
		session.addEventListener('inputsourceschange', (event) => {
			const { added, removed } = event as Event & { added: XRInputSource[]; removed: XRInputSource[] };
			log('inputsourceschange', { added: added.map(nameSource), removed: removed.map(nameSource) });
		});
		const { requestReferenceSpace, requestAnimationFrame } = session;
		// IWER's `local` starts at the current pose of the head, including its tilt.
		session.requestReferenceSpace = async (type) => {
			const space = await requestReferenceSpace.call(session, type);
			if (type === 'local' || type === 'unbounded') {
				const matrix = space[this.#iwer.P_SPACE].offsetMatrix as Float32Array;
				matrix.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -this.#floorY, 0, 1]);
			}
			return space;
		};
		// IWER only logs errors of callbacks.
		session.requestAnimationFrame = (callback) =>
			requestAnimationFrame.call(session, (time, frame) => {
				try {
					callback(time, frame);
				} catch (error) {
					report(error);
				}
			});
	}
}

/** Throws `TypeError` that lists the changes, if there are any. */
export function checkContract(changes: readonly string[]): void {
	if (changes.length > 0)
		throw new TypeError(`iwer: its internals have changed. No longer true: ${changes.join('; ')}`);
}

function nameSource({ targetRayMode, handedness }: XRInputSource): string {
	return targetRayMode === 'gaze' ? 'gaze' : handedness;
}
