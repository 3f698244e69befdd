import { type Curve, createCurve } from './curve.ts';
import { JOINT_NAMES, type JointName } from './joints.ts';
import { describeLayout, type Layout, type LayoutName } from './layout.ts';
import { type CurveParts, listCurves, type Sections } from './order.ts';
import {
	type ButtonCurves,
	type ControllerCurves,
	type HandCurves,
	type JointRadii,
	MAX_AXES,
	MAX_BUTTONS,
	type Marker,
	type PoseCurves,
	type QuatCurves,
	type RayCurves,
	type Recording,
	type RecordingInfo,
	type Side,
	type Span,
	type Track,
	type Vec3Curves,
} from './recording.ts';
import { isEmptyRoom, type Room } from './room.ts';

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
	readonly aim?: PoseParts | null;
	readonly pinchStrength?: Curve | null;
	readonly radii?: JointRadii | null;
}
/** Some of the curves of a controller. */
export interface ControllerParts {
	readonly tracked?: Curve;
	readonly grip?: PoseParts;
	readonly aim?: PoseParts;
	readonly buttons?: readonly Partial<ButtonCurves>[];
	readonly axes?: readonly Curve[];
	readonly profiles?: readonly string[];
}
/** The content of a new recording. Missing sections are absent, missing curves have no keys. */
export interface RecordingParts {
	readonly head?: PoseParts | null;
	readonly hands?: Partial<Record<Side, HandParts>> | null;
	readonly gaze?: RayParts | null;
	readonly controllers?: Partial<Record<Side, ControllerParts | null>> | null;
	readonly info?: RecordingInfo;
	readonly tracks?: readonly Track[];
	readonly room?: Room | undefined;
	readonly markers?: readonly Marker[];
	/** The layout to write unless another is asked for. Default `null`: writing chooses. */
	readonly layout?: Layout | LayoutName | null;
}

/** The information of a recording about which nothing is known. */
export const NO_INFO: RecordingInfo = Object.freeze({});
/** The tracks of a recording without any. */
export const NO_TRACKS: readonly Track[] = Object.freeze([]);

/**
 * Creates a recording from curves and markers. Throws `TypeError` for an unknown layout, for a track without a unique
 * name, and for a span whose label is not a text, `RangeError` for times and scores of spans that are not numbers.
 *
 * @example
 * createRecording({
 *   head: { position: { y: createCurve([0, 1.6, 2, 1.7]) } },
 *   markers: [{ time: 1, name: 'half-way' }],
 * })
 */
export function createRecording(parts: RecordingParts): Recording {
	const { head = null, hands = null, gaze = null, controllers = null, layout = null } = parts;
	const { info = NO_INFO, tracks = NO_TRACKS, markers = [], room } = parts;
	checkTracks(tracks);
	return assembleRecording({
		layout: layout && describeLayout(layout).layout,
		markers,
		head: head && fillPose(head),
		hands: hands && { left: fillHand(hands.left), right: fillHand(hands.right) },
		gaze: gaze && fillRay(gaze),
		controllers: controllers && {
			left: fillController(controllers.left ?? null),
			right: fillController(controllers.right ?? null),
		},
		info,
		tracks,
		room: room && !isEmptyRoom(room) ? room : undefined,
	});
}

/** All fields of a recording but the duration, which follows from them. */
export type AssembledParts = CurveParts &
	Pick<Recording, 'layout' | 'markers' | 'info' | 'tracks'> & {
		readonly room?: Room | undefined;
		readonly unknown?: Recording['unknown'] | undefined;
	};

/** Makes a recording from complete parts. Every {@link Recording} is made here. */
export function assembleRecording(parts: AssembledParts): Recording {
	const { layout, markers, head, hands, gaze, controllers, info, tracks, room, unknown = [] } = parts;
	const recording = { layout, duration: 0, markers, head, hands, gaze, controllers, info, tracks };
	if (room !== undefined) Object.assign(recording, { room });
	if (unknown.length > 0) Object.assign(recording, { unknown });
	return Object.defineProperty(recording, 'duration', { get: measureOnce, enumerable: true, configurable: true });
}

