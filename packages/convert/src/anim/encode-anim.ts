import { type Issue, type Recording, SIDES } from '@handreel/core';
import { checkMarkers, countOf, hasKeys, sortCurve } from '@handreel/core/internal';
import { CHUNK_SIZE } from '../common/ascii-writer.ts';
import type { EncodeChunks, EncodeResult } from '../common/format.ts';
import { encodeText, joinFile } from '../common/join-chunks.ts';
import { warnAt } from '../common/lost-keys.ts';
import { listLostParts } from '../common/lost-parts.ts';
import { createWarning } from '../common/warning.ts';
import { listObjects, type MovingObject } from './list-objects.ts';
import type { AnimOptions } from './options.ts';
import { listStateKeys, listVectorKeys } from './vector-keys.ts';
import { type ClipCurve, writeClip } from './write-clip.ts';

const USUAL_SAMPLE_RATE = 60;

/**
 * Writes an animation clip for Unity: a position and a rotation curve per joint, with the recorded keys, tangents, weights and
 * wrap modes. Hands and controllers are active while they are tracked. Markers become events.
 *
 * Throws `TypeError` for paths of parts that do not exist and `RangeError` for marker times that are NaN.
 *
 * @example encodeAnim(recording, { paths: { left: 'Rig/Left Hand' } }).bytes
 */
export function encodeAnim(recording: Recording, options: AnimOptions = {}): EncodeResult {
	return joinFile(encodeAnimChunks(recording, options));
}

/** {@link encodeAnim} in pieces, for large recordings. */
export function encodeAnimChunks(recording: Recording, options: AnimOptions = {}): EncodeChunks {
	checkMarkers(recording.markers);
	const { moving, active } = listObjects(recording, options);
	const issues = listIssues(recording);
	const positions = moving.flatMap((object) => listCurves(object, 'position', issues));
	const rotations = moving.flatMap((object) => listCurves(object, 'rotation', issues));
	const { frameRate = USUAL_SAMPLE_RATE } = recording.info;
	const clip = {
		name: options.name ?? 'handreel',
		sampleRate: typeof frameRate === 'number' && frameRate > 0 ? frameRate : USUAL_SAMPLE_RATE,
		duration: recording.duration,
		positions,
		rotations,
		active: active.map(({ path, tracked }) => ({ path, keys: listStateKeys(sortCurve(tracked)) })),
		events: recording.markers.map(({ time, name }) => ({ time, text: name })),
	};
	return {
		chunks: encodeText({
			*[Symbol.iterator](): Generator<string> {
				let text = '';
				for (const lines of writeClip(clip)) {
					text += `${lines}\n`;
					if (text.length < CHUNK_SIZE) continue;
					yield text;
					text = '';
				}
				yield text;
			},
		}),
		issues,
	};
}

function listCurves({ part, path, pose }: MovingObject, name: 'position' | 'rotation', issues: Issue[]): ClipCurve[] {
	const { keys, mergedCount, brokenCount, hasMixedWraps } = listVectorKeys(pose[name]);
	const place = `${part}.${name}`;
	if (mergedCount > 0)
		issues.push(
			createWarning('keys-lost', place, `${countOf(mergedCount, 'key')} merged with a later key at the same time`),
		);
	if (brokenCount > 0)
		issues.push(createWarning('values-lost', place, `${countOf(brokenCount, 'key')} left out: a number is not finite`));
	if (hasMixedWraps) issues.push(createWarning('wrap-lost', place, 'the axes of a clip share their wrap modes'));
	return keys.count === 0 ? [] : [{ path, keys }];
}

function listIssues(recording: Recording): Issue[] {
	const { hands, controllers } = recording;
	const held = { head: true, hands: true, aim: true, controllers: true, markers: true };
	const issues = listLostParts(recording, { ...held, tracks: ({ kind }) => kind === 'pose' }, 'an animation clip');
	const none = hands === null ? [] : SIDES.filter((side) => hasKeys(hands[side].joints.none));
	issues.push(
		...warnAt(
			'keys-lost',
			none.map((side) => `hands.${side}.joints.none`),
			'not a joint; not written',
			'hand',
		),
	);
	const buttons = SIDES.filter((side) => {
		const controller = controllers?.[side];
		return controller && controller.buttons.length + controller.axes.length + controller.profiles.length > 0;
	});
	const message = 'buttons, axes and profiles cannot be stored in an animation clip';
	issues.push(
		...warnAt(
			'section-lost',
			buttons.map((side) => `controllers.${side}`),
			message,
			'controller',
		),
	);
	return issues;
}
