import type { ButtonName, Side } from '../model/recording.ts';
import { createRestPose, createWavePose, planPointing, type ReachPart } from './arm.ts';
import type { HandShape, HandShapeName } from './hand-shapes.ts';
import { checkChoice, checkNumber } from './options.ts';
import type { MoveOptions, PerformedSide, ReachMoveOptions, TimedOptions } from './performed-side.ts';
import type { SidePlanner } from './side-planner.ts';
import type { Stage } from './stage.ts';

/** Seconds to close a pinch, to close the hand, to open it again. */
const PINCH_SECONDS = 0.3;
const GRAB_SECONDS = 0.35;
const RELEASE_SECONDS = 0.22;
const SHAPE_SECONDS = 0.4;
/** Meters in front of a target from which a poke starts, and beyond it where it ends. */
const POKE_FROM = 0.06;
const POKE_DEPTH = 0.01;
const POKE_HOLD = 0.08;
const POKE_SECONDS = 0.25;
const PRESS_HOLD = 0.15;
/** Meters and seconds of one sweep of a wave. */
const WAVE_WIDTH = 0.08;
const WAVE_SECONDS = 0.26;
/** Seconds without hand and controller when one replaces the other. */
const CHANGE_SECONDS = 0.1;

/** The verbs of a side. `PerformedSide` documents them. */
export class PlannedSide implements PerformedSide {
	readonly #stage: Stage;
	readonly #planner: SidePlanner;

	constructor(stage: Stage, planner: SidePlanner) {
		this.#stage = stage;
		this.#planner = planner;
	}

	get side(): Side {
		return this.#planner.side;
	}

	get time(): number {
		return this.#planner.cursor;
	}

	reach(point: ArrayLike<number>, options: ReachMoveOptions = {}): this {
		const { duration, with: wanted = 'pinch' } = options;
		checkChoice('with', wanted, ['pinch', 'index', 'palm']);
		const shape = ({ pinch: 'rest', index: 'poke', palm: 'open' } as const)[wanted];
		this.#go('reach', point, wanted, shape, duration);
		return this;
	}

	moveTo(point: ArrayLike<number>, { duration, around }: MoveOptions = {}): this {
		const planner = this.#planner;
		const target = planner.readTarget('moveTo', point);
		const pivot = around === undefined ? null : planner.readTarget('around', around);
		planner.lead(target);
		const part: ReachPart = planner.isController ? 'grip' : planner.part;
		const wrist = planner.aimWrist('moveTo', target, part);
		planner.move(wrist, { duration, pivot: pivot === null ? null : planner.findWristPivot(pivot, part) });
		return this;
	}

	pinch(point?: ArrayLike<number>): this {
		if (point !== undefined) this.reach(point);
		const planner = this.#planner;
		if (planner.isController) planner.setButton('pinch', 'trigger', 1);
		else {
			planner.require('pinch', 'hand');
			planner.reshape('pinch', PINCH_SECONDS);
		}
		planner.hold = 'pinch';
		return this;
	}

	grab(point?: ArrayLike<number>): this {
		if (point !== undefined) this.reach(point, { with: 'palm' });
		const planner = this.#planner;
		if (planner.isController) planner.setButton('grab', 'squeeze', 1);
		else {
			planner.require('grab', 'hand');
			planner.reshape('grab', GRAB_SECONDS);
		}
		planner.hold = 'grab';
		return this;
	}

	release(): this {
		const planner = this.#planner;
		if (planner.isController) planner.setButton('release', planner.hold === 'grab' ? 'squeeze' : 'trigger', 0);
		else {
			planner.require('release', 'hand');
			planner.reshape(planner.hold === 'grab' ? 'open' : 'rest', RELEASE_SECONDS);
		}
		planner.hold = null;
		return this;
	}

