import type { Curve } from './curve.ts';
import { JOINTS, type JointName } from './joints.ts';
import { hasKeys, type PoseCurves, type Recording, SIDES, type Side, type Track } from './recording.ts';

// A body is stored as a track of poses for each joint, such as `body-hips`, and a track of states. So every format, edit and
// view that knows tracks knows bodies, and recordings without a body cost nothing.

/** A joint of a body, as the WebXR Body Tracking module has them. */
export interface BodyJoint {
	/** WebXR's `XRBodyJoint`, such as `left-arm-upper`. */
	readonly name: string;
	/** The index in WebXR's order, 0 to 82. */
	readonly index: number;
	/** The index of the joint before it on the way from the hips; −1 for the hips. */
	readonly parent: number;
	/** The name of its track. */
	readonly track: string;
	/** OpenXR's name in `XR_META_body_tracking_full_body`; its value there is one larger than {@link index}. */
	readonly openxr: string;
	/** The joint of a tracked hand that it is the same as; `null` for all others. */
	readonly hand: { readonly side: Side; readonly joint: JointName } | null;
}

/** The number of joints of a body. */
export const BODY_JOINT_COUNT = 83;
/** The name of the track that is true while a body is tracked. */
export const BODY_TRACKED_TRACK = 'body-tracked';

const TRACK_START = 'body-';
const TORSO = ['hips', 'spine-lower', 'spine-middle', 'spine-upper', 'chest', 'neck', 'head'];
const ARM = ['shoulder', 'scapula', 'arm-upper', 'arm-lower', 'hand-wrist-twist'];
const LEG = [
	'upper-leg',
	'lower-leg',
	'foot-ankle-twist',
	'foot-ankle',
	'foot-subtalar',
	'foot-transverse',
	'foot-ball',
];

/** The 83 joints of a body in WebXR's order. */
export const BODY_JOINTS: readonly BodyJoint[] = /* @__PURE__ */ describeBody();

/** The curves of a body. */
export interface BodyCurves {
	/** `null` if the body is always tracked. */
	readonly tracked: Curve | null;
	/** The poses in the order of {@link BODY_JOINTS}; `null` for joints that were not recorded. */
	readonly joints: readonly (PoseCurves | null)[];
}

/** Finds the body of a recording; `null` if no joint was recorded. */
export function findBody({ tracks }: Pick<Recording, 'tracks'>): BodyCurves | null {
	if (!tracks.some(({ name }) => name.startsWith(TRACK_START))) return null;
	const byName = new Map(tracks.map((track) => [track.name, track]));
	const joints = BODY_JOINTS.map(({ track }): PoseCurves | null => {
		const found = byName.get(track);
		return found?.kind === 'pose' && hasKeys(found) ? found : null;
	});
	if (!joints.some((joint) => joint !== null)) return null;
	const tracked = byName.get(BODY_TRACKED_TRACK);
	return { tracked: tracked?.kind === 'boolean' ? tracked.value : null, joints };
}

/** Whether a track is a part of a body. */
export function isBodyTrack({ name }: Pick<Track, 'name'>): boolean {
	return name === BODY_TRACKED_TRACK || BODY_JOINTS.some(({ track }) => track === name);
}

function describeBody(): BodyJoint[] {
	const joints: BodyJoint[] = [];
	const add = (name: string, parent: string | null, hand: BodyJoint['hand'] = null): void => {
		joints.push({
			name,
			index: joints.length,
			parent: joints.findIndex((joint) => joint.name === parent),
			track: `${TRACK_START}${name}`,
			openxr: `XR_FULL_BODY_JOINT_${name.replace('phalanx-', '').replaceAll('-', '_').toUpperCase()}_META`,
			hand,
		});
	};
	const addChain = (names: readonly string[], first: string): void => {
		names.forEach((name, i) => {
			add(name, names[i - 1] ?? first);
		});
	};
	addChain(TORSO, '');
	for (const side of SIDES)
		addChain(
			ARM.map((name) => `${side}-${name}`),
			'chest',
		);
	for (const side of SIDES) {
		const nameOf = (joint: string): string => {
			const { webxr, finger } = JOINTS.find(({ name }) => name === joint)!;
			return `${side}-hand-${(webxr ?? joint).replace(`${finger}-finger`, finger === 'pinky' ? 'little' : `${finger}`)}`;
		};
		for (const joint of ['palm', 'wrist'] as const) add(nameOf(joint), `${side}-hand-wrist-twist`, { side, joint });
		for (const { name: joint, parent, finger } of JOINTS)
			if (finger !== null) add(nameOf(joint), nameOf(parent!), { side, joint });
	}
	for (const side of SIDES)
		addChain(
			LEG.map((name) => `${side}-${name}`),
			'hips',
		);
	return joints;
}
