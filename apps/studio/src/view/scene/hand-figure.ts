import { FINGER_JOINTS, type HandSample, JOINT_NAMES, JOINTS, type JointName, POSE_STRIDE } from '@handreel/core';
import {
	CylinderGeometry,
	Group,
	InstancedMesh,
	Matrix4,
	Mesh,
	MeshBasicMaterial,
	MeshLambertMaterial,
	type PerspectiveCamera,
	Quaternion,
	SphereGeometry,
	TorusGeometry,
	Vector3,
} from 'three';

const JOINT_RADIUS = 0.0058;
const BONE_RADIUS = 0.0034;
const TIPS = new Set(Object.values(FINGER_JOINTS).map((joints) => joints[joints.length - 1]!));
const KNUCKLES: readonly JointName[] = ['indexKnuckle', 'middleKnuckle', 'ringKnuckle', 'pinkyKnuckle'];
const THUMB_TIP = JOINT_NAMES.indexOf('thumbTip') * POSE_STRIDE;
const INDEX_TIP = JOINT_NAMES.indexOf('indexTip') * POSE_STRIDE;
const WRIST = JOINT_NAMES.indexOf('wrist') * POSE_STRIDE;
const UP = new Vector3(0, 1, 0);

// The palm is inside the hand and `none` is not a joint: neither has bones.
const BONES: readonly (readonly [from: number, to: number])[] = [
	...JOINTS.filter(({ parent, name }) => parent !== null && name !== 'palm').map(
		({ index, parent }): [number, number] => [JOINT_NAMES.indexOf(parent!), index],
	),
	...KNUCKLES.slice(1).map((name, i): [number, number] => [
		JOINT_NAMES.indexOf(KNUCKLES[i]!),
		JOINT_NAMES.indexOf(name),
	]),
];

const matrix = new Matrix4();
const from = new Vector3();
const to = new Vector3();
const direction = new Vector3();
const scale = new Vector3();
const rotation = new Quaternion();
const NOWHERE = new Matrix4().makeScale(0, 0, 0);

/** The colors and size of a hand. */
export interface HandPaint {
	readonly color: number;
	readonly lost: number;
	readonly pinch: number;
	/** Below 1 for the overlay. */
	readonly opacity: number;
	/** Scale of joints and bones. The overlay is thinner, so that it is hidden where both recordings agree. */
	readonly thickness: number;
}

/** A hand as joints and bones. */
export class HandFigure {
	readonly object: Group = new Group();
	readonly #joints: InstancedMesh<SphereGeometry, MeshLambertMaterial>;
	readonly #bones: InstancedMesh<CylinderGeometry, MeshLambertMaterial>;
	readonly #tips: InstancedMesh<SphereGeometry, MeshBasicMaterial>;
	readonly #ring: Mesh<TorusGeometry, MeshBasicMaterial>;

