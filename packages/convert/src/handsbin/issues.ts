import { type Issue, iterateCurves, type Recording, SIDES } from '@handreel/core';
import { countOf } from '@handreel/core/internal';
import { listShapeIssues, warnAt } from '../common/lost-keys.ts';
import { listLostParts } from '../common/lost-parts.ts';
import { createWarning } from '../common/warning.ts';
import type { FrameSources } from './frame-writer.ts';
import { TRACK_PREFIX } from './layout.ts';

/**
 * Lists the data that a capture does not hold. Call it after all frames were written. `origin` is the version that the recording
 * was read from, if any.
 */
export function listHandsbinIssues(
	recording: Recording,
	version: 1 | 2,
	sources: FrameSources,
	origin: 1 | 2 | null,
): Issue[] {
	const isSecond = version === 2;
	const held = isSecond ? /^(head|hands|tracks\.handsbin_)/ : /^hands\.\w+\.(tracked|joints)/;
	const curves = [...iterateCurves(recording)].filter(([path]) => held.test(path));
	const name = `version ${version} of .handsbin`;
	return [
		...listLostParts(
			recording,
			{
				head: isSecond,
				hands: true,
				pinching: isSecond,
				aim: isSecond,
				pinchStrength: isSecond,
				tracks: ({ name: track }) => track.startsWith(TRACK_PREFIX) && isHeld(track, version, origin),
				info: (field) => field === 'handsbin',
			},
			name,
		),
		...listHandIssues(recording, sources),
		...listShapeIssues(curves),
		...listSampled(sources),
	];
}

// Both versions can hold a hand that is tracked without joints, but XR Hands never writes it in version 2, so neither does an upgrade.
function isHeld(name: string, version: 1 | 2, origin: 1 | 2 | null): boolean {
	const isPartial = name.endsWith('_partial');
	return version === 1 ? isPartial || name === `${TRACK_PREFIX}success` : !isPartial || origin === 2;
}

function listHandIssues({ hands }: Recording, { hands: sources }: FrameSources): Issue[] {
	if (hands === null || sources === null) return [];
	return SIDES.flatMap((side) => {
		const { missing, isComplete, hasJoints } = sources[side];
		const none = hands[side].joints.none.position.x.count > 0 ? [`hands.${side}.joints.none`] : [];
		const issues = warnAt('keys-lost', none, 'not a joint; not written');
		if (!hasJoints) return issues;
		if (!isComplete) {
			const names = missing.filter((name) => name !== 'palm').join(', ');
			issues.push(
				createWarning('section-lost', `hands.${side}`, `only complete hands can be stored, but ${names} has no keys`),
			);
		} else if (missing.length > 0) {
			const how = 'has no keys; placed halfway along the middle metacarpal';
			issues.push(createWarning('values-lost', `hands.${side}.joints.palm`, how));
		}
		return issues;
	});
}

function listSampled({ head, hands }: FrameSources): Issue[] {
	const sampled: [string, number][] = [
		['head', head?.sampleCount ?? 0],
		...SIDES.map((side): [string, number] => [`hands.${side}.joints`, hands?.[side].sampleCount ?? 0]),
	];
	return sampled
		.filter(([, count]) => count > 0)
		.map(([path, count]) => createWarning('keys-lost', path, `sampled between keys in ${countOf(count, 'frame')}`));
}
