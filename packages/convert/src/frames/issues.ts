import {
	type Curve,
	describeLayout,
	evaluateCurve,
	getKeyTime,
	getKeyValue,
	type Issue,
	iterateCurves,
	JOINT_SETS,
	type JointSetName,
	type QuatCurves,
	type Recording,
	type SampleOptions,
	SIDES,
	type Track,
	type Vec3Curves,
} from '@handreel/core';
import { hasKeys, SECTIONS } from '@handreel/core/internal';
import { hasTangents } from '../common/lost-keys.ts';
import { createWarning } from '../common/warning.ts';
import { isClamped } from '../common/wraps.ts';
import type { Column } from './columns.ts';
import { listLabelTracks } from './label-columns.ts';

const USUAL_LAYOUT = 'mrtk-1.1';

/** What a format keeps beside the values of frames. */
export type KeptData = 'layout' | 'sections' | 'details' | 'spans' | 'labels';

const LOSSES = {
	tangents: 'sampled; read back as straight lines between the rows',
	wraps: 'read back with wrap mode clamp-forever on both sides',
	keys: 'its key times differ from the rows; read back with a key in each row',
};
/** For formats that are not read. */
const SAMPLED_LOSSES: typeof LOSSES = {
	tangents: 'sampled at the rows; tangents are not written',
	wraps: 'its wrap modes are not written',
	keys: 'its key times differ from the rows',
};

/** Vectors whose length differs more from 1 are reported. Recorders round: lengths of 0.9998 are usual. */
const LENGTH_TOLERANCE = 1e-3;

/**
 * Lists the data that a table does not hold, apart from markers: one issue per kind, at the first affected curve. `kept`
 * names data that the format stores in another place: `details` are radii, profiles and information, `spans` tracks of
 * spans, `labels` the labels of spans in each row. Formats that are
 * not read (`canRead`) need not tell what is read back.
 */
export function listFrameIssues(
	recording: Recording,
	times: ArrayLike<number>,
	{ raw, joints }: SampleOptions & { readonly joints?: JointSetName | undefined },
	columns: readonly Column[],
	kept: readonly KeptData[] = [],
	canRead = true,
): Issue[] {
	const tangents: string[] = [];
	const wraps: string[] = [];
	const others: string[] = [];
	for (const [path, curve] of iterateCurves(recording)) {
		if (hasTangents(curve)) tangents.push(path);
		if (curve.count > 0 && !isClamped(curve)) wraps.push(path);
		if (curve.count > 0 && !hasTimes(curve, times)) others.push(path);
	}
	const issues: Issue[] = [];
	const warn = (code: Issue['code'], [path, ...more]: readonly string[], message: string, noun = ' curves'): void => {
		if (path === undefined) return;
		issues.push(createWarning(code, path, `${message}${more.length > 0 ? ` (and ${more.length} more${noun})` : ''}`));
	};
	const losses = canRead ? LOSSES : SAMPLED_LOSSES;
	warn('tangents-lost', tangents, losses.tangents);
	warn('wrap-lost', wraps, losses.wraps);
	warn('keys-lost', others, losses.keys);
	const name = recording.layout && describeLayout(recording.layout).name;
	// Writing chooses the usual layout anyway.
	if (name !== null && name !== USUAL_LAYOUT && !kept.includes('layout')) {
		warn('values-lost', ['layout'], `${name} is not stored`);
	}
	const written = new Set(columns.map(({ path }) => path.split('.')[0]));
	for (const section of kept.includes('sections') ? [] : SECTIONS) {
		if (recording[section] !== null && !written.has(section))
			warn('section-lost', [section], 'has no keys, so it has no columns');
	}
	warn('section-lost', listLostParts(recording, columns, kept), 'a table has no columns for it', '');
	if (joints !== undefined) {
		const left = listOtherJoints(recording, joints);
		warn('section-lost', left, `is not one of the joints ${joints}`, ' joints');
	}
	if (kept.includes('labels') && !kept.includes('spans')) {
		const labeled = listLabelTracks(recording).map((track) => `tracks.${track.name}`);
		warn('values-lost', labeled, 'a row has one label and no score; spans start and end at rows', ' tracks');
	}
	if (raw !== true && columns.length > 0 && !hasUnitLengths(recording)) {
		warn(
			'values-lost',
			['rotations and directions'],
			'normalized to unit length; use raw output to keep the values of the curves',
		);
	}
	return issues;
}

