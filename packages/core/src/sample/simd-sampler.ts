import type { Recording } from '../model/recording.ts';
import { type BakeTimes, bakeSampler, type FrameTable } from './bake.ts';
import { isKernelSupported } from './kernel.ts';
import type { SampleOptions } from './options.ts';
import type { Part, SampledPart } from './part.ts';
import { CompiledSampler, type Sampler } from './sampler.ts';
import { createFrameSample, type FrameSample } from './scratch.ts';
import { createSimdParts, SimdPart } from './simd-part.ts';

/** A sampler that uses SIMD instructions where they are to be had. It gives what `createSampler`'s gives, to the bit. */
export interface SimdSampler extends Sampler {
	/** Whether WebAssembly with SIMD runs here; if not, everything works all the same, at the speed of `createSampler`. */
	readonly isSimd: boolean;
	/**
	 * A frame that lies in the sampler's own memory: `sampleFrame(time, sampler.frame)` is the fastest, since any other
	 * frame costs a copy. It belongs to the sampler; copy what has to outlive the next call, and do not transfer it.
	 */
	readonly frame: FrameSample;
	/**
	 * Samples a whole timeline, as `bakeFrames` does. Throws `RangeError` for a rate that is not above 0, or a duration
	 * that is not finite.
	 */
	bakeFrames(at: BakeTimes): FrameTable;
}

/**
 * Compiles a recording as `createSampler` does, for a WebAssembly kernel: playback and jumps take a fraction of the time.
 * Where WebAssembly with SIMD is missing or forbidden, it is `createSampler`'s sampler.
 *
 * Each sampler has a memory of its own, somewhat larger than the keys it plays, which is freed with it.
 *
 * @example
 * const sampler = createSimdSampler(recording, { space: 'webxr' });
 * const { hands } = sampler.sampleFrame(time, sampler.frame);
 */
export function createSimdSampler(recording: Recording, options: SampleOptions = {}): SimdSampler {
	return new KernelSampler(recording, options);
}

class KernelSampler extends CompiledSampler implements SimdSampler {
	readonly isSimd: boolean;
	readonly frame: FrameSample;
	readonly #recording: Recording;

	constructor(recording: Recording, options: SampleOptions) {
		let isSimd = isKernelSupported();
		super(recording, options, (parts: Part[]): SampledPart[] => {
			if (!isSimd) return parts;
			try {
				return createSimdParts(parts);
			} catch (error) {
				// No room for another WebAssembly memory.
				if (!(error instanceof RangeError)) throw error;
				isSimd = false;
				return parts;
			}
		});
		this.isSimd = isSimd;
		this.#recording = recording;
		const { camera, gaze, hands } = createFrameSample();
		this.frame = {
			...createFrameSample(),
			camera: ownOutputs(this.camera) ?? camera,
			gaze: ownOutputs(this.gaze) ?? gaze,
			hands: {
				left: { ...hands.left, joints: ownOutputs(this.hands.left.joints) ?? hands.left.joints },
				right: { ...hands.right, joints: ownOutputs(this.hands.right.joints) ?? hands.right.joints },
			},
		};
	}

	bakeFrames(at: BakeTimes): FrameTable {
		return bakeSampler(this, this.#recording, at);
	}
}

function ownOutputs(part: SampledPart): Float32Array | null {
	return part instanceof SimdPart ? part.own : null;
}
