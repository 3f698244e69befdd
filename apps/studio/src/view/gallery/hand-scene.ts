// Draws hands as bones, controllers and moved objects of a recording on a canvas, without a 3D library. The documentation uses it, too.
import {
	type ControllerSample,
	createFrameSample,
	createSampler,
	type FrameSample,
	type HandSample,
	JOINTS,
	POSE_STRIDE,
	type PoseTrack,
	type Recording,
	type Sampler,
	SIDES,
	type Side,
	samplePose,
} from '@handreel/core';

/** The direction from which the scene is seen, in radians. */
export interface View {
	yaw: number;
	pitch: number;
}

/** Colors as CSS values. */
export interface SceneColors {
	readonly left: string;
	readonly right: string;
	readonly pinch: string;
	readonly grid: string;
}

/** A point on the canvas, and pixels per meter there. */
interface Projected {
	readonly x: number;
	readonly y: number;
	readonly scale: number;
}

/** The sphere that the camera shows, in meters. */
interface Focus {
	readonly x: number;
	readonly y: number;
	readonly z: number;
	readonly radius: number;
	/** The direction from the left to the right hand on the floor. Seen from behind the person, it points right. */
	readonly rightX: number;
	readonly rightZ: number;
}

type Project = (x: number, y: number, z: number) => Projected;

/** The bones: pairs of joint indices. The palm is a joint, but no bone leads to it. */
const BONES: readonly (readonly [from: number, to: number])[] = JOINTS.flatMap(({ name, index, parent }) => {
	const from = JOINTS.find((joint) => joint.name === parent);
	return from === undefined || name === 'palm' ? [] : [[from.index, index] as const];
});
const INDEX_TIP = JOINTS.findIndex(({ name }) => name === 'indexTip');
const THUMB_TIP = JOINTS.findIndex(({ name }) => name === 'thumbTip');

/** Meters. */
const FINGER_WIDTH = 0.017;
const BONE_WIDTH = 0.0026;
const JOINT_RADIUS = 0.0034;
/** The camera stands this many scene radii away. */
const DISTANCE = 3.4;
const CONTROLLER_LENGTH = 0.12;
const CONTROLLER_WIDTH = 0.03;
const OBJECT_SIZE = 0.04;
const TRAIL_SECONDS = 0.5;
const TRAIL_STEPS = 14;
/** The camera follows the hands with this many steps per recording, averaged over as many neighbors on each side. */
const FOCUS_STEPS = 60;
const FOCUS_REACH = 7;
const MIN_RADIUS = 0.12;
const GRID_DEPTH = 0.3;
const GRID_REACH = 1.2;
const GRID_LINES = 6;
const DEFAULT_FOCUS: Focus = { x: 0, y: 1.2, z: -0.4, radius: 0.4, rightX: 1, rightZ: 0 };

/** A recording that can be drawn at any time. */
export class HandScene {
	readonly duration: number;
	readonly #sampler: Sampler;
	readonly #frame: FrameSample = createFrameSample();
	readonly #trailFrame: FrameSample = createFrameSample();
	readonly #objects: readonly PoseTrack[];
	readonly #pose = new Float32Array(POSE_STRIDE);
	readonly #focuses: readonly Focus[];
	/** The middle of the recording, where the grid lies. */
	readonly #middle: Focus;

	constructor(recording: Recording) {
		this.duration = recording.duration;
		this.#sampler = createSampler(recording, { space: 'webxr' });
		this.#objects = recording.tracks.filter((track) => track.kind === 'pose');
		this.#focuses = this.#measureFrames();
		this.#middle = averageFocus(this.#focuses);
	}

