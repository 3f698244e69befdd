import { boneLengthJump } from './checks/bone-length-jump.ts';
import { duplicateKey } from './checks/duplicate-key.ts';
import { frozenFrames } from './checks/frozen-frames.ts';
import { gazeNotUnit } from './checks/gaze-not-unit.ts';
import { implausibleTime } from './checks/implausible-time.ts';
import { implausibleValue } from './checks/implausible-value.ts';
import { jointsWithoutTracking } from './checks/joints-without-tracking.ts';
import { negativeStart } from './checks/negative-start.ts';
import { nonFiniteValue } from './checks/non-finite-value.ts';
import { raggedGroup } from './checks/ragged-group.ts';
import { rotationFlip } from './checks/rotation-flip.ts';
import { rotationNotUnit } from './checks/rotation-not-unit.ts';
import { rotationWLost } from './checks/rotation-w-lost.ts';
import type { Check, FixableCheck } from './checks/support/check.ts';
import { tailLost } from './checks/tail-lost.ts';
import { teleport } from './checks/teleport.ts';
import { trackedWithoutJoints } from './checks/tracked-without-joints.ts';
import { unsortedKeys } from './checks/unsorted-keys.ts';
import { valueOutOfRange } from './checks/value-out-of-range.ts';

/** All checks in the order of their issues, data loss first. DIAGNOSE.md describes them in this order. */
export const CHECKS: readonly Check[] = [
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
	implausibleTime,
	implausibleValue,
	valueOutOfRange,
];

/** The checks whose fixes look at single keys. They run first, because the other fixes need finite, sorted keys. */
export const KEY_FIXES: readonly FixableCheck[] = [nonFiniteValue, unsortedKeys, duplicateKey];

/** The checks whose fixes look at whole vectors, in the order of repair. Each fix relies on the previous fixes. */
export const VECTOR_FIXES: readonly FixableCheck[] = [
	rotationWLost,
	rotationFlip,
	rotationNotUnit,
	gazeNotUnit,
	teleport,
];