	constructor() {
		const solid = (): MeshLambertMaterial => new MeshLambertMaterial();
		// Low polygon counts: with software rendering, vertices dominate the cost.
		this.#joints = new InstancedMesh(new SphereGeometry(1, 10, 7), solid(), JOINT_NAMES.length);
		this.#bones = new InstancedMesh(new CylinderGeometry(1, 1, 1, 8, 1, true), solid(), BONES.length);
		this.#tips = new InstancedMesh(new SphereGeometry(1, 10, 7), new MeshBasicMaterial(), 2);
		this.#ring = new Mesh(
			new TorusGeometry(1, 0.09, 8, 36),
			new MeshBasicMaterial({ depthTest: false, transparent: true }),
		);
		this.#ring.renderOrder = 2;
		this.object.add(this.#joints, this.#bones, this.#tips, this.#ring);
		for (const part of [this.#joints, this.#bones, this.#tips]) part.frustumCulled = false;
	}

	/** Draws the hand. Returns `false` if it has no joints. */
	draw(hand: HandSample, paint: HandPaint, showBones: boolean, camera: PerspectiveCamera): boolean {
		const { joints, present } = hand;
		const isPresent = present.some((flag, index) => flag === 1 && index > 0) && !Number.isNaN(joints[WRIST]);
		this.object.visible = isPresent;
		if (!isPresent) return false;
		this.#paint(this.#joints.material, hand.tracked, paint);
		this.#paint(this.#bones.material, hand.tracked, paint);
		this.#joints.visible = showBones;
		this.#bones.visible = showBones;
		for (let i = 0; i < JOINT_NAMES.length; i++) {
			const name = JOINT_NAMES[i]!;
			const size =
				name === 'none' || name === 'palm' ? 0 : JOINT_RADIUS * (name === 'wrist' ? 1.35 : TIPS.has(name) ? 0.9 : 1);
			this.#joints.setMatrixAt(i, size > 0 && place(joints, i, size * paint.thickness) ? matrix : NOWHERE);
		}
		BONES.forEach(([a, b], i) => {
			this.#bones.setMatrixAt(i, span(joints, a, b, BONE_RADIUS * paint.thickness) ? matrix : NOWHERE);
		});
		this.#joints.instanceMatrix.needsUpdate = true;
		this.#bones.instanceMatrix.needsUpdate = true;
		this.#drawPinch(hand, paint, showBones, camera);
		return true;
	}

	#paint(material: MeshLambertMaterial, isTracked: boolean, { color, lost, opacity }: HandPaint): void {
		material.color.set(isTracked ? color : lost);
		material.opacity = isTracked ? opacity : opacity * 0.28;
		material.transparent = material.opacity < 1;
		material.depthWrite = material.opacity >= 1;
	}

	// Bright fingertips and a ring, so that a pinch is visible without color.
	#drawPinch(hand: HandSample, { pinch, opacity }: HandPaint, showBones: boolean, camera: PerspectiveCamera): void {
		const { joints, pinching, tracked } = hand;
		const shows = pinching && tracked && !Number.isNaN(joints[THUMB_TIP]) && !Number.isNaN(joints[INDEX_TIP]);
		// Fingertips of bones would stick through skin.
		this.#tips.visible = shows && showBones;
		this.#ring.visible = shows;
		if (!shows) return;
		this.#tips.material.color.set(pinch);
		this.#ring.material.color.set(pinch);
		this.#ring.material.opacity = opacity;
		[THUMB_TIP, INDEX_TIP].forEach((offset, i) => {
			this.#tips.setMatrixAt(i, place(joints, offset / POSE_STRIDE, JOINT_RADIUS * 1.35) ? matrix : NOWHERE);
		});
		this.#tips.instanceMatrix.needsUpdate = true;
		from.fromArray(joints, THUMB_TIP);
		to.fromArray(joints, INDEX_TIP);
		this.#ring.position.copy(from).add(to).multiplyScalar(0.5);
		this.#ring.quaternion.copy(camera.quaternion);
		this.#ring.scale.setScalar(Math.max(0.017, from.distanceTo(to) * 0.75));
	}
}

function place(joints: Float32Array, index: number, size: number): boolean {
	const offset = index * POSE_STRIDE;
	if (Number.isNaN(joints[offset])) return false;
	from.fromArray(joints, offset);
	matrix.compose(from, rotation.identity(), scale.setScalar(size));
	return true;
}

function span(joints: Float32Array, a: number, b: number, radius: number): boolean {
	from.fromArray(joints, a * POSE_STRIDE);
	to.fromArray(joints, b * POSE_STRIDE);
	direction.subVectors(to, from);
	const length = direction.length();
	if (!(length > 1e-6)) return false;
	rotation.setFromUnitVectors(UP, direction.divideScalar(length));
	from.add(to).multiplyScalar(0.5);
	matrix.compose(from, rotation, scale.set(radius, length, radius));
	return true;
}