	poke(point: ArrayLike<number>, { duration = POKE_SECONDS / this.#stage.settings.speed }: TimedOptions = {}): this {
		const planner = this.#planner;
		planner.require('poke', 'hand');
		const target = planner.readTarget('poke', point);
		const [hx = 0, hy = 0, hz = 0] = this.#stage.headAt(planner.cursor);
		const length = Math.hypot(target[0]! - hx, target[2]! - hz) || 1;
		const along = [(target[0]! - hx) / length, (target[1]! - hy) * 0.3, (target[2]! - hz) / length];
		const at = (meters: number): number[] => target.map((value, i) => value + along[i]! * meters);
		planner.lead(target);
		const before = planner.aimWrist('poke', at(-POKE_FROM), 'index');
		planner.move(before, { shape: 'poke' });
		const planned = planner.aimWrist('poke', at(POKE_DEPTH), 'index');
		planner.move(planned, { duration });
		planner.cursor += POKE_HOLD;
		planner.move(before, { duration });
		return this;
	}

	pointAt(point: ArrayLike<number>, { duration }: TimedOptions = {}): this {
		const planner = this.#planner;
		const target = planner.readTarget('pointAt', point);
		planner.lead(target);
		const local = this.#stage.toBody(target, planner.cursor);
		const wrist = planPointing(this.side, local, planner.isController, this.#stage.settings.eyeHeight);
		planner.move(wrist, { duration, shape: 'point' });
		return this;
	}

	wave({ times = 3 }: { readonly times?: number } = {}): this {
		checkNumber('times', times, 1);
		const planner = this.#planner;
		const pose = createWavePose(this.side, this.#stage.settings.eyeHeight);
		planner.move(pose, { shape: 'open' });
		for (let i = 0; i < 2 * Math.round(times); i++) {
			const [x = 0, ...rest] = pose;
			const to = i % 2 === 0 ? [x + (this.side === 'right' ? WAVE_WIDTH : -WAVE_WIDTH), ...rest] : pose;
			planner.move(to, { duration: WAVE_SECONDS / this.#stage.settings.speed });
		}
		return this;
	}

	rest(): this {
		this.#planner.move(createRestPose(this.side, this.#stage.settings.eyeHeight), { shape: 'rest' });
		return this;
	}

	shape(shape: HandShapeName | HandShape, { duration = SHAPE_SECONDS }: TimedOptions = {}): this {
		this.#planner.require('shape', 'hand');
		this.#planner.reshape(shape, duration);
		return this;
	}

	press(button: ButtonName | number, { hold = PRESS_HOLD }: { readonly hold?: number } = {}): this {
		checkNumber('hold', hold, 0);
		return this.down(button).wait(hold).up(button);
	}

	down(button: ButtonName | number): this {
		this.#planner.setButton('down', button, 1);
		return this;
	}

	up(button: ButtonName | number): this {
		this.#planner.setButton('up', button, 0);
		return this;
	}

	stick(x: number, y: number): this {
		this.#planner.setStick(x, y);
		return this;
	}

	pickUp(): this {
		return this.#exchange('controller', 'grab');
	}

	putDown(): this {
		return this.#exchange('hand', 'rest');
	}

	hide(): this {
		this.#planner.track.setMode(this.#planner.cursor, 'nothing');
		return this;
	}

	show(mode: 'hand' | 'controller' = this.#stage.settings.input === 'controllers' ? 'controller' : 'hand'): this {
		checkChoice('show', mode, ['hand', 'controller']);
		this.#planner.track.setMode(this.#planner.cursor, mode);
		return this;
	}

	wait(seconds: number): this {
		checkNumber('wait', seconds, 0);
		this.#planner.cursor += seconds;
		return this;
	}

	after(other: PerformedSide): this {
		this.#planner.cursor = Math.max(this.time, other.time);
		return this;
	}

	mark(name: string): this {
		this.#stage.markers.push({ time: this.time, name: String(name) });
		return this;
	}

	#go(
		verb: string,
		point: ArrayLike<number>,
		part: 'pinch' | 'index' | 'palm',
		shape: HandShapeName,
		duration: number | undefined,
	): void {
		const planner = this.#planner;
		const target = planner.readTarget(verb, point);
		planner.lead(target);
		const wrist = planner.aimWrist(verb, target, planner.isController ? 'grip' : part);
		planner.move(wrist, { duration, shape });
	}

	#exchange(mode: 'hand' | 'controller', shape: HandShapeName): this {
		const { track } = this.#planner;
		track.setMode(this.time, 'nothing');
		this.#planner.reshape(shape, CHANGE_SECONDS);
		track.setMode(this.time, mode);
		this.#planner.hold = null;
		return this;
	}
}