// Lists the recorded joints that a set lacks.
function listOtherJoints({ hands }: Recording, set: JointSetName): string[] {
	const names = JOINT_SETS[set].joints.map(({ joint }) => joint);
	return SIDES.flatMap((side) =>
		Object.entries(hands?.[side].joints ?? {})
			.filter(([name, pose]) => name !== 'none' && !names.some((joint) => joint === name) && hasKeys(pose))
			.map(([name]) => `hands.${side}.joints.${name}`),
	);
}

// Lists the parts beyond an MRTK file without columns: those that no table has, and those without keys.
function listLostParts(
	{ hands, controllers, info, tracks }: Recording,
	columns: readonly Column[],
	kept: readonly KeptData[],
): string[] {
	const lost: string[] = [];
	const keepsDetails = kept.includes('details');
	const checkKeys = (part: unknown, path: string): void => {
		const isWritten = columns.some((column) => column.path === path || column.path.startsWith(`${path}.`));
		if (part && !isWritten) lost.push(path);
	};
	for (const side of SIDES) {
		const hand = hands?.[side];
		checkKeys(hand?.aim, `hands.${side}.aim`);
		checkKeys(hand?.pinchStrength, `hands.${side}.pinchStrength`);
		if (hand?.radii && !keepsDetails) lost.push(`hands.${side}.radii`);
	}
	for (const side of SIDES) {
		const controller = controllers?.[side];
		checkKeys(controller, `controllers.${side}`);
		// Buttons and axes in front of others come back without keys.
		checkKeys(controller?.buttons.at(-1), `controllers.${side}.buttons.${(controller?.buttons.length ?? 0) - 1}`);
		checkKeys(controller?.axes.at(-1), `controllers.${side}.axes.${(controller?.axes.length ?? 0) - 1}`);
		if (controller && controller.profiles.length > 0 && !keepsDetails) lost.push(`controllers.${side}.profiles`);
	}
	const details = keepsDetails ? [] : Object.keys(info).map((name) => `info.${name}`);
	const isKept = ({ kind }: Track): boolean => kind === 'spans' && (kept.includes('spans') || kept.includes('labels'));
	return [...lost, ...tracks.filter((track) => !isKept(track)).map(({ name }) => `tracks.${name}`), ...details];
}

// Whether rotations and directions have unit length at their keys, apart from rounding.
function hasUnitLengths({ head, hands, gaze, controllers }: Recording): boolean {
	const joints = hands === null ? [] : SIDES.flatMap((side) => Object.values(hands[side].joints));
	const others = SIDES.flatMap((side) => [hands?.[side].aim, controllers?.[side]?.grip, controllers?.[side]?.aim]);
	const vectors: (QuatCurves | Vec3Curves)[] = [head, ...joints, ...others].flatMap((pose) =>
		pose ? [pose.rotation] : [],
	);
	if (gaze !== null) vectors.push(gaze.direction);
	return vectors.every((vector) => {
		const axes: Curve[] = Object.values(vector);
		return axes.every((axis) => {
			for (let i = 0; i < axis.count; i++) {
				const time = getKeyTime(axis, i);
				const length = Math.hypot(...axes.map((curve) => valueAt(curve, i, time)));
				// Vectors of length 0, such as those of joint `none`, are not normalized.
				if (length > 0 && Math.abs(length - 1) > LENGTH_TOLERANCE) return false;
			}
			return true;
		});
	});
}

// Most curves of a vector have the same key times.
function valueAt(curve: Curve, key: number, time: number): number {
	return key < curve.count && getKeyTime(curve, key) === time ? getKeyValue(curve, key) : evaluateCurve(curve, time);
}

function hasTimes({ floats, start, count, stride }: Curve, times: ArrayLike<number>): boolean {
	if (count !== times.length) return false;
	for (let i = 0; i < count; i++) if (floats[start + i * stride] !== times[i]) return false;
	return true;
}
