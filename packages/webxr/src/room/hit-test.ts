import { SURFACE_KINDS, type SurfaceKind } from '../device/device.ts';
import { IDENTITY, type Pose, placePose } from '../device/pose.ts';
import {
	checkInternal,
	checkState,
	checkSupport,
	defineInterface,
	getSpaceState,
	INTERNAL,
	type Interface,
	movePose,
	type SessionState,
	type XRFrame,
	type XRInputSource,
	type XRPose,
	XRSpace,
} from '../xr/module-kit.ts';
import { createAnchor, type XRAnchor } from './anchors.ts';
import { castRay, type Surface } from './cast-ray.ts';
import { getRayPose, XRRay } from './xr-ray.ts';

/** What a page asks for. */
interface HitTestOptions {
	readonly kinds: readonly SurfaceKind[];
	/** Relative to the space or the input. */
	readonly offset: Pose;
}

/** The state of a source that pages do not see. */
interface SourceState extends HitTestOptions {
	readonly session: SessionState;
	/** The space of the ray; of transient input the profile. */
	readonly space: XRSpace | null;
	readonly profile: string;
	isCanceled: boolean;
}

/** A class of sources, and a function that reads their state. */
interface SourceClass {
	readonly Source: new (token: typeof INTERNAL, state: SourceState) => { cancel(): void };
	readonly read: (source: object) => SourceState;
}

function defineSource(): SourceClass {
	let read!: SourceClass['read'];
	class XRSource {
		readonly #state: SourceState;

		constructor(token: typeof INTERNAL, state: SourceState) {
			checkInternal(token);
			this.#state = state;
		}

		cancel(): void {
			const state = this.#state;
			checkState(!state.isCanceled || state.session.isEnded, 'the hit test source was canceled');
			state.isCanceled = true;
		}

		static {
			read = (source) => (source as XRSource).#state;
		}
	}
	return { Source: XRSource, read };
}

const regular: SourceClass = /* @__PURE__ */ defineSource();
const transient: SourceClass = /* @__PURE__ */ defineSource();

/** A ray of a page. */
export const XRHitTestSource: SourceClass['Source'] = regular.Source;
export type XRHitTestSource = InstanceType<typeof XRHitTestSource>;
/** Rays of the inputs that come and go. */
export const XRTransientInputHitTestSource: SourceClass['Source'] = transient.Source;
export type XRTransientInputHitTestSource = InstanceType<typeof XRTransientInputHitTestSource>;

/** Where a ray meets the room. */
export class XRHitTestResult {
	readonly #frame: XRFrame;
	readonly #session: SessionState;
	readonly #pose: Pose;
	readonly #space: XRSpace;

	constructor(token: typeof INTERNAL, frame: XRFrame, session: SessionState, pose: Pose) {
		checkInternal(token);
		this.#frame = frame;
		this.#session = session;
		this.#pose = pose;
		this.#space = new XRSpace(INTERNAL, session, { locate: () => pose });
	}

	getPose(baseSpace: XRSpace): XRPose | null {
		return this.#frame.getPose(this.#space, baseSpace);
	}

	async createAnchor(): Promise<XRAnchor> {
		return createAnchor(this.#session, this.#pose);
	}
}

/** `XRTransientInputHitTestResult`. */
export interface XRTransientInputHitTestResult {
	readonly inputSource: XRInputSource;
	readonly results: readonly XRHitTestResult[];
}

export const XRTransientInputHitTestResult: Interface<XRTransientInputHitTestResult> = defineInterface([
	'inputSource',
	'results',
]);

/** Creates a source for a ray. Throws as `requestHitTestSource` rejects. */
export function createSource(session: SessionState, init: unknown): XRHitTestSource {
	const options = readOptions(init);
	const { space } = init as { readonly space?: unknown };
	if (!(space instanceof XRSpace)) throw new TypeError('space: not an XRSpace');
	checkRequest(session);
	checkState(getSpaceState(space).session === session, 'the space belongs to another session');
	return new XRHitTestSource(INTERNAL, { ...options, session, space, profile: '', isCanceled: false });
}

/** Creates a source for transient input. */
export function createTransientSource(session: SessionState, init: unknown): XRTransientInputHitTestSource {
	const options = readOptions(init);
	const { profile } = init as { readonly profile?: unknown };
	if (profile === undefined) throw new TypeError('profile is missing');
	checkRequest(session);
	const state = { ...options, session, space: null, profile: String(profile), isCanceled: false };
	return new XRTransientInputHitTestSource(INTERNAL, state);
}

function checkRequest({ features, isEnded }: SessionState): void {
	checkSupport(features.has('hit-test'), "the feature 'hit-test' was not granted");
	checkState(!isEnded, 'the session has ended');
}

function readOptions(init: unknown): HitTestOptions {
	if (typeof init !== 'object' || init === null) throw new TypeError('not a dictionary');
	const { entityTypes = ['plane'], offsetRay } = init as { entityTypes?: Iterable<unknown>; offsetRay?: unknown };
	const kinds = Array.from(entityTypes, (kind) => {
		if (SURFACE_KINDS.includes(kind as SurfaceKind)) return kind as SurfaceKind;
		throw new TypeError(`entityTypes: '${kind}' is not an XRHitTestTrackableType`);
	});
	if (offsetRay !== undefined && !(offsetRay instanceof XRRay)) throw new TypeError('offsetRay: not an XRRay');
	return { kinds, offset: offsetRay === undefined ? IDENTITY : getRayPose(offsetRay) };
}

/** Lists what the ray of a source meets in a frame. */
export function listResults(
	frame: XRFrame,
	session: SessionState,
	given: unknown,
	surfaces: readonly Surface[],
): XRHitTestResult[] {
	if (!(given instanceof XRHitTestSource)) throw new TypeError('not an XRHitTestSource');
	const state = regular.read(given);
	checkSource(state, session);
	return meet(frame, state, locate(state.space!), surfaces);
}

/** Lists what the rays of transient inputs meet in a frame. */
export function listTransientResults(
	frame: XRFrame,
	session: SessionState,
	given: unknown,
	surfaces: readonly Surface[],
): XRTransientInputHitTestResult[] {
	if (!(given instanceof XRTransientInputHitTestSource)) throw new TypeError('not an XRTransientInputHitTestSource');
	const state = transient.read(given);
	checkSource(state, session);
	const inputs = [...session.inputSources].filter(
		({ targetRayMode, profiles }) =>
			(targetRayMode === 'screen' || targetRayMode === 'transient-pointer') && profiles.includes(state.profile),
	);
	return inputs.map((inputSource) => {
		const results = Object.freeze(meet(frame, state, locate(inputSource.targetRaySpace), surfaces));
		return new XRTransientInputHitTestResult(INTERNAL, { inputSource, results });
	});
}

function checkSource({ session, isCanceled }: SourceState, own: SessionState): void {
	checkState(session === own, 'the hit test source belongs to another session');
	checkState(!isCanceled, 'the hit test source was canceled');
}

/** Where a space is in the space of the device. */
export function locate(space: XRSpace): Pose | null {
	const { session, origin, offset } = getSpaceState(space);
	const pose = origin.locate(session.device);
	return pose && movePose(pose, offset);
}

function meet(
	frame: XRFrame,
	{ session, kinds, offset }: SourceState,
	base: Pose | null,
	surfaces: readonly Surface[],
): XRHitTestResult[] {
	if (base === null) return [];
	return castRay(placePose(base, offset), surfaces, kinds).map(
		({ pose }) => new XRHitTestResult(INTERNAL, frame, session, pose),
	);
}
