import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { DrawnHandsOptions } from '@handreel/hands';
import type { PaintOptions } from '../figure/paint.ts';

/** Options of `RecordedHands`. Models of your own are the root nodes of glTF files. */
export interface RecordedHandsOptions extends DrawnHandsOptions<TransformNode>, PaintOptions {}
