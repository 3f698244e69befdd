import { writePoseMatrix } from '@handreel/core';
import { invertPose } from '@handreel/core/internal';
import { IDENTITY, type Pose, placePose } from '../device/pose.ts';
import { checkInternal, checkState, INTERNAL } from './internal.ts';
import type { SessionState } from './session-state.ts';
import { getJointRadius, type XRJointSpace } from './xr-hand.ts';
import type { XRSession } from './xr-session.ts';
import { getSpaceState, movePose, type SpaceState, XRReferenceSpace, type XRSpace } from './xr-space.ts';
import { XRJointPose, XRPose, XRView, XRViewerPose } from './xr-views.ts';

let activate: (frame: XRFrame, isActive: boolean) => void;

/** Throws `InvalidStateError` unless a frame is active. */
export let checkFrame: (frame: XRFrame) => void;

/** Runs a function while a frame is active. */
export function useFrame(frame: XRFrame, work: () => void): void {
	activate(frame, true);
	try {
		work();
	} finally {
		activate(frame, false);
	}
}

/** All poses at one time. Usable only while its callback or event listener runs. */
export class XRFrame {
	readonly #state: SessionState;
	readonly #time: number;
	#isActive = false;
	readonly #isAnimation: boolean;
	/** The last base space with its pose and the inverse. Pages mostly ask for many poses in one base space. */
	#base: SpaceState | null = null;
	#basePose: Pose = IDENTITY;
	#inverse: Pose = IDENTITY;

	constructor(token: typeof INTERNAL, state: SessionState, time: number, isAnimation: boolean) {
		checkInternal(token);
		this.#state = state;
		this.#time = time;
		this.#isAnimation = isAnimation;
	}

	get session(): XRSession {
		return this.#state.session;
	}

	/** Milliseconds on the page's clock. */
	get predictedDisplayTime(): number {
		return this.#time;
	}

	getViewerPose(referenceSpace: XRReferenceSpace): XRViewerPose | null {
		this.#checkActive();
		checkState(this.#isAnimation, 'not an animation frame');
		const state = this.#state;
		if (!(referenceSpace instanceof XRReferenceSpace)) throw new TypeError('not an XRReferenceSpace');
		const pose = this.#locate(state.viewerSpace, referenceSpace);
		if (pose === null) return null;
		const plans = state.listViews();
		const views = plans.map(({ attributes, pose: eyeOffset, scale }) => {
			const origin = { session: state, frame: this, count: plans.length, scale };
			return new XRView(INTERNAL, origin, attributes, placePose(pose, eyeOffset));
		});
		return new XRViewerPose(INTERNAL, pose, this.#isEmulated(state.viewerSpace, referenceSpace), views);
	}

	getPose(space: XRSpace, baseSpace: XRSpace): XRPose | null {
		this.#checkActive();
		const pose = this.#locate(space, baseSpace);
		return pose && new XRPose(INTERNAL, pose, this.#isEmulated(space, baseSpace));
	}

	getJointPose(joint: XRJointSpace, baseSpace: XRSpace): XRJointPose | null {
		this.#checkActive();
		const radius = getJointRadius(joint);
		const pose = this.#locate(joint, baseSpace);
		return pose && new XRJointPose(INTERNAL, pose, this.#isEmulated(joint, baseSpace), radius);
	}

	fillJointRadii(jointSpaces: Iterable<XRJointSpace>, radii: Float32Array): boolean {
		this.#checkActive();
		const joints = [...jointSpaces];
		for (const joint of joints) this.#read(joint);
		if (joints.length > radii.length) throw new TypeError('radii is too short');
		let isComplete = true;
		joints.forEach((joint, i) => {
			const radius = getJointRadius(joint);
			const isKnown = this.#locate(joint, joint) !== null;
			radii[i] = isKnown ? radius : Number.NaN;
			isComplete &&= isKnown;
		});
		return isComplete;
	}

	fillPoses(spaces: Iterable<XRSpace>, baseSpace: XRSpace, transforms: Float32Array): boolean {
		this.#checkActive();
		const list = [...spaces];
		for (const space of [...list, baseSpace]) this.#read(space);
		if (list.length * 16 > transforms.length) throw new TypeError('transforms is too short');
		let isComplete = true;
		list.forEach((space, i) => {
			const pose = this.#locate(space, baseSpace);
			if (pose !== null) writePoseMatrix(pose, transforms, 0, i * 16);
			else transforms.fill(Number.NaN, i * 16, i * 16 + 16);
			isComplete &&= pose !== null;
		});
		return isComplete;
	}

	static {
		checkFrame = (frame) => frame.#checkActive();
		activate = (frame, isActive) => {
			frame.#isActive = isActive;
		};
	}

	// The pose of a space relative to another space; `null` if their relation is unknown.
	#locate(space: XRSpace, base: XRSpace): Pose | null {
		const from = this.#read(space);
		const to = this.#read(base);
		const { device } = this.#state;
		const isRelated = from.origin === to.origin;
		// Reference spaces keep their relation while tracking is lost.
		const pose = isRelated && space instanceof XRReferenceSpace ? IDENTITY : from.origin.locate(device);
		const basePose = isRelated ? pose : to.origin.locate(device);
		return pose && basePose && placePose(this.#invert(to, basePose), movePose(pose, from.offset));
	}

	// Nothing moves during a frame.
	#invert(base: SpaceState, pose: Pose): Pose {
		if (base !== this.#base || pose !== this.#basePose) this.#inverse = invertPose(movePose(pose, base.offset));
		this.#base = base;
		this.#basePose = pose;
		return this.#inverse;
	}

	// Whether the position of a space relative to another space is estimated.
	#isEmulated(space: XRSpace, base: XRSpace): boolean {
		const [from, to] = [getSpaceState(space).origin, getSpaceState(base).origin];
		const { device } = this.#state;
		return from !== to && ((from.isEmulated?.(device) || to.isEmulated?.(device)) ?? false);
	}

	#checkActive(): void {
		checkState(this.#isActive, 'the frame is over');
	}

	#read(space: XRSpace): SpaceState {
		const state = getSpaceState(space);
		checkState(state.session === this.#state, 'the space belongs to another session');
		return state;
	}
}
