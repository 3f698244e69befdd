import { countOf } from '../../issue/error.ts';
import { getKeyTime, getKeyValue } from '../../model/curve.ts';
import type { Check, Finding } from './support/check.ts';
import type { CurveGroup } from './support/subject.ts';

/** Meters. Beyond, float32 positions are more than 0.06 mm apart, and tracking spaces end far earlier. */
const MAX_DISTANCE = 1000;

/**
 * Devices report positions relative to a room. Larger numbers come from damaged bytes, from another unit, or from an
 * application that moves its user far away. Numbers that are not finite have their own check.
 */
export const implausibleValue: Check = {
	code: 'implausible-value',
	severity: 'warning',
	meaning: 'A position is more than 1,000 m from the origin.',
	rule: 'a coordinate of the head, a joint, the origin of the gaze, a pointing ray, a controller, or a pose track is beyond 1,000 m',
	remains: 'it is unknown which positions are right',
	find({ groups, hands, controllers, recording }, report) {
		const judge = (path: string, members: readonly CurveGroup[]): void => {
			const finding = summarize(path, members);
			if (finding !== null) report(finding);
		};
		const select = (path: string): readonly CurveGroup[] => groups.filter((group) => group.path === path);
		const isPosition = ({ role }: CurveGroup): boolean => role === 'position';
		judge('head.position', select('head.position'));
		for (const { path, groups: joints, aim } of hands) judge(path, [...joints, ...aim].filter(isPosition));
		judge('gaze.origin', select('gaze.origin'));
		for (const { path, groups: poses } of controllers) judge(path, poses.filter(isPosition));
		for (const { name, kind } of recording.tracks) {
			if (kind === 'pose') judge(`tracks.${name}.position`, select(`tracks.${name}.position`));
		}
	},
};

function summarize(path: string, members: readonly CurveGroup[]): Finding | null {
	let first: Finding | null = null;
	let worst = 0;
	let keys = 0;
	for (const { curves } of members) {
		for (const { path: curvePath, curve } of curves) {
			for (let key = 0; key < curve.count; key++) {
				const value = getKeyValue(curve, key);
				if (!(Math.abs(value) > MAX_DISTANCE) || !Number.isFinite(value)) continue;
				keys++;
				const time = getKeyTime(curve, key);
				first ??= { path, text: '', at: { path: curvePath, key }, time };
				if (Math.abs(value) > Math.abs(worst)) worst = value;
			}
		}
	}
	if (first === null) return null;
	const text = `${countOf(keys, 'key')} more than 1,000 m from the origin, the farthest at ${worst.toPrecision(3)} m`;
	return { ...(first satisfies Finding as Finding), text };
}