	/** Draws the scene at a time and returns the sampled frame. Sizes are in CSS pixels. */
	draw(
		context: CanvasRenderingContext2D,
		time: number,
		width: number,
		height: number,
		view: View,
		colors: SceneColors,
	): FrameSample {
		const project = this.#createProjection(width, height, view, this.#focusAt(time));
		context.clearRect(0, 0, width, height);
		context.lineCap = 'round';
		context.lineJoin = 'round';
		this.#drawGrid(context, project, colors.grid);
		const frame = this.#sampler.sampleFrame(time, this.#frame);
		for (const object of this.#objects) {
			const [x = 0, y = 0, z = 0] = samplePose(object, time, this.#pose, 0, { space: 'webxr' });
			drawBox(context, project(x, y, z), colors.pinch);
		}
		for (const side of SIDES) {
			const hand = frame.hands[side];
			const controller = frame.controllers[side];
			if (controller.present && controller.tracked) drawController(context, project, controller, colors[side]);
			if (!isVisible(hand)) continue;
			this.#drawTrail(context, project, side, time, colors[side]);
			drawHand(context, project, hand, colors[side]);
			if (hand.pinching) drawPinch(context, project, hand, colors.pinch);
		}
		return frame;
	}

	/** The place of the hands at some times, smoothed over neighbors, so that the camera follows them calmly. */
	#measureFrames(): Focus[] {
		const exact = Array.from({ length: FOCUS_STEPS + 1 }, (_, i) =>
			measureHands(this.#sampler.sampleFrame((this.duration * i) / FOCUS_STEPS, this.#frame)),
		);
		return exact.map((_, i) => {
			const near = exact.slice(Math.max(0, i - FOCUS_REACH), i + FOCUS_REACH + 1).filter((focus) => focus !== null);
			return near.length === 0 ? DEFAULT_FOCUS : averageFocus(near);
		});
	}

	/** The focus at a time, interpolated. */
	#focusAt(time: number): Focus {
		const position = this.duration > 0 ? (Math.min(time, this.duration) / this.duration) * FOCUS_STEPS : 0;
		const index = Math.min(FOCUS_STEPS - 1, Math.floor(Math.max(0, position)));
		const [a = DEFAULT_FOCUS, b = a] = [this.#focuses[index], this.#focuses[index + 1]];
		const share = position - index;
		return mapFocus((name) => a[name] + (b[name] - a[name]) * share);
	}

	#createProjection(width: number, height: number, { yaw, pitch }: View, focus: Focus): Project {
		const { x: cx, y: cy, z: cz, radius, rightX, rightZ } = focus;
		const turn = yaw + Math.atan2(-rightZ, rightX);
		const [sinYaw, cosYaw, sinPitch, cosPitch] = [Math.sin(turn), Math.cos(turn), Math.sin(pitch), Math.cos(pitch)];
		const distance = radius * DISTANCE;
		const focal = (Math.min(width, height * 1.2) / 2 / radius) * distance;
		return (x, y, z) => {
			const [dx, dy, dz] = [x - cx, y - cy, z - cz];
			const rx = dx * cosYaw - dz * sinYaw;
			const rz = dx * sinYaw + dz * cosYaw;
			const ry = dy * cosPitch - rz * sinPitch;
			const depth = Math.max(0.05 * distance, distance - (dy * sinPitch + rz * cosPitch));
			const scale = focal / depth;
			return { x: width / 2 + rx * scale, y: height / 2 - ry * scale, scale };
		};
	}

	#drawGrid(context: CanvasRenderingContext2D, project: Project, color: string): void {
		const { x, y, z } = this.#middle;
		const floor = y - GRID_DEPTH;
		context.strokeStyle = color;
		context.lineWidth = 1;
		context.beginPath();
		for (let i = -GRID_LINES; i <= GRID_LINES; i++) {
			const offset = (GRID_REACH * i) / GRID_LINES;
			moveTo(context, project(x + offset, floor, z - GRID_REACH));
			lineTo(context, project(x + offset, floor, z + GRID_REACH));
			moveTo(context, project(x - GRID_REACH, floor, z + offset));
			lineTo(context, project(x + GRID_REACH, floor, z + offset));
		}
		context.stroke();
	}

	#drawTrail(context: CanvasRenderingContext2D, project: Project, side: Side, time: number, color: string): void {
		context.strokeStyle = color;
		let last: Projected | null = null;
		for (let i = TRAIL_STEPS; i >= 0; i--) {
			const at = time - (TRAIL_SECONDS * i) / TRAIL_STEPS;
			const hand = at < 0 ? null : this.#sampler.sampleFrame(at, this.#trailFrame).hands[side];
			const point = hand !== null && isVisible(hand) ? locate(hand, INDEX_TIP, project) : null;
			if (last !== null && point !== null) {
				context.globalAlpha = 0.5 * (1 - i / TRAIL_STEPS);
				context.lineWidth = BONE_WIDTH * point.scale;
				context.beginPath();
				moveTo(context, last);
				lineTo(context, point);
				context.stroke();
			}
			last = point;
		}
		context.globalAlpha = 1;
	}
}

function isVisible(hand: HandSample): boolean {
	return hand.tracked && hand.present[INDEX_TIP] === 1;
}

/** The place of the tracked hands and controllers, or `null` if there are none. */
function measureHands({ hands, controllers }: FrameSample): Focus | null {
	const points = SIDES.filter((side) => isVisible(hands[side])).flatMap((side) =>
		JOINTS.filter(({ index }) => index > 0 && hands[side].present[index] === 1).map(({ index }) =>
			Array.from(hands[side].joints.subarray(index * POSE_STRIDE, index * POSE_STRIDE + 3)),
		),
	);
	for (const side of SIDES) {
		const { present, tracked, grip } = controllers[side];
		if (present && tracked && !Number.isNaN(grip[0])) points.push(Array.from(grip.subarray(0, 3)));
	}
	if (points.length === 0) return null;
	const range = (axis: number) => {
		const values = points.map((point) => point[axis] ?? 0);
		return [Math.min(...values), Math.max(...values)] as const;
	};
	const [[x0, x1], [y0, y1], [z0, z1]] = [range(0), range(1), range(2)];
	const hasBoth = SIDES.every((side) => isVisible(hands[side]));
	const across = (axis: number) => readJoint(hands.right, INDEX_TIP, axis) - readJoint(hands.left, INDEX_TIP, axis);
	return {
		x: (x0 + x1) / 2,
		y: (y0 + y1) / 2,
		z: (z0 + z1) / 2,
		radius: Math.max(MIN_RADIUS, Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2),
		rightX: hasBoth ? across(0) : 1,
		rightZ: hasBoth ? across(2) : 0,
	};
}

