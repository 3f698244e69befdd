import type { ControllerCurves } from '@handreel/core';
import { hasKeys, normalizeQuaternion } from '@handreel/core/internal';
import { CurveCursor, PoseCursor } from '../common/curve-cursor.ts';
import { flipSpace } from '../common/pose-keys.ts';
import { roundValue, roundValues } from './round.ts';

/** Writes the rows of a controller. */
export class ControllerRow {
	readonly #index: number;
	readonly #tracked: CurveCursor;
	readonly #grip: PoseCursor;
	readonly #aim: PoseCursor;
	readonly #buttons: readonly { pressed: CurveCursor; touched: CurveCursor; value: CurveCursor }[];
	readonly #axes: readonly CurveCursor[];

	constructor(index: number, { tracked, grip, aim, buttons, axes }: ControllerCurves) {
		this.#index = index;
		this.#tracked = new CurveCursor(tracked);
		this.#grip = new PoseCursor(hasKeys(grip) ? grip : aim);
		this.#aim = new PoseCursor(hasKeys(aim) ? aim : grip);
		this.#buttons = buttons.map(({ pressed, touched, value }) => ({
			pressed: new CurveCursor(pressed),
			touched: new CurveCursor(touched),
			value: new CurveCursor(value),
		}));
		this.#axes = axes.map((axis) => new CurveCursor(axis));
	}

	/** The data of the controller at a time, or `null` while it is lost. Times must not decrease. */
	read(time: number): unknown[] | null {
		const buttons = this.#buttons.flatMap(({ pressed, touched, value }) => [pressed, touched, value]);
		for (const cursor of [this.#tracked, this.#grip, this.#aim, ...buttons, ...this.#axes]) cursor.seek(time);
		if (!this.#tracked.state) return null;
		const gamepad = [
			...this.#buttons.map(({ pressed, touched, value }) => [
				pressed.state ? 1 : 0,
				touched.state ? 1 : 0,
				value.hasKeys ? roundValue(value.value) : pressed.state ? 1 : 0,
			]),
			...this.#axes.map((axis) => (axis.hasKeys ? roundValue(axis.value) : 0)),
		];
		return [this.#index, ...readPose(this.#aim), readPose(this.#grip), gamepad];
	}
}

/** A pose in WebXR's space, rounded. */
export function readPose(cursor: PoseCursor): number[] {
	const pose = Float64Array.from(cursor.readFloats());
	normalizeQuaternion(pose, pose, 3, 3);
	return roundValues(flipSpace(pose));
}
