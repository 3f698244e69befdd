import type { Curve } from '@handreel/core';
import { loadCurve, type StoredRecording } from '../worker/stored-recording.ts';
import type { CurvePlot } from './curve-plot.svelte.ts';
import { comparePoses, evaluatePose, type Pose, type PoseDifference } from './pose-readings.ts';
import { formatPoint, getPointPath } from './scene-points.ts';
import type { SceneState } from './scene-state.svelte.ts';

const PARTS = [
	'position.x',
	'position.y',
	'position.z',
	'rotation.x',
	'rotation.y',
	'rotation.z',
	'rotation.w',
] as const;

/** What picking needs from the rest of the page. */
interface PickingSource {
	readonly active: { readonly stored: StoredRecording } | null;
	readonly playback: { readonly time: number };
	readonly plot: CurvePlot;
	readonly scene: SceneState;
	plotPath(path: string): void;
	say(text: string): void;
}

interface LoadedPoint {
	readonly point: string;
	readonly stored: StoredRecording;
	readonly curves: readonly (Curve | null)[];
}

/** The joints, heads and controllers that are picked in the 3D view, and their poses at the playhead. */
export class Picking {
	/** The point under the pointer, such as `left.indexTip`. */
	hovered: string | null = $state(null);
	/** The picked point. */
	first: string | null = $state(null);
	/** The point that distance and angle are measured to. */
	second: string | null = $state(null);
	#loaded: readonly LoadedPoint[] = $state.raw([]);
	/** Reads from the keys, not from the table that the picture is drawn from. */
	readonly firstPose: Pose | null = $derived.by(() => this.#read(this.first));
	readonly secondPose: Pose | null = $derived.by(() => this.#read(this.second));
	readonly difference: PoseDifference | null = $derived(
		this.firstPose && this.secondPose && comparePoses(this.firstPose, this.secondPose),
	);
	readonly #source: PickingSource;

	constructor(source: PickingSource) {
		this.#source = source;
	}

	/** Picks a point. */
	pick(point: string): void {
		this.set(point, this.first === point ? this.second : null);
	}

	/** Plots the position or the rotation of a point. */
	plot(point: string, part: 'position' | 'rotation'): void {
		const path = getPointPath(point);
		if (path !== null) this.#source.plotPath(`${path}.${part}`);
	}

	/** Measures from the picked point to another point. */
	measureTo(point: string): void {
		if (this.first === null || this.first === point) this.pick(point);
		else this.set(this.first, point);
	}

	/** Keeps a point in the middle of the 3D view, or stops that with `null`. */
	follow(point: string | null): void {
		const { scene } = this.#source;
		if (point === null) {
			scene.stopFollowing();
			return;
		}
		scene.change({ follow: point, camera: 'orbit' });
		this.#source.say(`Following ${formatPoint(point)}`);
	}

	/** Picks one or two points. */
	set(first: string | null, second: string | null): void {
		this.first = first;
		this.second = first === second ? null : second;
		for (const point of [this.first, this.second]) if (point !== null) void this.#load(point);
	}

	clear(): void {
		this.set(null, null);
	}

	/** Plots the distance or the angle between the two points. */
	plotDifference(kind: 'distance' | 'angle'): void {
		if (this.first !== null && this.second !== null)
			void this.#source.plot.addDerived(`${kind}(${this.first}, ${this.second})`);
	}

	/** Reads the picked points of another recording. */
	reload(): void {
		this.hovered = null;
		this.set(this.first, this.second);
	}

	async #load(point: string): Promise<void> {
		const { active } = this.#source;
		const path = getPointPath(point);
		if (active === null || path === null) return;
		const { stored } = active;
		if (this.#loaded.some((entry) => entry.point === point && entry.stored === stored)) return;
		const curves = await Promise.all(
			PARTS.map((part) => {
				const found = stored.curves.find((curve) => curve.path === `${path}.${part}`);
				return found === undefined || found.count === 0 ? null : loadCurve(found);
			}),
		);
		const kept = this.#loaded.filter((entry) => entry.stored === stored && entry.point !== point);
		this.#loaded = [...kept, { point, stored, curves }];
	}

	#read(point: string | null): Pose | null {
		const { active, playback } = this.#source;
		const loaded = this.#loaded.find((entry) => entry.point === point && entry.stored === active?.stored);
		return loaded === undefined ? null : evaluatePose(loaded.curves, playback.time);
	}
}
