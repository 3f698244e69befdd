import type { Rule } from './rule.ts';
import { boneLengthJump } from './rules/bone-length-jump.ts';
import { duplicateKey } from './rules/duplicate-key.ts';
import { frozenFrames } from './rules/frozen-frames.ts';
import { gazeNotUnit } from './rules/gaze-not-unit.ts';
import { jointsWithoutTracking } from './rules/joints-without-tracking.ts';
import { negativeStart } from './rules/negative-start.ts';
import { nonFiniteValue } from './rules/non-finite-value.ts';
import { raggedGroup } from './rules/ragged-group.ts';
import { rotationFlip } from './rules/rotation-flip.ts';
import { rotationNotUnit } from './rules/rotation-not-unit.ts';
import { rotationWLost } from './rules/rotation-w-lost.ts';
import { tailLost } from './rules/tail-lost.ts';
import { teleport } from './rules/teleport.ts';
import { trackedWithoutJoints } from './rules/tracked-without-joints.ts';
import { unsortedKeys } from './rules/unsorted-keys.ts';

/** Every rule, what is lost first. DIAGNOSE.md describes them in this order. */
export const RULES: readonly Rule[] = [
	rotationWLost,
	tailLost,
	nonFiniteValue,
	unsortedKeys,
	duplicateKey,
	rotationFlip,
	rotationNotUnit,
	gazeNotUnit,
	trackedWithoutJoints,
	jointsWithoutTracking,
	boneLengthJump,
	teleport,
	frozenFrames,
	raggedGroup,
	negativeStart,
];
