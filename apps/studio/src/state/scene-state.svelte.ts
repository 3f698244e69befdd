import { listPlaces } from './measure-scene.ts';
import type { SceneRecording } from './sample-table.ts';
import { DEFAULT_VIEW, fitPoints, type SideOfView, type ViewState } from './view-state.ts';

/** The 3D view: its camera and what it shows. */
export class SceneState {
	view: ViewState = $state.raw(DEFAULT_VIEW);
	readonly #source: { readonly active: SceneRecording | null };
	/** Whether to fit the recording as soon as the size of the 3D view is known. */
	#isFitPending = false;
	#aspect = 0;

	constructor(source: { readonly active: SceneRecording | null }) {
		this.#source = source;
	}

	/** Sets the width of the 3D view divided by its height. Runs a pending fit. */
	setAspect(aspect: number): void {
		this.#aspect = aspect;
		if (this.#isFitPending) this.#fit();
	}

	change(view: Partial<ViewState>): void {
		this.view = { ...this.view, ...view };
	}

	/** Looks from a side. Leaves the camera inside the head. */
	lookFrom({ azimuth, elevation }: SideOfView): void {
		this.#leaveHead();
		this.change({ azimuth, elevation });
	}

	/** Shows the whole recording. Leaves the camera inside the head. */
	fit(): void {
		this.#leaveHead();
		this.#fit();
	}

	/** Fits a new recording, now or when the size of the 3D view is known. */
	fitLater(isNeeded: boolean): void {
		this.#isFitPending ||= isNeeded;
		if (this.#isFitPending) this.#fit();
	}

	/** Restores a complete view. A pending fit is dropped. */
	restore(view: Partial<ViewState>): void {
		this.view = { ...DEFAULT_VIEW, ...view };
		this.#isFitPending = false;
	}

	#leaveHead(): void {
		if (this.view.camera === 'head') this.change({ camera: 'orbit' });
	}

	#fit(): void {
		const { active } = this.#source;
		if (active === null || this.#aspect === 0) return;
		this.#isFitPending = false;
		this.change(fitPoints(this.view, listPlaces(active), this.#aspect));
	}
}
