import { FEATURES, SessionInputs, type SessionMode } from '@handreel/immersive';
import type { CapturedSession, CaptureFlow } from './capture-flow.ts';
import { type ButtonId, describePanel } from './panel-model.ts';
import { SessionScene } from './session-scene.ts';

/** The space of recordings: its origin is where the session started, as in MRTK. */
const RECORDED_SPACE = 'local';

/** Starts immersive sessions and shows the panel in them. */
export class CaptureSession {
	readonly #flow: CaptureFlow;
	readonly #scene: SessionScene;
	readonly #inputs: SessionInputs<ButtonId>;
	#isDirty = true;
	#isActive = false;

	constructor(canvas: HTMLCanvasElement, flow: CaptureFlow) {
		this.#flow = flow;
		this.#scene = new SessionScene(canvas);
		const { renderer, scene, panel } = this.#scene;
		this.#inputs = new SessionInputs({ xr: renderer.xr, scene, panel, onPress: (id) => flow.press(id) });
		renderer.setAnimationLoop((time, frame) => {
			if (frame !== undefined) this.#draw(time);
		});
	}

	/** The panel has something else to show. */
	invalidate(): void {
		this.#isDirty = true;
	}

	/** Starts a session. Rejects with the browser's error if the person or the headset refuses. */
	async enter(mode: SessionMode): Promise<void> {
		if (this.#isActive) return;
		const session = await navigator.xr!.requestSession(mode, { optionalFeatures: [...FEATURES, 'eye-tracking'] });
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
		this.#inputs.update();
		this.#flow.setTracked(this.#inputs.tracked);
		this.#flow.tick(time);
		if (this.#isDirty || hovered !== this.#inputs.hovered) {
			this.#isDirty = false;
			this.#scene.panel.show(describePanel(this.#flow.state), this.#inputs.hovered);
		}
		this.#scene.render(time);
	}
}
