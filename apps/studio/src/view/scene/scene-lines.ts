import {
	createFrameSample,
	FINGER_JOINTS,
	type FrameSample,
	JOINT_NAMES,
	POSE_STRIDE,
	RAY_STRIDE,
	SIDES,
} from '@handreel/core';
import { type Object3D, Quaternion, Vector3 } from 'three';
import { GAZE_LENGTH } from '../../state/measure-scene.ts';
import { type SceneRecording, sampleTable } from '../../state/sample-table.ts';
import type { ViewState } from '../../state/view-state.ts';
import { BONE_COUNT, visitBones } from './body-bones.ts';
import { FadingLines } from './fading-lines.ts';
import type { SceneTheme } from './theme.ts';

const TIP_OFFSETS = Object.values(FINGER_JOINTS).map((joints) => JOINT_NAMES.indexOf(joints.at(-1)!) * POSE_STRIDE);
/** Steps of a trail per second. */
const TRAIL_RATE = 60;
const MAX_TRAIL_STEPS = 300;
const GAZE_SECONDS = 1.2;
const GAZE_STEPS = 48;
/** Meters of a drawn pointing ray. */
const AIM_LENGTH = 0.5;

/** Bones of a body, trails, the gaze ray with its path and cross, four pointing rays, and the axes of joints, controllers and head. */
const MAX_LINES =
	BONE_COUNT + 2 * TIP_OFFSETS.length * MAX_TRAIL_STEPS + GAZE_STEPS + 4 + 4 + 3 * (2 * JOINT_NAMES.length + 2 + 1);

const turn = new Quaternion();
const tip = new Vector3();
const end = [0, 0, 0];

/** What the lines of a frame depend on. */
interface LinesInput {
	/** Seconds. */
	readonly time: number;
	readonly view: ViewState;
	readonly theme: SceneTheme;
	/** Set for a take in progress. */
	readonly live?: unknown;
}

/** The trails of fingertips, the gaze, pointing rays, and the axes of rotations. */
export class SceneLines {
	readonly #lines = new FadingLines(MAX_LINES);
	readonly #before = createFrameSample();
	readonly #now = createFrameSample();

	get object(): Object3D {
		return this.#lines.object;
	}

	/** Draws the lines of a frame. Less than full opacity is for the overlay of a comparison. */
	draw(recording: SceneRecording, frame: FrameSample, input: LinesInput, opacity: number): void {
		const { view, theme } = input;
		const isGhost = opacity < 1;
		this.#lines.clear();
		// The table ends before the newest frame.
		if (view.trails && !input.live) this.#addTrails(recording, input, isGhost, opacity);
		visitBones(recording, input.time, (places, from, to) =>
			this.#lines.add(places, from, places, to, isGhost ? theme.ghost : theme.head, opacity, opacity),
		);
		if (view.gaze && frame.gazePresent) this.#addGaze(recording, frame, input, isGhost, opacity);
		if (view.gaze) this.#addAims(frame, theme, isGhost, opacity);
		if (view.axes) this.#addAxes(frame, theme, isGhost);
		this.#lines.finish();
	}

