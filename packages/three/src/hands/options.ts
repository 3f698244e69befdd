import type { DrawnHandsOptions } from '@handreel/hands';
import type { Object3D } from 'three';
import type { PaintOptions } from '../figure/paint.ts';

/** Options of `RecordedHands`. The space is always WebXR's, which is that of three.js. */
export interface RecordedHandsOptions extends DrawnHandsOptions<Object3D>, PaintOptions {}
