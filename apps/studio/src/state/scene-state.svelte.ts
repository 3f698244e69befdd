import { listPlaces, type PlaceFilter } from './measure-scene.ts';
import type { SceneRecording } from './sample-table.ts';
import {
	type CameraPose,
	DEFAULT_VIEW,
	fitPoints,
	isInView,
	isSameCamera,
	type SideOfView,
	turnView,
	type ViewState,
} from './view-state.ts';

/** How much the aspect ratio changes before the camera is fitted again, as a factor. */
const REFIT_RATIO = 1.2;

/** A fit that is repeated when the size of the 3D view changes much. */
interface Fit {
	readonly filter: PlaceFilter;
	/** 0 before the size of the 3D view is known. */
	readonly aspect: number;
	/** The result; `null` for the camera of a link, which may be a fit. */
	readonly camera: CameraPose | null;
}

/** The recordings that the 3D view shows. */
interface SceneSource {
	readonly active: (SceneRecording & { readonly id: number }) | null;
	readonly comparing: { readonly overlay: SceneRecording | null; readonly isPreview: boolean };
}

/** The 3D view: its camera and what it shows. Each recording has its own camera position. */
export class SceneState {
	view: ViewState = $state.raw(DEFAULT_VIEW);
	readonly #source: SceneSource;
	/** The camera positions of recordings that are not active, by id. */
	readonly #cameras = new Map<number, { readonly camera: CameraPose; readonly fit: Fit | null }>();
	/** The last fit; `null` after a user moved the camera. */
	#lastFit: Fit | null = null;
	/** What to fit as soon as the size of the 3D view is known. */
	#pending: PlaceFilter | null = null;
	#aspect = 0;
	/** Where the camera looked in the last picture. The 3D view sets it; nothing depends on it. */
	lastTarget: ViewState['target'] | null = null;

	constructor(source: SceneSource) {
		this.#source = source;
	}

	/**
	 * Sets the width of the 3D view divided by its height. Runs a pending fit, and repeats the last fit if the size changed much
	 * and the camera was not moved.
	 */
	setAspect(aspect: number): void {
		this.#aspect = aspect;
		if (this.#pending !== null) this.#fit(this.#pending);
		else this.#repeatFit();
	}

	/** The width of the 3D view divided by its height; 0 before it is known. */
	get aspect(): number {
		return this.#aspect;
	}

	/** Whether the camera is where the last fit placed it. */
	get isFitted(): boolean {
		const fit = this.#lastFit;
		if (fit === null) return false;
		const aspect = fit.aspect === 0 ? this.#getAspect() : fit.aspect;
		return isSameCamera(fit.camera ?? fitPoints(this.view, this.#listPlaces(fit.filter), aspect), this.view);
	}

	/** Changes a part of the view. The same view again changes nothing, so it is not drawn again. */
	change(view: Partial<ViewState>): void {
		const changed = { ...this.view, ...view };
		const isSame = (Object.keys(changed) as (keyof ViewState)[]).every((name) => changed[name] === this.view[name]);
		if (!isSame) this.view = changed;
	}

	/** Orbits by degrees and multiplies the distance. The camera inside the head cannot be moved. */
	turn(azimuth: number, elevation: number, factor = 1): void {
		if (this.view.camera !== 'head') this.change(turnView(this.view, azimuth, elevation, factor));
	}

	/** Stops following a point. The camera stays where it is. */
	stopFollowing(): void {
		if (this.view.follow !== null) this.change({ follow: null, target: this.lastTarget ?? this.view.target });
	}

	/** Looks from a side. What was fitted into the view still is. Leaves the camera inside the head. */
	lookFrom({ azimuth, elevation }: SideOfView): void {
		const fit = this.isFitted ? this.#lastFit : null;
		this.#leaveHead();
		this.change({ azimuth, elevation });
		if (fit !== null && this.view.follow === null) this.#fit(fit.filter);
	}

	/** Shows the whole recording. Leaves the camera inside the head. */
	fit(): void {
		this.#leaveHead();
		this.change({ follow: null });
		this.#fit('all');
	}

	/** Moves the camera back if the recording or its overlay is out of sight. */
	reveal(): void {
		const { active } = this.#source;
		if (active === null || this.#aspect === 0 || this.#pending !== null) return;
		if (!isInView(this.view, this.#listPlaces('hands'), this.#getAspect())) this.#fit('hands');
	}

	/** Draws the recordings of a comparison side by side or over each other. Both are in sight. */
	setSplit(split: boolean): void {
		this.change({ split });
		if (this.view.camera === 'orbit' && this.view.follow === null) this.#fit('hands');
	}

	/** Keeps the camera position of a recording until it is active again. */
	leave(id: number): void {
		const { azimuth, elevation, distance, target } = this.view;
		this.#cameras.set(id, { camera: { azimuth, elevation, distance, target }, fit: this.#lastFit });
	}

	/** Shows the active recording: from its last camera position, from that of its original, or with large hands. */
	enter(original: number | null): void {
		const { active } = this.#source;
		if (active === null) return;
		const last = this.#cameras.get(active.id) ?? (original === null ? undefined : this.#cameras.get(original));
		if (last === undefined) this.#fit('hands');
		else {
			this.#pending = null;
			this.#lastFit = last.fit;
			this.change(last.camera);
			this.#repeatFit();
		}
	}

	forget(id: number): void {
		this.#cameras.delete(id);
	}

	/** Restores a complete view. A pending fit is dropped. */
	restore(view: Partial<ViewState>): void {
		this.view = { ...DEFAULT_VIEW, ...view };
		this.#pending = null;
		this.#lastFit = { filter: 'hands', aspect: this.#getAspect(), camera: null };
	}

	/** Whether the recordings of a comparison are side by side. Previews of edits are drawn over the recording. */
	get isSplit(): boolean {
		const { overlay, isPreview } = this.#source.comparing;
		return this.view.split && overlay !== null && !isPreview;
	}

	#getAspect(): number {
		return this.isSplit ? this.#aspect / 2 : this.#aspect;
	}

	#leaveHead(): void {
		if (this.view.camera === 'head') this.change({ camera: 'orbit' });
	}

	#fit(filter: PlaceFilter): void {
		if (this.#source.active === null) return;
		this.#pending = this.#aspect === 0 ? filter : null;
		if (this.#pending !== null) return;
		const aspect = this.#getAspect();
		this.change(fitPoints(this.view, this.#listPlaces(filter), aspect));
		this.#lastFit = { filter, aspect, camera: this.view };
	}

	#repeatFit(): void {
		const fit = this.#lastFit;
		const aspect = this.#getAspect();
		if (fit === null || aspect === 0 || this.view.camera !== 'orbit' || this.view.follow !== null) return;
		if (fit.aspect === 0) this.#lastFit = { ...fit, aspect };
		else if (Math.max(aspect / fit.aspect, fit.aspect / aspect) > REFIT_RATIO) {
			const camera = fit.camera ?? fitPoints(this.view, this.#listPlaces(fit.filter), fit.aspect);
			if (isSameCamera(camera, this.view)) this.#fit(fit.filter);
			else this.#lastFit = null;
		}
	}

	#listPlaces(filter: PlaceFilter): Float32Array {
		const { active, comparing } = this.#source;
		return Float32Array.from(
			[active, comparing.overlay].flatMap((entry) => (entry === null ? [] : [...listPlaces(entry, filter)])),
		);
	}
}
