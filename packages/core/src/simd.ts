/**
 * Sampling with SIMD instructions: a sampler that gives what core's own gives, in a fraction of the time where
 * WebAssembly runs, and falls back to it elsewhere.
 *
 * @example
 * import { createSimdSampler } from '@handreel/core/simd';
 * const sampler = createSimdSampler(recording);
 * const { hands } = sampler.sampleFrame(1.25, sampler.frame);
 *
 * @module
 */

export { bakeFramesSimd, createSimdSampler, type SimdSampler } from './sample/simd/simd-sampler.ts';
