import {
	type ControllerCurves,
	createRecording,
	type Issue,
	iterateCurves,
	type Recording,
	SIDES,
	type Side,
} from '@handreel/core';
import { EYE_HEIGHT, hasKeys, listEvenTimes, listKeyTimes } from '@handreel/core/internal';
import { PoseCursor } from '../common/curve-cursor.ts';
import type { EncodeChunks, EncodeResult } from '../common/format.ts';
import { encodeText, joinFile } from '../common/join-chunks.ts';
import { listShapeIssues, warnAt } from '../common/lost-keys.ts';
import { listLostParts } from '../common/lost-parts.ts';
import { createWarning } from '../common/warning.ts';
import { WEBXR_JOINTS } from './capture.ts';
import { ControllerRow, readPose } from './controller-row.ts';
import { HandRow } from './hand-row.ts';
import type { IwerOptions } from './options.ts';

const HAND_PROFILES = ['generic-hand-select', 'generic-hand'];
const CONTROLLER_PROFILES = ['generic-trigger-squeeze-thumbstick'];
/** Where the head is if it was not recorded. */
const STANDING_HEAD = [0, EYE_HEIGHT, 0, 0, 0, 0, 1];

/**
 * Writes a capture that IWER's `ActionPlayer` plays: a row per frame, in WebXR's space, rounded to five decimals. A hand
 * or controller is in the rows in which it is tracked.
 *
 * Throws `RangeError` for a frame rate that is not above 0.
 *
 * @example JSON.parse(new TextDecoder().decode(encodeIwer(recording).bytes)) // the recording that ActionPlayer takes
 */
export function encodeIwer(recording: Recording, options: IwerOptions = {}): EncodeResult {
	return joinFile(encodeIwerChunks(recording, options));
}

/** {@link encodeIwer} in pieces, for large captures. */
export function encodeIwerChunks(recording: Recording, options: IwerOptions = {}): EncodeChunks {
	const times = listTimes(recording, options);
	const write = (): Generator<string> => writeCapture(recording, times);
	return { chunks: encodeText({ [Symbol.iterator]: write }), issues: listIssues(recording, times[0] ?? 0) };
}

function* writeCapture(recording: Recording, times: ArrayLike<number>): Generator<string> {
	const { hands, controllers, head } = recording;
	const schema: [number, object][] = [];
	const rows: (HandRow | ControllerRow)[] = [];
	for (const side of SIDES) {
		const hand = hands?.[side];
		if (hand === undefined || !isComplete(recording, side)) continue;
		rows.push(new HandRow(rows.length, side, hand));
		schema.push([schema.length, describeHand(side)]);
	}
	for (const side of SIDES) {
		const controller = controllers?.[side];
		if (!controller || !(hasKeys(controller.grip) || hasKeys(controller.aim))) continue;
		rows.push(new ControllerRow(rows.length, controller));
		schema.push([schema.length, describeController(side, controller)]);
	}
	const viewer = head && new PoseCursor(head);
	yield `{"schema":${JSON.stringify(schema)},"frames":[`;
	for (let i = 0; i < times.length; i++) {
		const time = times[i]!;
		viewer?.seek(time);
		const pose = viewer === null ? STANDING_HEAD : readPose(viewer);
		const sources = rows.map((row) => row.read(time)).filter((row) => row !== null);
		// Milliseconds, with the decimals that float32 seconds have.
		yield `${i === 0 ? '' : ','}${JSON.stringify([Math.round(time * 1e6) / 1e3, ...pose, ...sources])}`;
	}
	yield ']}';
}

function describeHand(handedness: Side): object {
	const joints = { hasHand: true, jointSequence: WEBXR_JOINTS.map(({ webxr }) => webxr) };
	const gamepad = { hasGamepad: true, mapping: 'xr-standard', numButtons: 1, numAxes: 0 };
	return {
		handedness,
		targetRayMode: 'tracked-pointer',
		profiles: HAND_PROFILES,
		hasGrip: true,
		...joints,
		...gamepad,
	};
}

function describeController(handedness: Side, { buttons, axes, profiles }: ControllerCurves): object {
	return {
		handedness,
		targetRayMode: 'tracked-pointer',
		profiles: profiles.length === 0 ? CONTROLLER_PROFILES : profiles,
		hasGrip: true,
		hasHand: false,
		hasGamepad: true,
		mapping: 'xr-standard',
		numButtons: buttons.length,
		numAxes: axes.length,
	};
}

function listTimes(recording: Recording, { frameRate }: IwerOptions): ArrayLike<number> {
	if (frameRate !== undefined) return listEvenTimes(recording, frameRate);
	const { head, hands, controllers } = recording;
	return listKeyTimes(createRecording({ head, hands, controllers }));
}

// WebXR has no palm.
function isComplete({ hands }: Recording, side: Side): boolean {
	return WEBXR_JOINTS.every(({ name }) => hands !== null && hasKeys(hands[side].joints[name]));
}

function listIssues(recording: Recording, start: number): Issue[] {
	const { head, hands } = recording;
	const format = 'an IWER capture';
	const held = {
		head: true,
		hands: true,
		pinching: true,
		aim: true,
		pinchStrength: true,
		radii: true,
		controllers: true,
	};
	const issues = listLostParts(recording, held, format);
	for (const side of SIDES) {
		const path = `hands.${side}`;
		const hand = hands?.[side];
		if (hand === undefined || !WEBXR_JOINTS.some(({ name }) => hasKeys(hand.joints[name]))) continue;
		if (!isComplete(recording, side)) {
			const missing = WEBXR_JOINTS.filter(({ name }) => !hasKeys(hand.joints[name])).map(({ name }) => name);
			issues.push(
				createWarning(
					'section-lost',
					path,
					`${format} holds only complete hands, but ${missing.join(', ')} has no keys`,
				),
			);
			continue;
		}
		const others = (['palm', 'none'] as const).filter((name) => hasKeys(hand.joints[name]));
		issues.push(
			...warnAt(
				'keys-lost',
				others.map((name) => `${path}.joints.${name}`),
				'not a joint of WebXR',
				'joint',
			),
		);
		if (hand.aim === null)
			issues.push(
				createWarning('values-lost', `${path}.aim`, 'was not recorded; the index knuckle is the pointing ray'),
			);
		if (hand.radii === null)
			issues.push(
				createWarning('values-lost', `${path}.radii`, 'were not recorded; those of an average hand are used'),
			);
	}
	if (start < 0) issues.push(createWarning('values-lost', 'times', `the first row is at ${start} s; read back as 0`));
	if (head === null)
		issues.push(createWarning('values-lost', 'head', `was not recorded; it stays at a height of ${EYE_HEIGHT} m`));
	const curves = [...iterateCurves(recording)].filter(([path]) => /^(head|hands|controllers)/.test(path));
	issues.push(...listShapeIssues(curves));
	if (curves.some(([, { count }]) => count > 0)) {
		const message = 'sampled at the times of rows, normalized and rounded to 5 decimals';
		issues.push({ ...createWarning('values-lost', 'poses', message), severity: 'info' });
	}
	return issues;
}
