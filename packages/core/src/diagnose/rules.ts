import { boneLengthJump } from './checks/bone-length-jump.ts';
import { duplicateKey } from './checks/duplicate-key.ts';
import { frozenFrames } from './checks/frozen-frames.ts';
import { gazeNotUnit } from './checks/gaze-not-unit.ts';
import { jointsWithoutTracking } from './checks/joints-without-tracking.ts';
import { negativeStart } from './checks/negative-start.ts';
import { nonFiniteValue } from './checks/non-finite-value.ts';
import { raggedGroup } from './checks/ragged-group.ts';
import { rotationFlip } from './checks/rotation-flip.ts';
import { rotationNotUnit } from './checks/rotation-not-unit.ts';
import { rotationWLost } from './checks/rotation-w-lost.ts';
import { tailLost } from './checks/tail-lost.ts';
import { teleport } from './checks/teleport.ts';
import { trackedWithoutJoints } from './checks/tracked-without-joints.ts';
import { unsortedKeys } from './checks/unsorted-keys.ts';
import type { Rule } from './rule.ts';

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
