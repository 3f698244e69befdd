/**
 * Recorded and live hands in Babylon.js.
 *
 * @example
 * import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
 * import { Scene } from '@babylonjs/core/scene.js';
 * import { RecordedHands } from '@handreel/babylon';
 * import { loadRecording } from '@handreel/core';
 * const engine = new NullEngine();
 * const scene = new Scene(engine);
 * const hands = new RecordedHands(scene, await loadRecording(await fetch('grab.bin')));
 * scene.onBeforeRenderObservable.add(() => hands.update(engine.getDeltaTime() / 1000));
 *
 * @module
 */

export { PAINT_COLORS, type PaintOptions } from './figure/paint.ts';
export type { RecordedHandsOptions } from './hands/options.ts';
export { RecordedHands } from './hands/recorded-hands.ts';
