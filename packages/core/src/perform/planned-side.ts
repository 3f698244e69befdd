import type { ButtonName, Side } from '../model/recording.ts';
import { createRestPose, createWavePose, findControllerAim, planPointing, type ReachPart } from './arm.ts';
import type { HandShape, HandShapeName } from './hand-shapes.ts';
import { catchObject, handOver, throwTo } from './move-objects.ts';
import { checkChoice, checkNumber } from './options.ts';
import type { PerformedObject } from './performed-object.ts';
import type {
	MoveOptions,
	PerformedSide,
	PerformTarget,
	ReachMoveOptions,
	ScrollOptions,
	SwipeDirection,
	TimedOptions,
} from './performed-side.ts';
import type { SidePlanner } from './side-planner.ts';
import type { Stage } from './stage.ts';
import { planSwipe, planTap } from './thumb-gestures.ts';

const SHAPE_SECONDS = 0.4;
/** Meters in front of a target from which a poke starts, and beyond it where it ends. */
const POKE_FROM = 0.06;
const POKE_DEPTH = 0.01;
// Many pages take a touch of more than 0.3 s, from 3 cm before the surface on, for something else than a click.
const POKE_HOLD = 0.05;
const POKE_SECONDS = 0.15;
/** Meters and seconds of one swipe. */
const SWIPE = 0.12;
const SWIPE_SECONDS = 0.3;
/** Seconds that thrown things fly. */
const FLIGHT_SECONDS = 0.7;
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

	reach(point: PerformTarget, options: ReachMoveOptions = {}): this {
		const { with: wanted = 'pinch' } = options;
		checkChoice('with', wanted, ['pinch', 'index', 'palm']);
		const shape = ({ pinch: 'rest', index: 'poke', palm: 'open' } as const)[wanted];
		this.#go('reach', point, wanted, shape, options);
		return this;
	}

	moveTo(point: PerformTarget, { duration, around, turn }: MoveOptions = {}): this {
		const planner = this.#planner;
		const target = planner.readTarget('moveTo', point);
		const pivot = around === undefined ? null : planner.readTarget('around', around);
		planner.lead(target);
		const part: ReachPart = planner.isController ? 'grip' : planner.part;
		const wrist = planner.aimWrist('moveTo', target, part, turn);
		planner.move(wrist, { duration, pivot: pivot === null ? null : planner.findWristPivot(pivot, part) });
		return this;
	}

	pinch(point?: PerformTarget): this {
		if (point !== undefined) this.reach(point);
		this.#planner.close('pinch', point);
		return this;
	}

	grab(point?: PerformTarget): this {
		if (point !== undefined) this.reach(point, { with: 'palm' });
		this.#planner.close('grab', point);
		return this;
	}

	release(): this {
		this.#planner.open();
		return this;
	}

	throwTo(point: PerformTarget, { duration = FLIGHT_SECONDS }: TimedOptions = {}): this {
		throwTo(this.#stage, this.#planner, this.#planner.readTarget('throwTo', point), duration);
		return this;
	}

	catch(object: PerformedObject): this {
		catchObject(this.#stage, this.#planner, object);
		return this;
	}

	handTo(other: PerformedSide, point?: ArrayLike<number>): this {
		if (!(other instanceof PlannedSide) || other.side === this.side) {
			throw new TypeError('handTo: expected the other side of the performer');
		}
		const meeting = point === undefined ? null : this.#planner.readTarget('handTo', point);
		handOver(this.#stage, this.#planner, other.#planner, meeting);
		return this;
	}

	scroll(point: PerformTarget, { by = SWIPE, times = 1 }: ScrollOptions = {}): this {
		if (!Number.isFinite(by)) throw new RangeError(`by: ${by} is not a finite number`);
		checkNumber('times', times, 1);
		const planner = this.#planner;
		const at = this.#approach('scroll', point);
		const { speed } = this.#stage.settings;
		for (let i = 0; i < Math.round(times); i++) {
			if (i > 0) planner.move(at(-POKE_FROM), {});
			planner.move(at(POKE_DEPTH), { duration: POKE_SECONDS / speed });
			planner.move(at(POKE_DEPTH, by), { duration: SWIPE_SECONDS / speed });
			planner.move(at(-POKE_FROM, by), { duration: POKE_SECONDS / speed });
		}
		return this;
	}

	poke(point: PerformTarget, { duration = POKE_SECONDS / this.#stage.settings.speed }: TimedOptions = {}): this {
		const planner = this.#planner;
		const at = this.#approach('poke', point);
		planner.move(at(POKE_DEPTH), { duration });
		planner.cursor += POKE_HOLD;
		planner.move(at(-POKE_FROM), { duration });
		return this;
	}

	pointAt(point: PerformTarget, { duration }: TimedOptions = {}): this {
		const planner = this.#planner;
		const target = planner.readTarget('pointAt', point);
		planner.lead(target);
		const local = this.#stage.toBody(target, planner.cursor);
		const { eyeHeight, profiles } = this.#stage.settings;
		const wrist = planPointing(this.side, local, planner.isController ? findControllerAim(profiles) : null, eyeHeight);
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

	thumbTap(): this {
		planTap(this.#planner);
		return this;
	}

	thumbSwipe(direction: SwipeDirection): this {
		planSwipe(this.#planner, direction);
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

	// Brings the index finger before a surface, and returns the wrists for some meters behind it and above the point.
	#approach(verb: string, point: PerformTarget): (behind: number, above?: number) => number[] {
		const planner = this.#planner;
		planner.require(verb, 'hand');
		const target = planner.readTarget(verb, point);
		const [hx = 0, hy = 0, hz = 0] = this.#stage.headAt(planner.cursor);
		const length = Math.hypot(target[0]! - hx, target[2]! - hz) || 1;
		const along = [(target[0]! - hx) / length, (target[1]! - hy) * 0.3, (target[2]! - hz) / length];
		const at = (behind: number, above = 0): number[] => {
			const place = target.map((value, i) => value + along[i]! * behind + (i === 1 ? above : 0));
			return planner.aimWrist(verb, place, 'index');
		};
		planner.lead(target);
		planner.move(at(-POKE_FROM), { shape: 'poke' });
		return at;
	}

	#go(
		verb: string,
		point: PerformTarget,
		part: 'pinch' | 'index' | 'palm',
		shape: HandShapeName,
		{ duration, turn }: ReachMoveOptions,
	): void {
		const planner = this.#planner;
		const target = planner.readTarget(verb, point);
		planner.lead(target);
		const wrist = planner.aimWrist(verb, target, planner.isController ? 'grip' : part, turn);
		planner.move(wrist, { duration, shape });
	}

	#exchange(mode: 'hand' | 'controller', shape: HandShapeName): this {
		const { track } = this.#planner;
		track.setMode(this.time, 'nothing');
		this.#planner.reshape(shape, CHANGE_SECONDS);
		track.setMode(this.time, mode);
		this.#planner.forget();
		return this;
	}
}
