import { FEATURES, PanelSurface, SessionInputs, type SessionMode } from '@handreel/immersive';
import { addMarker } from '../state/actions.ts';
import type { Studio } from '../state/studio.svelte.ts';
import { SceneView } from '../view/scene/scene-view.ts';
import { DARK_THEME } from '../view/scene/theme.ts';
import { describePanel, findMarkerTime, type HeadsetButton, type HeadsetState, PANEL_DROP } from './describe-panel.ts';
import { findPlace, toOffset } from './find-place.ts';

/** Longest step of playback in seconds, for example after the headset was taken off. */
const MAX_STEP = 0.25;
/** Milliseconds between pictures of the panel while time passes. */
const PANEL_MS = 100;

/**
 * Shows the active recording around a person with a headset, at life size. Resolves when the session has ended. Rejects with
 * the browser's error if the person or the headset refuses.
 */
export async function enterHeadset(studio: Studio, mode: SessionMode): Promise<void> {
	const session = await navigator.xr!.requestSession(mode, { optionalFeatures: [...FEATURES] });
	// Part of the page, so that tools can show what the headset shows.
	const canvas = document.body.appendChild(document.createElement('canvas'));
	canvas.className = 'headset-picture';
	canvas.hidden = true;
	const view = new SceneView(canvas, { antialias: true, alpha: true });
	view.resize(innerWidth, innerHeight, devicePixelRatio);
	try {
		const ended = new Promise<void>((resolve) => session.addEventListener('end', () => resolve()));
		const running = new RunningSession(view, session, studio);
		await running.start(mode);
		await ended;
		running.stop();
	} finally {
		await session.end().catch(() => {});
		view.dispose();
		canvas.remove();
	}
}

class RunningSession {
	readonly #view: SceneView;
	readonly #session: XRSession;
	readonly #studio: Studio;
	readonly #panel = new PanelSurface<HeadsetButton>(PANEL_DROP);
	readonly #inputs: SessionInputs<HeadsetButton>;
	#space: XRReferenceSpace | null = null;
	#isTransparent = false;
	#hasFloor = false;
	#isInside = true;
	/** The recording in whose space the person stands. */
	#placedId: number | null = null;
	/** Whether the person was moved since the last frame. */
	#hasMoved = false;
	#lastTime: number | null = null;
	#shown = '';
	#shownTime = 0;

	constructor(view: SceneView, session: XRSession, studio: Studio) {
		const { renderer, scene } = view;
		this.#view = view;
		this.#session = session;
		this.#studio = studio;
		renderer.xr.enabled = true;
		scene.add(this.#panel.mesh);
		this.#inputs = new SessionInputs({
			xr: renderer.xr,
			scene,
			panel: this.#panel,
			onPress: (id) => this.#press(id),
			onSlide: (value) => this.#slide(value),
		});
	}

	async start(mode: SessionMode): Promise<void> {
		const { renderer } = this.#view;
		const { xr } = renderer;
		this.#isTransparent = mode === 'immersive-ar' && this.#session.environmentBlendMode !== 'opaque';
		const floor = await this.#session.requestReferenceSpace('local-floor').catch(() => null);
		this.#hasFloor = floor !== null;
		xr.setReferenceSpaceType(floor === null ? 'local' : 'local-floor');
		await xr.setSession(this.#session as never);
		this.#space = xr.getReferenceSpace() as XRReferenceSpace | null;
		renderer.setAnimationLoop((time, frame) => {
			if (frame !== undefined) this.#draw(time);
		});
		if (this.#studio.scene.view.handStyle === 'mesh') void this.#loadMeshes();
	}

	stop(): void {
		this.#view.renderer.setAnimationLoop(null);
		this.#studio.playback.isScrubbing = false;
		this.#panel.dispose();
	}

	get #state(): HeadsetState | null {
		const { active, playback } = this.#studio;
		if (active === null) return null;
		const { label, start, end, stored } = active;
		const { time, isPlaying } = playback;
		return { label, start, end, time, isPlaying, markers: stored.skeleton.markers, isInside: this.#isInside };
	}

	async #loadMeshes(): Promise<void> {
		const { loadMeshHands } = await import('../view/scene/mesh-hands.ts');
		// Without them there are bones.
		this.#view.meshes = await loadMeshHands();
	}

	#draw(time: number): void {
		const { active, comparing, playback, scene } = this.#studio;
		if (active === null) {
			void this.#session.end().catch(() => {});
			return;
		}
		if (active.id !== this.#placedId) this.#place();
		playback.advance(Math.min((time - (this.#lastTime ?? time)) / 1000, MAX_STEP));
		this.#lastTime = time;
		this.#inputs.update();
		playback.isScrubbing = this.#inputs.isSliding;
		// The poses of this frame are those of the space before.
		if (!this.#hasMoved) this.#panel.follow(this.#view.renderer.xr, time);
		this.#hasMoved = false;
		this.#showPanel(time);
		const view = { ...scene.view, camera: 'orbit', head: scene.view.head && !this.#isInside } as const;
		this.#view.draw({
			recording: active,
			ghost: comparing.overlay,
			time: playback.time,
			view,
			theme: DARK_THEME,
			isTransparent: this.#isTransparent,
		});
	}

	// Text is drawn when it has changed, and not with every frame while time passes.
	#showPanel(time: number): void {
		const state = this.#state;
		if (state === null) return;
		const { label, isPlaying, isInside, markers } = state;
		const others = `${label} ${isPlaying} ${isInside} ${markers.length} ${this.#inputs.hovered}`;
		const shown = `${others} ${state.time}`;
		if (shown === this.#shown) return;
		if (this.#shown.startsWith(others) && time - this.#shownTime < PANEL_MS) return;
		this.#shown = shown;
		this.#shownTime = time;
		this.#panel.show(describePanel(state), this.#inputs.hovered);
	}

	// Moves the person instead of the recording, so that everything has the coordinates of the recording.
	#place(): void {
		const { active } = this.#studio;
		if (active === null || this.#space === null) return;
		this.#placedId = active.id;
		const { position, turn } = toOffset(findPlace(active, this.#isInside, this.#hasFloor));
		const [x, y, z] = position;
		const offset = new XRRigidTransform({ x, y, z }, { x: 0, y: turn[0], z: 0, w: turn[1] });
		this.#view.renderer.xr.setReferenceSpace(this.#space.getOffsetReferenceSpace(offset));
		this.#panel.reset();
		this.#hasMoved = true;
	}

	#press(id: HeadsetButton): void {
		const { playback } = this.#studio;
		const state = this.#state;
		if (state === null) return;
		if (id === 'play') playback.toggle();
		else if (id === 'previous' || id === 'next') playback.seek(findMarkerTime(state, id === 'next' ? 1 : -1));
		else if (id === 'mark') addMarker(this.#studio);
		else if (id === 'place') {
			this.#isInside = !this.#isInside;
			this.#place();
		} else void this.#session.end().catch(() => {});
	}

	#slide(value: number): void {
		const { active, playback } = this.#studio;
		if (active !== null) playback.seek(active.start + value * (active.end - active.start));
	}
}
