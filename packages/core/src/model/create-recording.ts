import { type Curve, createCurve } from './curve.ts';
import { JOINT_NAMES, type JointName } from './joints.ts';
import { describeLayout, type Layout, type LayoutName } from './layout.ts';
import { listCurves, type Sections } from './order.ts';
import type {
	HandCurves,
	Marker,
	PoseCurves,
	QuatCurves,
	RayCurves,
	Recording,
	Side,
	Vec3Curves,
} from './recording.ts';

/** Some of the curves of a pose. */
export interface PoseParts {
	readonly position?: Partial<Vec3Curves>;
	readonly rotation?: Partial<QuatCurves>;
}
/** Some of the curves of a ray. */
export interface RayParts {
	readonly origin?: Partial<Vec3Curves>;
	readonly direction?: Partial<Vec3Curves>;
}
/** Some of the curves of a hand. */
export interface HandParts {
	readonly tracked?: Curve;
	readonly pinching?: Curve;
	readonly joints?: Partial<Record<JointName, PoseParts>>;
}
/** The content of a new recording. Missing sections are absent, missing curves have no keys. */
export interface RecordingParts {
	readonly head?: PoseParts | null;
	readonly hands?: Partial<Record<Side, HandParts>> | null;
	readonly gaze?: RayParts | null;
	readonly markers?: readonly Marker[];
	/** The layout to write unless another is asked for. Default `'documented-1.1'`. */
	readonly layout?: Layout | LayoutName;
}

/** The layout of recordings that do not come from a file. */
export const NEW_LAYOUT: Layout = { version: '1.1', keys: 'full', markers: false };

/**
 * Creates a recording from curves and markers. Throws `TypeError` for an unknown layout.
 *
 * @example
 * createRecording({
 *   head: { position: { y: createCurve([0, 1.6, 2, 1.7]) } },
 *   markers: [{ time: 1, name: 'half-way' }],
 * })
 */
export function createRecording(parts: RecordingParts): Recording {
	const { head = null, hands = null, gaze = null, markers = [], layout = NEW_LAYOUT } = parts;
	return assembleRecording(describeLayout(layout).layout, markers, {
		head: head && fillPose(head),
		hands: hands && { left: fillHand(hands.left), right: fillHand(hands.right) },
		gaze: gaze && fillRay(gaze),
	});
}

/** Makes a recording from complete sections. Every {@link Recording} is made here. */
export function assembleRecording(layout: Layout, markers: readonly Marker[], sections: Sections): Recording {
	const { head, hands, gaze } = sections;
	const recording = { layout, duration: 0, markers, head, hands, gaze };
	return Object.defineProperty(recording, 'duration', { get: measureOnce, enumerable: true, configurable: true });
}

// The accessor replaces itself with plain data on first use. All recordings share one function: with a closure each, V8
// would make a hidden class for each, which keeps the recording alive until the next full collection.
function measureOnce(this: Recording): number {
	const value = measureDuration(this);
	const { configurable } = Object.getOwnPropertyDescriptor(this, 'duration') ?? {};
	if (configurable) Object.defineProperty(this, 'duration', { value, enumerable: true });
	return value;
}

function measureDuration(sections: Sections): number {
	let duration = 0;
	for (const { floats, start, count, stride } of listCurves(sections)) {
		const end = start + count * stride;
		for (let i = start; i < end; i += stride) {
			const time = floats[i]!;
			if (time > duration) duration = time;
		}
	}
	return duration;
}

function fillVec3(parts: Partial<Vec3Curves> = {}): Vec3Curves {
	const empty = createCurve([]);
	const { x = empty, y = empty, z = empty } = parts;
	return { x, y, z };
}

function fillQuat(parts: Partial<QuatCurves> = {}): QuatCurves {
	return { ...fillVec3(parts), w: parts.w ?? createCurve([]) };
}

function fillPose(parts: PoseParts = {}): PoseCurves {
	return { position: fillVec3(parts.position), rotation: fillQuat(parts.rotation) };
}

function fillRay(parts: RayParts): RayCurves {
	return { origin: fillVec3(parts.origin), direction: fillVec3(parts.direction) };
}

function fillHand(parts: HandParts = {}): HandCurves {
	const {
		tracked = createCurve([], { kind: 'boolean' }),
		pinching = createCurve([], { kind: 'boolean' }),
		joints = {},
	} = parts;
	const filled = {} as Record<JointName, PoseCurves>;
	for (const name of JOINT_NAMES) filled[name] = fillPose(joints[name]);
	return { tracked, pinching, joints: filled };
}