/** Makes a recording from the sections of an MRTK file. */
export function assembleFileRecording(layout: Layout, markers: readonly Marker[], sections: Sections): Recording {
	const { head, hands, gaze } = sections;
	return assembleRecording({ layout, markers, head, hands, gaze, controllers: null, info: NO_INFO, tracks: NO_TRACKS });
}

/** Throws for a track without a unique name, and for spans that files cannot hold. Names are part of paths, which are divided by dots. */
export function checkTracks(tracks: readonly Track[]): void {
	const names = new Set<string>();
	tracks.forEach((track, i) => {
		const { name, kind } = track;
		if (!isTrackName(name))
			throw new TypeError(`tracks[${i}].name: must be a text without dots, got ${JSON.stringify(name)}`);
		if (names.has(name)) throw new TypeError(`tracks[${i}].name: there are two tracks '${name}'`);
		names.add(name);
		if (kind === 'spans') for (const [at, span] of track.spans.entries()) checkSpan(span, `tracks[${i}].spans[${at}]`);
		if ((kind === 'scalar' || kind === 'boolean') && track.value.kind !== (kind === 'scalar' ? 'float' : 'boolean'))
			throw new TypeError(`tracks[${i}].value: a ${track.value.kind} curve does not fit a ${kind} track`);
	});
}

/** Returns whether a value can be the name of a track. */
export function isTrackName(name: unknown): boolean {
	return typeof name === 'string' && name !== '' && !name.includes('.');
}

function checkSpan({ start, end, label, score }: Span, path: string): void {
	if (typeof label !== 'string') throw new TypeError(`${path}.label: not a string`);
	if (!Number.isFinite(start)) throw new RangeError(`${path}.start: ${start} is not a finite number`);
	if (!Number.isFinite(end) || end < start)
		throw new RangeError(`${path}.end: ${end} is not a number from ${start} on`);
	if (score !== undefined && !Number.isFinite(score))
		throw new RangeError(`${path}.score: ${score} is not a finite number`);
}

// The accessor replaces itself with plain data on first use. All recordings share one function: with a closure each, V8
// would make a hidden class for each, which keeps the recording alive until the next full collection.
function measureOnce(this: Recording): number {
	const value = measureDuration(this);
	const { configurable } = Object.getOwnPropertyDescriptor(this, 'duration') ?? {};
	if (configurable) Object.defineProperty(this, 'duration', { value, enumerable: true });
	return value;
}

function measureDuration(recording: CurveParts): number {
	let duration = 0;
	for (const { floats, start, count, stride } of listCurves(recording)) {
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
	const { tracked = createState(), pinching = createState(), joints = {} } = parts;
	const { aim = null, pinchStrength = null, radii = null } = parts;
	const filled = {} as Record<JointName, PoseCurves>;
	for (const name of JOINT_NAMES) filled[name] = fillPose(joints[name]);
	return { tracked, pinching, joints: filled, aim: aim && fillPose(aim), pinchStrength, radii };
}

function fillController(parts: ControllerParts | null): ControllerCurves | null {
	if (parts === null) return null;
	const { tracked = createState(), buttons = [], axes = [], profiles = [] } = parts;
	if (buttons.length > MAX_BUTTONS) throw new RangeError(`buttons: at most ${MAX_BUTTONS}, got ${buttons.length}`);
	if (axes.length > MAX_AXES) throw new RangeError(`axes: at most ${MAX_AXES}, got ${axes.length}`);
	const fillButton = ({ pressed, touched, value }: Partial<ButtonCurves>): ButtonCurves => ({
		pressed: pressed ?? createState(),
		touched: touched ?? createState(),
		value: value ?? createCurve([]),
	});
	return {
		tracked,
		grip: fillPose(parts.grip),
		aim: fillPose(parts.aim),
		buttons: buttons.map(fillButton),
		axes,
		profiles,
	};
}

function createState(): Curve {
	return createCurve([], { kind: 'boolean' });
}
