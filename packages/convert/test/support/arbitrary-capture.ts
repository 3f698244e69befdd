import fc from 'fast-check';
import { type Capture, type CaptureHand, type CaptureStep, delay } from './capture-writer.ts';

// Any float32 with NaN as the usual quiet one: JavaScript need not keep the bits of others.
const float = fc.float({ noDefaultInfinity: false });
const pose = fc.array(float, { minLength: 7, maxLength: 7 });
const joints = fc
	.tuple(pose, pose)
	.map(([a, b]) => Array.from({ length: 26 }, (_, i) => (i % 3 === 0 ? a : b.map((value) => Math.fround(value * i)))));
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
	fc.option(arbitrary, { nil: undefined, freq: 3 });

const step: fc.Arbitrary<CaptureStep> = fc
	.record({ tracked: fc.boolean(), joints: fc.option(joints, { freq: 4 }), root: maybe(pose) })
	.map(({ tracked, joints: found, root }) => ({ tracked, joints: found, ...(root === undefined ? {} : { root }) }));

const gestures = fc.tuple(
	...[pose, float, float, pose, pose, float, pose, fc.boolean(), fc.boolean(), fc.boolean()].map((value) =>
		fc.option<number[] | number | boolean>(value as fc.Arbitrary<number>),
	),
);
const small = fc.integer({ min: -(2 ** 24), max: 2 ** 24 });
const aim = fc
	.record({
		flags: fc.integer({ min: 0, max: 31 }),
		state: small,
		metaFlags: fc.tuple(small, small),
		pinch: fc.array(float, { minLength: 4, maxLength: 4 }),
		pose: fc.option(pose),
	})
	.map((value) => ({ ...value, flags: value.flags + (value.pose === null ? 0 : 32) }));

const hand: fc.Arbitrary<CaptureHand> = fc
	.record({ dynamic: maybe(step), before: maybe(step), gestures: maybe(gestures), aim: maybe(aim) })
	.map((parts) => Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)));

const head = fc
	.record({ state: fc.integer({ min: 0, max: 3 }), pose })
	.map(({ state, pose: [x = 0, y = 0, z = 0, ...rotation] }) => ({
		state,
		pose: [...((state & 1) === 0 ? [0, 0, 0] : [x, y, z]), ...((state & 2) === 0 ? [0, 0, 0, 1] : rotation)],
	}));

const frame = fc.record({
	head,
	success: small,
	successBefore: small,
	left: hand,
	right: hand,
	gap: fc.integer({ min: 1, max: 64 }),
});

/** Captures that the format allows, with any values: every hand, head, gesture and aim may be there or not. */
export const arbitraryCapture: fc.Arbitrary<Capture> = fc
	.record({
		version: fc.constantFrom(1 as const, 2 as const),
		name: fc.string({ unit: 'grapheme', maxLength: 150 }),
		frames: fc.array(frame, { maxLength: 6 }),
		options: fc.integer({ min: 0, max: 3 }),
		sequenceFlags: fc.integer(),
		meshLayout: fc.integer(),
		joints: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }),
		shapes: fc.array(fc.float({ noNaN: true }), { minLength: 80, maxLength: 80 }),
		isLate: fc.boolean(),
		start: fc.integer({ min: 0, max: 3 }),
		extra: fc.integer({ min: 0, max: 2 }),
	})
	.map(({ version, frames: given, isLate, start, extra, ...header }) => {
		let time = start / 64;
		const times = given.map(({ gap }, i) => {
			if (i > 0) time += gap / 64;
			return time;
		});
		const isLagging = version === 2 && isLate;
		const stamps = isLagging ? delay(times) : times;
		const last = times.at(-1) ?? 0;
		return {
			...header,
			version,
			duration: isLagging && times.length > 1 ? last : last + extra,
			frames: given.map(({ gap: _, ...rest }, i) => ({ ...rest, time: stamps[i] ?? 0 })),
		};
	});
