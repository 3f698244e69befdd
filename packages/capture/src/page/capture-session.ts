import type { CapturedSession, CaptureFlow } from './capture-flow.ts';
import { describePanel } from './panel-model.ts';
import { SessionInputs } from './session-inputs.ts';
import { SessionScene } from './session-scene.ts';

/** Features that are used where the headset has them. */
const FEATURES: readonly string[] = ['local-floor', 'hand-tracking', 'eye-tracking'];
/** The space of recordings: its origin is where the session started, as in MRTK. */
const RECORDED_SPACE = 'local';

/** The mode of immersive sessions that the headset has: passthrough if possible; `null` without a headset. */
export async function findMode(): Promise<'immersive-ar' | 'immersive-vr' | null> {
	for (const mode of ['immersive-ar', 'immersive-vr'] as const) {
		if (await navigator.xr?.isSessionSupported(mode).catch(() => false)) return mode;
	}
	return null;
}

/** Starts immersive sessions and shows the panel in them. */
export class CaptureSession {
	readonly #flow: CaptureFlow;
	readonly #scene: SessionScene;
	readonly #inputs: SessionInputs;
	#isDirty = true;
	#isActive = false;

	constructor(canvas: HTMLCanvasElement, flow: CaptureFlow) {
		this.#flow = flow;
		this.#scene = new SessionScene(canvas);
		const { renderer, scene, panel } = this.#scene;
		this.#inputs = new SessionInputs(renderer.xr, scene, panel, (id) => flow.press(id));
		renderer.setAnimationLoop((time, frame) => {
			if (frame !== undefined) this.#draw(time);
		});
	}

	/** The panel has something else to show. */
	invalidate(): void {
		this.#isDirty = true;
	}

	/** Starts a session. Rejects with the browser's error if the person or the headset refuses. */
	async enter(mode: 'immersive-ar' | 'immersive-vr'): Promise<void> {
		if (this.#isActive) return;
		const session = await navigator.xr!.requestSession(mode, { optionalFeatures: [...FEATURES] });
		this.#isActive = true;
		session.addEventListener('end', () => {
			this.#isActive = false;
		});
		const { xr } = this.#scene.renderer;
		this.#scene.start(mode === 'immersive-ar' && session.environmentBlendMode !== 'opaque');
		const hasFloor = await session.requestReferenceSpace('local-floor').then(
			() => true,
			() => false,
		);
		xr.setReferenceSpaceType(hasFloor ? 'local-floor' : 'local');
		await xr.setSession(session);
		const space = await session.requestReferenceSpace(RECORDED_SPACE);
		const captured = { session: session as unknown as CapturedSession['session'], space, spaceName: RECORDED_SPACE };
		this.#isDirty = true;
		this.#flow.enter(captured);
	}

	#draw(time: number): void {
		const hovered = this.#inputs.hovered;
		this.#inputs.update(this.#scene.buttons);
		this.#flow.setTracked(this.#inputs.tracked);
		this.#flow.tick(time);
		if (this.#isDirty || hovered !== this.#inputs.hovered) {
			this.#isDirty = false;
			this.#scene.show(describePanel(this.#flow.state), this.#inputs.hovered);
		}
		this.#scene.render(this.#scene.camera);
	}
}
