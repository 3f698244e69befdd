import type { Curve, PoseCurves, QuatCurves, Vec3Curves } from '@handreel/core';
import { createCurveFromWords, type ReadBudget } from '@handreel/core/internal';
import type { Column } from './columns.ts';
import type { FrameTimes } from './frame-times.ts';

const TRUE_BITS = 0x3f80_0000;
/** Memory of a key. */
const KEY_BYTES = 8;

/** Makes curves of the values in a file, bit for bit. */
export class CurveMaker {
	readonly #view: DataView;
	readonly #times: FrameTimes;
	/** 1 for frames that are kept. */
	readonly #isKept: Uint8Array;
	readonly #budget: ReadBudget;

	/** `budget`: pays for the keys. */
	constructor(view: DataView, times: FrameTimes, budget: ReadBudget) {
		this.#budget = budget;
		this.#view = view;
		this.#times = times;
		this.#isKept = new Uint8Array(times.bits.length);
		for (const frame of times.kept) this.#isKept[frame] = 1;
	}

	/** A float with a key in each frame of a column. */
	createFloats(column: Column, delta = 0): Curve {
		return this.#create(column, (offset) => this.#view.getUint32(offset + delta, true));
	}

	/** An integer with a key in each frame of a column. */
	createIntegers(column: Column, delta = 0): Curve {
		return this.#create(column, (offset) => floatBits(this.#view.getInt32(offset + delta, true)));
	}

	/** An integer with a key in each frame. */
	createFrameIntegers(values: Int32Array): Curve {
		const { kept, bits } = this.#times;
		this.#budget.chargeBytes(KEY_BYTES * kept.length);
		const words = new Uint32Array(kept.length * 2);
		kept.forEach((frame, i) => {
			words[2 * i] = bits[frame]!;
			words[2 * i + 1] = floatBits(values[frame]!);
		});
		return createCurveFromWords(words);
	}

	/** A state with a key in each frame of a column of bytes. */
	createStates(column: Column): Curve {
		const curve = this.#create(column, (offset) => (this.#view.getUint8(offset) === 0 ? 0 : TRUE_BITS));
		return createCurveFromWords(curve.words, { kind: 'boolean' });
	}

	createPose(column: Column, delta = 0): PoseCurves {
		return { position: this.createVector(column, delta), rotation: this.createRotation(column, delta + 12) };
	}

	createVector(column: Column, delta = 0): Vec3Curves {
		const axis = (i: number): Curve => this.createFloats(column, delta + i * 4);
		return { x: axis(0), y: axis(1), z: axis(2) };
	}

	createRotation(column: Column, delta = 0): QuatCurves {
		return { ...this.createVector(column, delta), w: this.createFloats(column, delta + 12) };
	}

	/** A state with a key wherever it changes; `null` leaves it as it was. */
	createChanges(stateOf: (frame: number) => boolean | null): Curve {
		this.#budget.chargeBytes(KEY_BYTES * this.#times.kept.length);
		const words: number[] = [];
		let last: boolean | null = null;
		for (const frame of this.#times.kept) {
			const state = stateOf(frame);
			if (state === null || state === last) continue;
			words.push(this.#times.bits[frame]!, state ? TRUE_BITS : 0);
			last = state;
		}
		return createCurveFromWords(Uint32Array.from(words), { kind: 'boolean' });
	}

	#create({ frames, offsets }: Column, read: (offset: number) => number): Curve {
		this.#budget.chargeBytes(KEY_BYTES * frames.length);
		const words = new Uint32Array(frames.length * 2);
		let length = 0;
		for (let i = 0; i < frames.length; i++) {
			const frame = frames[i]!;
			if (this.#isKept[frame] === 0) continue;
			words[length++] = this.#times.bits[frame]!;
			words[length++] = read(offsets[i]!);
		}
		return createCurveFromWords(length === words.length ? words : words.slice(0, length));
	}
}

function floatBits(value: number): number {
	return new Uint32Array(Float32Array.of(value).buffer)[0]!;
}
