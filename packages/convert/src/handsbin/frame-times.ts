import type { Header } from './header.ts';

/** The times of frames and how the file states them. */
export interface FrameTimes {
	/** The bits of the true times. */
	readonly bits: Uint32Array;
	/** The frames whose times increase, in order. Others cannot be keys. */
	readonly kept: readonly number[];
	/** Whether the stamps lag by a frame and were corrected. */
	readonly isLagging: boolean;
}

/**
 * Finds the true times of frames. XR Hands 1.8 and later stamp a frame before they update their clock: 0, 0, t₁, t₂ …, and
 * the duration is the time of the last frame. Such stamps are moved by a frame.
 */
export function findTimes({ version, duration }: Header, stamps: Uint32Array): FrameTimes {
	const count = stamps.length;
	const values = toFloats(stamps);
	const isLagging =
		version === 2 && count > 1 && stamps[0] === stamps[1] && toFloat(duration) > (values[count - 1] ?? Number.NaN);
	const bits = isLagging ? shift(stamps, duration) : stamps;
	const times = toFloats(bits);
	const kept: number[] = [];
	let last = Number.NEGATIVE_INFINITY;
	times.forEach((time, frame) => {
		if (!(time > last && time < Number.POSITIVE_INFINITY)) return;
		kept.push(frame);
		last = time;
	});
	return { bits, kept, isLagging };
}

/** The stamps of frames as Unity writes them: a frame late. */
export function delayTimes(times: Float32Array): Float32Array {
	return times.map((time, i) => (i === 0 ? time : times[i - 1]!));
}

function shift(stamps: Uint32Array, duration: number): Uint32Array {
	const bits = new Uint32Array(stamps.length);
	bits.set(stamps.subarray(1));
	bits[bits.length - 1] = duration;
	return bits;
}

/** The floats with given bits. */
export function toFloats(bits: Uint32Array): Float32Array {
	return new Float32Array(bits.buffer, bits.byteOffset, bits.length);
}

/** The float with given bits. */
export function toFloat(bits: number): number {
	return toFloats(Uint32Array.of(bits))[0]!;
}