	// The recorded pointing rays of hands and controllers.
	#addAims(frame: FrameSample, theme: SceneTheme, isGhost: boolean, opacity: number): void {
		for (const side of SIDES) {
			const hand = frame.hands[side];
			const controller = frame.controllers[side];
			const rays = [
				...(hand.aimPresent && hand.tracked ? [hand.aim] : []),
				...(controller.present && controller.tracked ? [controller.aim] : []),
			];
			for (const ray of rays) {
				tip.set(0, 0, -AIM_LENGTH).applyQuaternion(turn.fromArray(ray, 3));
				end[0] = ray[0]! + tip.x;
				end[1] = ray[1]! + tip.y;
				end[2] = ray[2]! + tip.z;
				this.#lines.add(ray, 0, end, 0, isGhost ? theme.ghost : theme[side], opacity, 0);
			}
		}
	}

	// The axes of the overlay are longer, so that they are visible where both recordings agree.
	#addAxes(frame: FrameSample, theme: SceneTheme, isGhost: boolean): void {
		const add = (poses: Float32Array, offset: number, length: number): void => {
			turn.fromArray(poses, offset + 3);
			for (let axis = 0; axis < 3; axis++) {
				tip
					.set(0, 0, 0)
					.setComponent(axis, isGhost ? length * 1.3 : length)
					.applyQuaternion(turn);
				end[0] = poses[offset]! + tip.x;
				end[1] = poses[offset + 1]! + tip.y;
				end[2] = poses[offset + 2]! + tip.z;
				this.#lines.add(poses, offset, end, 0, isGhost ? theme.ghost : theme.axes[axis]!, 1, isGhost ? 0.5 : 1);
			}
		};
		for (const side of SIDES) {
			const { joints, present, tracked } = frame.hands[side];
			if (!tracked) continue;
			for (let joint = 1; joint < present.length; joint++) {
				if (present[joint] === 1) add(joints, joint * POSE_STRIDE, 0.018);
			}
		}
		for (const side of SIDES) {
			const { present, tracked, grip } = frame.controllers[side];
			if (present && tracked) add(grip, 0, 0.05);
		}
		if (frame.headPresent) add(frame.head, 0, 0.08);
	}

	#addTrails(recording: SceneRecording, { time, theme, view }: LinesInput, isGhost: boolean, opacity: number): void {
		let before = this.#before;
		let now = this.#now;
		const steps = Math.min(Math.round(view.trailLength * TRAIL_RATE), MAX_TRAIL_STEPS);
		const step = view.trailLength / steps;
		const from = Math.max(time - view.trailLength, recording.start);
		// Backward from the current time, so that the segments do not flicker during playback.
		sampleTable(recording, time, before);
		for (let i = 1; i <= steps && time - i * step >= from; i++) {
			sampleTable(recording, time - i * step, now);
			const fade = (share: number): number => opacity * 0.85 * (1 - share / steps) ** 1.6;
			for (const side of SIDES) {
				if (!before.hands[side].tracked || !now.hands[side].tracked) continue;
				const color = isGhost ? theme.ghost : theme[side];
				for (const offset of TIP_OFFSETS) {
					this.#lines.add(
						before.hands[side].joints,
						offset,
						now.hands[side].joints,
						offset,
						color,
						fade(i - 1),
						fade(i),
					);
				}
			}
			[before, now] = [now, before];
		}
	}

	// The ray, and the path of its end over the last second.
	#addGaze(
		recording: SceneRecording,
		frame: FrameSample,
		{ time, theme, live }: LinesInput,
		isGhost: boolean,
		opacity: number,
	): void {
		const color = isGhost ? theme.ghost : theme.gaze;
		const ends: number[][] = [];
		const step = GAZE_SECONDS / GAZE_STEPS;
		for (let i = 0; i <= (live ? 0 : GAZE_STEPS) && time - i * step >= recording.start; i++) {
			const ray = i === 0 ? frame.gaze : sampleTable(recording, time - i * step, this.#now).gaze;
			ends.push([0, 1, 2].map((axis) => ray[axis]! + ray[axis + 3]! * GAZE_LENGTH));
		}
		if (ends[0] === undefined || frame.gaze.length < RAY_STRIDE) return;
		this.#lines.add(frame.gaze, 0, ends[0], 0, color, 0.15 * opacity, opacity);
		for (let i = 1; i < ends.length; i++) {
			const fade = (share: number): number => opacity * (1 - share / GAZE_STEPS) ** 1.5;
			this.#lines.add(ends[i - 1]!, 0, ends[i]!, 0, color, fade(i - 1), fade(i));
		}
		// A cross at the end of the ray.
		for (const axis of [0, 1, 2]) {
			const a = [...ends[0]];
			const b = [...ends[0]];
			a[axis]! -= 0.02;
			b[axis]! += 0.02;
			this.#lines.add(a, 0, b, 0, color, opacity, opacity);
		}
	}
}
