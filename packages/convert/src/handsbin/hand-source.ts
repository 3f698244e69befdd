import { estimatePalm, type JointName, type PoseCurves, type Recording, type Side, type Track } from '@handreel/core';
import { CurveCursor, PoseCursor } from '../common/curve-cursor.ts';
import { CAPTURE_JOINTS, GESTURES, nameTrack, OTHER_PINCHES, POSE_BYTES } from './layout.ts';

/** A value of gestures: where it comes from. */
export type GestureSource = PoseCursor | CurveCursor | null;

/** Reads a hand of a recording frame by frame. */
export class HandSource {
	/** Joints without keys. With any but the palm, the hand cannot be written. */
	readonly missing: readonly JointName[];
	readonly tracked: CurveCursor;
	readonly pinching: CurveCursor;
	readonly pinchStrength: CurveCursor | null;
	readonly aim: PoseCursor | null;
	/** The tracks of a capture; `null` where there is none. */
	readonly root: PoseCursor | null;
	readonly partial: CurveCursor | null;
	readonly aimFlags: CurveCursor | null;
	readonly trackingState: CurveCursor | null;
	readonly metaFlags: CurveCursor | null;
	readonly metaFlagsHigh: CurveCursor | null;
	readonly otherPinches: readonly (CurveCursor | null)[];
	readonly gestures: CurveCursor | null;
	readonly gestureFields: readonly GestureSource[];
	/** The hand before rendering. */
	readonly before: { tracked: CurveCursor | null; root: PoseCursor | null; joints: readonly PoseCursor[] | null };
	readonly #joints: readonly PoseCursor[];
	readonly #poses = new Uint32Array((CAPTURE_JOINTS.length * POSE_BYTES) / 4);
	readonly #floats = new Float32Array(this.#poses.buffer);
	readonly #cursors: { seek(time: number): void }[] = [];

	constructor({ hands, tracks }: Recording, side: Side) {
		const hand = hands![side];
		const find = (field: string): Track | undefined => tracks.find(({ name }) => name === nameTrack(side, field));
		const curve = (field: string): CurveCursor | null => {
			const track = find(field);
			return track?.kind === 'scalar' || track?.kind === 'boolean' ? this.#add(new CurveCursor(track.value)) : null;
		};
		const pose = (field: string): PoseCursor | null => {
			const track = find(field);
			return track?.kind === 'pose' ? this.#addPose(track) : null;
		};
		this.#joints = CAPTURE_JOINTS.map((name) => this.#addPose(hand.joints[name]));
		this.missing = CAPTURE_JOINTS.filter((_, i) => !this.#joints[i]!.hasKeys);
		this.tracked = this.#add(new CurveCursor(hand.tracked));
		this.pinching = this.#add(new CurveCursor(hand.pinching));
		this.pinchStrength = hand.pinchStrength && this.#add(new CurveCursor(hand.pinchStrength));
		this.aim = hand.aim && this.#addPose(hand.aim);
		this.root = pose('root');
		this.partial = curve('partial');
		this.aimFlags = curve('aimFlags');
		this.trackingState = curve('trackingState');
		this.metaFlags = curve('metaFlags');
		this.metaFlagsHigh = curve('metaFlagsHigh');
		this.otherPinches = OTHER_PINCHES.map(curve);
		this.gestures = curve('gestures');
		const isMeta = this.aimFlags !== null || this.gestures === null;
		this.gestureFields = GESTURES.map(({ name, kind, part }) =>
			isMeta || part === null ? (kind === 'pose' ? pose(name) : curve(name)) : this[part],
		);
		const before = CAPTURE_JOINTS.map((name) => pose(`before_${name}`));
		this.before = {
			tracked: curve('before_tracked'),
			root: pose('before_root'),
			joints: before.every((joint) => joint !== null) ? before : null,
		};
	}

	/** Whether frames can hold the hand. */
	get isComplete(): boolean {
		return this.missing.every((name) => name === 'palm');
	}

	/** Whether the hand has anything to write. */
	get hasJoints(): boolean {
		return this.missing.length < CAPTURE_JOINTS.length;
	}

	/** How often joints were sampled between keys. */
	get sampleCount(): number {
		return Math.max(...this.#joints.map(({ sampleCount }) => sampleCount));
	}

	seek(time: number): void {
		for (const cursor of this.#cursors) cursor.seek(time);
	}

	/** Whether the frame at the time holds the joints. */
	get isPresent(): boolean {
		return this.isComplete && (this.tracked.state || this.#joints[0]!.isKey);
	}

	/** The bits of the 26 poses at the time. */
	readJoints(): Uint32Array {
		const numbers = POSE_BYTES / 4;
		this.#joints.forEach((joint, i) => {
			this.#poses.set(joint.readWords(), i * numbers);
		});
		if (this.missing.length > 0) {
			const at = (name: JointName): number => CAPTURE_JOINTS.indexOf(name) * numbers;
			const floats = this.#floats;
			estimatePalm(floats, floats, floats, at('middleMetacarpal'), at('middleKnuckle'), at('palm'));
		}
		return this.#poses;
	}

	#add<C extends { seek(time: number): void }>(cursor: C): C {
		this.#cursors.push(cursor);
		return cursor;
	}

	#addPose(pose: PoseCurves): PoseCursor {
		return this.#add(new PoseCursor(pose));
	}
}
