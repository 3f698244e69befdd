import { type Curve, createCurve, createRecording, type Recording } from '../../src/index.ts';
import type { Random } from './random.ts';

/**
 * Creates a head and a gaze that move in some way: lines, Hermite, weighted and steps; with and without jumps; in lockstep or
 * not; sorted or not; rotations that turn slowly or fast and change their sign; any wrap mode.
 */
export function createRandomMotion(random: Random): Recording {
	const unit = (): number => random.word() / 2 ** 32;
	const kind = random.pick(['line', 'line', 'hermite', 'weighted', 'step', 'mixed'] as const);
	const isRagged = random.below(4) === 0;
	const isShuffled = random.below(6) === 0;
	const wraps = { preWrap: random.pick([0, 1, 2, 4, 8, 8]), postWrap: random.pick([0, 1, 2, 4, 8, 8]) };
	const noise = random.pick([0, 1e-4, 1e-3, 0.05]);
	const speed = random.pick([0, 0.05, 0.5, 2]);
	const makeTimes = (): number[] => {
		const count = 1 + random.below(60);
		const times: number[] = [];
		for (let i = 0, time = unit(); i < count; i++) {
			times.push(Math.fround(time));
			if (random.below(12) !== 0) time += random.pick([1 / 60, 1 / 60, 1 / 30, 0.2, 5e-5]);
		}
		return times;
	};
	const common = makeTimes();
	const vector = (value: (time: number) => readonly number[], isRotation: boolean): Curve[] => {
		const size = value(0).length;
		const times = Array.from({ length: size }, () => (isRagged ? makeTimes() : common));
		const flips = common.map(() => (isRotation && !isRagged && random.below(8) === 0 ? -1 : 1));
		const jumps = common.map(() => (random.below(15) === 0 ? 0.3 * unit() : 0));
		return times.map((own, c) => {
			const keys = own.map((time, i) => {
				const y = (value(time)[c] ?? 0) + noise * (unit() - 0.5) + (isRotation ? 0 : (jumps[i] ?? 0));
				const slope = ((value(time + 1e-3)[c] ?? 0) - (value(time)[c] ?? 0)) / 1e-3;
				const sign = flips[i] ?? 1;
				const shape = kind === 'mixed' ? random.pick(['line', 'hermite', 'weighted', 'step'] as const) : kind;
				if (kind === 'line') return [time, sign * y];
				const tangent =
					shape === 'step' ? random.pick([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) : sign * slope;
				const mode = shape === 'line' ? 3 : shape === 'weighted' ? random.below(4) : 0;
				const weight = shape === 'line' ? 0 : random.pick([0, 1 / 3, 0.4, 0.9, 1, 1.2]);
				return [time, sign * y, tangent, tangent, weight, weight, mode];
			});
			if (isShuffled) keys.reverse();
			return createCurve(keys.flat(), { stride: kind === 'line' ? 2 : 7, ...wraps });
		});
	};
	const place = (time: number): number[] => [Math.sin(speed * time), speed * time, Math.cos(3 * speed * time)];
	const turn = (time: number): number[] => {
		const half = speed * time;
		return [0.6 * Math.sin(half), 0, 0.8 * Math.sin(half), Math.cos(half)];
	};
	const look = (time: number): number[] => [Math.sin(speed * time), 0.1, Math.cos(speed * time)];
	const [px, py, pz] = vector(place, false) as [Curve, Curve, Curve];
	const [x, y, z, w] = vector(turn, true) as [Curve, Curve, Curve, Curve];
	const [ox, oy, oz] = vector(place, false) as [Curve, Curve, Curve];
	const [dx, dy, dz] = vector(look, true) as [Curve, Curve, Curve];
	return createRecording({
		head: { position: { x: px, y: py, z: pz }, rotation: { x, y, z, w } },
		gaze: { origin: { x: ox, y: oy, z: oz }, direction: { x: dx, y: dy, z: dz } },
	});
}
