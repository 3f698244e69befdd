import { type ControllerParts, createCurve } from '@handreel/core';
import { MAX_AXES, MAX_BUTTONS, normalizeQuaternion } from '@handreel/core/internal';
import { flipSpace, PoseKeys } from '../common/pose-keys.ts';
import { StateKeys } from '../common/state-keys.ts';
import { type CaptureSource, readButton, readNumbers, type SourceRow } from './capture.ts';

interface ButtonKeys {
	readonly pressed: StateKeys;
	readonly touched: StateKeys;
	readonly value: number[];
}

/** Collects the keys of a controller. */
export class ControllerKeys {
	readonly #grip = new PoseKeys();
	readonly #aim = new PoseKeys();
	readonly #tracked = new StateKeys();
	readonly #buttons: ButtonKeys[] = [];
	readonly #axes: number[][] = [];
	#profiles: readonly string[] = [];
	/** Sources whose profiles were compared. */
	readonly #compared = new Set<CaptureSource>();
	/** Whether a source had more buttons or axes than the model holds. */
	hasTooMany = false;
	/** Whether sources with different profiles took turns. */
	hasOtherProfiles = false;

	get isSeen(): boolean {
		return this.#aim.count > 0;
	}

	addLost(time: number): void {
		this.#tracked.add(time, false);
	}

	add(time: number, { source, ray, grip, gamepad, path }: SourceRow): void {
		this.#tracked.add(time, true);
		if (this.#profiles.length === 0) this.#profiles = source.profiles;
		if (!this.#compared.has(source)) {
			this.#compared.add(source);
			this.hasOtherProfiles ||= source.profiles.join() !== this.#profiles.join();
		}
		this.#aim.add(time, toUnity(ray));
		if (grip !== null) this.#grip.add(time, toUnity(grip));
		const { buttonCount, axisCount } = source;
		this.hasTooMany ||= buttonCount > MAX_BUTTONS || axisCount > MAX_AXES;
		if (gamepad === null) return;
		gamepad.slice(0, Math.min(buttonCount, MAX_BUTTONS)).forEach((button, i) => {
			this.#addButton(time, i, readButton(button, `${path}.buttons[${i}]`));
		});
		const axes = readNumbers(gamepad.slice(buttonCount, buttonCount + Math.min(axisCount, MAX_AXES)), `${path}.axes`);
		axes.forEach((value, i) => {
			this.#axes[i] ??= [];
			this.#axes[i].push(time, value);
		});
	}

	toController(): ControllerParts {
		return {
			tracked: this.#tracked.toCurve(),
			grip: this.#grip.toPose(),
			aim: this.#aim.toPose(),
			buttons: this.#buttons.map(({ pressed, touched, value }) => ({
				pressed: pressed.toCurve(),
				touched: touched.toCurve(),
				value: createCurve(value),
			})),
			axes: this.#axes.map((keys) => createCurve(keys)),
			profiles: this.#profiles,
		};
	}

	#addButton(time: number, index: number, button: ReturnType<typeof readButton>): void {
		this.#buttons[index] ??= { pressed: new StateKeys(), touched: new StateKeys(), value: [] };
		if (button === null) return;
		const { pressed, touched, value } = this.#buttons[index];
		pressed.add(time, button[0]);
		touched.add(time, button[1]);
		value.push(time, button[2]);
	}
}

function toUnity(pose: readonly number[]): Float64Array {
	const unity = Float64Array.from(pose);
	normalizeQuaternion(unity, unity, 3, 3);
	return flipSpace(unity);
}
