import type { JointName, Side } from '@handreel/core';
import type { PoseChange } from '@handreel/core/internal';
import type { Edit } from '../worker/edits.ts';
import { getPointPath } from './scene-points.ts';

/** How the picked joint is changed. */
export interface PoseLayer {
	/** Meters, in Unity's space. */
	readonly move: readonly [x: number, y: number, z: number];
	readonly turn: readonly [x: number, y: number, z: number, w: number];
}

/** What posing needs from the rest of the page. */
interface PosingSource {
	readonly picking: { readonly first: string | null };
	readonly playback: { readonly time: number; pause(): void };
	readonly editing: { apply(title: string, edit: Edit): Promise<boolean>; measure(edit: Edit | null): Promise<void> };
}

/** Seconds. */
const USUAL_BLEND = 0.25;

/** Changes of the pose of the picked joint at the playhead, which come and go over a time. */
export class Posing {
	isOn: boolean = $state(false);
	mode: 'turn' | 'move' = $state('turn');
	/** Seconds before and after the playhead over which a change comes and goes. */
	blend: number = $state(USUAL_BLEND);
	/** Whether the gizmo has the pointer. The view must not turn with it. */
	isHeld: boolean = $state(false);
	readonly #source: PosingSource;
	/** The picked joint; `null` if there is none, or if the point is not a joint of a hand. */
	readonly target: { readonly side: Side; readonly joint: JointName } | null = $derived.by(() => {
		const [, side, joint] =
			/^hands\.(left|right)\.joints\.(\w+)$/.exec(getPointPath(this.#source.picking.first ?? '') ?? '') ?? [];
		return side === undefined ? null : { side: side as Side, joint: joint as JointName };
	});
	/** Other joints than the wrist can turn only: their bones would get longer. */
	readonly canMove: boolean = $derived(this.target?.joint === 'wrist');

	constructor(source: PosingSource) {
		this.#source = source;
	}

	toggle(): void {
		this.isOn = !this.isOn;
		if (this.isOn) this.#source.playback.pause();
		else this.preview(null);
	}

	/** Shows what a change would do. */
	preview(layer: PoseLayer | null): void {
		const change = layer && this.#create(layer);
		void this.#source.editing.measure(change && { kind: 'pose', change });
	}

	/** Changes the pose of the picked joint at the playhead. */
	async apply(layer: PoseLayer): Promise<boolean> {
		const change = this.#create(layer);
		this.preview(null);
		if (change === null) return false;
		return this.#source.editing.apply(change.joint === 'wrist' ? 'Pose hand' : 'Pose finger', { kind: 'pose', change });
	}

	#create({ move, turn }: PoseLayer): PoseChange | null {
		const { target, blend } = this;
		if (target === null) return null;
		const { time } = this.#source.playback;
		return { ...target, time, blend, turn, move: this.canMove ? move : [0, 0, 0] };
	}
}
