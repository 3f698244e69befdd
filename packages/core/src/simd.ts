/**
 * Samples recordings with SIMD instructions: the same results as `@handreel/core`, faster where WebAssembly runs, with a
 * fallback elsewhere.
 *
 * @example
 * import { createSimdSampler } from '@handreel/core/simd';
 * const sampler = createSimdSampler(recording);
 * const { hands } = sampler.sampleFrame(1.25, sampler.frame);
 *
 * @module
 */

export { bakeFramesSimd, createSimdSampler, type SimdSampler } from './sample/simd/simd-sampler.ts';