function readJoint({ joints }: HandSample, joint: number, axis: number): number {
	return joints[joint * POSE_STRIDE + axis] ?? 0;
}

function averageFocus(focuses: readonly Focus[]): Focus {
	return mapFocus((name) => focuses.reduce((sum, focus) => sum + focus[name], 0) / focuses.length);
}

function mapFocus(map: (name: keyof Focus) => number): Focus {
	const [x, y, z] = [map('x'), map('y'), map('z')];
	return { x, y, z, radius: map('radius'), rightX: map('rightX'), rightZ: map('rightZ') };
}

function locate(hand: HandSample, joint: number, project: Project): Projected {
	return project(readJoint(hand, joint, 0), readJoint(hand, joint, 1), readJoint(hand, joint, 2));
}

/** Soft fingers first, then bones and joints on top. */
function drawHand(context: CanvasRenderingContext2D, project: Project, hand: HandSample, color: string): void {
	const points = JOINTS.map(({ index }) => (hand.present[index] === 0 ? null : locate(hand, index, project)));
	context.strokeStyle = color;
	context.fillStyle = color;
	for (const [width, alpha] of [
		[FINGER_WIDTH, 0.16],
		[BONE_WIDTH, 0.95],
	] as const) {
		context.globalAlpha = alpha;
		for (const [from, to] of BONES) {
			const [a, b] = [points[from], points[to]];
			if (!a || !b) continue;
			context.lineWidth = (width * (a.scale + b.scale)) / 2;
			context.beginPath();
			moveTo(context, a);
			lineTo(context, b);
			context.stroke();
		}
	}
	context.globalAlpha = 1;
	for (const [index, point] of points.entries()) {
		// The first joint, none, has no place on a hand.
		if (index === 0 || !point) continue;
		context.beginPath();
		context.arc(point.x, point.y, JOINT_RADIUS * point.scale, 0, 2 * Math.PI);
		context.fill();
	}
}

/** A thick line from the grip along the pointing ray. */
function drawController(
	context: CanvasRenderingContext2D,
	project: Project,
	{ grip, aim, pressed, buttonCount }: ControllerSample,
	color: string,
): void {
	const [x = 0, y = 0, z = 0] = grip;
	const [, , , qx = 0, qy = 0, qz = 0, qw = 1] = Number.isNaN(aim[0]) ? grip : aim;
	// The direction that WebXR's controllers point at: −z, rotated.
	const [dx, dy, dz] = [-2 * (qx * qz + qw * qy), -2 * (qy * qz - qw * qx), 2 * (qx * qx + qy * qy) - 1];
	if (Number.isNaN(x + dx)) return;
	const from = project(x, y, z);
	const to = project(x + dx * CONTROLLER_LENGTH, y + dy * CONTROLLER_LENGTH, z + dz * CONTROLLER_LENGTH);
	context.strokeStyle = color;
	for (const [width, alpha] of [
		[CONTROLLER_WIDTH, 0.4],
		[BONE_WIDTH, 0.95],
	] as const) {
		context.globalAlpha = alpha;
		context.lineWidth = (width * (from.scale + to.scale)) / 2;
		context.beginPath();
		moveTo(context, from);
		lineTo(context, to);
		context.stroke();
	}
	context.globalAlpha = 1;
	if (!pressed.subarray(0, buttonCount).includes(1)) return;
	context.fillStyle = color;
	context.beginPath();
	context.arc(to.x, to.y, CONTROLLER_WIDTH * to.scale, 0, 2 * Math.PI);
	context.fill();
}

/** A moved object: only its place is known. */
function drawBox(context: CanvasRenderingContext2D, { x, y, scale }: Projected, color: string): void {
	const size = OBJECT_SIZE * scale;
	context.strokeStyle = color;
	context.lineWidth = 1.5;
	context.strokeRect(x - size / 2, y - size / 2, size, size);
}

/** A ring around the fingertips. */
function drawPinch(context: CanvasRenderingContext2D, project: Project, hand: HandSample, color: string): void {
	const [thumb, index] = [locate(hand, THUMB_TIP, project), locate(hand, INDEX_TIP, project)];
	context.strokeStyle = color;
	context.lineWidth = 2;
	context.beginPath();
	context.arc((thumb.x + index.x) / 2, (thumb.y + index.y) / 2, 0.022 * index.scale, 0, 2 * Math.PI);
	context.stroke();
}

function moveTo(context: CanvasRenderingContext2D, { x, y }: Projected): void {
	context.moveTo(x, y);
}

function lineTo(context: CanvasRenderingContext2D, { x, y }: Projected): void {
	context.lineTo(x, y);
}
