import { ISSUE_CODES } from '../issue/codes.ts';
import type { Issue } from '../issue/error.ts';
import { boneLengthJump } from './checks/bone-length-jump.ts';
import { duplicateKey } from './checks/duplicate-key.ts';
import { foreignAxes } from './checks/foreign-axes.ts';
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

/**
 * All checks in the order of their issues, data loss first. Fixes run in this order, too, those of keys before those of
 * vectors.
 */
export const CHECKS: readonly Check[] = [
	rotationWLost,
	tailLost,
	nonFiniteValue,
	unsortedKeys,
	duplicateKey,
	rotationFlip,
	rotationNotUnit,
	gazeNotUnit,
	foreignAxes,
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

const hasFix = (check: Check): check is FixableCheck => check.fix !== undefined;

/** The checks with a fix, in the order of repair. Each fix relies on the previous fixes. */
export const FIXES: readonly FixableCheck[] = /* @__PURE__ */ (['keys', 'vectors'] as const).flatMap((scope) =>
	CHECKS.filter(hasFix).filter(({ fix }) => fix.scope === scope),
);

/** What a check looks for. Texts are in Markdown. */
export interface CheckInfo {
	/** The code of its issues. */
	readonly code: string;
	/** The usual severity. */
	readonly severity: Issue['severity'];
	/** What the code means, as a sentence. */
	readonly meaning: string;
	/** When it is reported, with all thresholds, as a phrase. */
	readonly rule: string;
	/** How it is repaired, or why not, as a phrase. */
	readonly repair: string;
}

/**
 * Lists all checks: what their codes mean, when they report and how they repair. In the order of their issues.
 *
 * @example
 * for (const { code, meaning } of listChecks()) console.log(code, meaning);
 */
export function listChecks(): CheckInfo[] {
	return CHECKS.map(({ code, severity, meaning, rule, remains, fix }) => {
		return { code, severity, meaning, rule, repair: fix === undefined ? `none: ${remains}` : fix.does };
	});
}

/** Whether a code is that of an issue or a check. */
export function isIssueCode(code: string): boolean {
	return Object.hasOwn(ISSUE_CODES, code) || CHECKS.some((check) => check.code === code);
}
