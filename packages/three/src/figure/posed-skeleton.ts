import { JOINTS, POSE_STRIDE, writePoseMatrix } from '@handreel/core';
import { type BoneMap, type HandModel, matchBones } from '@handreel/hands';
import { Bone, Matrix4, Skeleton } from 'three';

const MATRIX_SIZE = 16;

/**
 * A skeleton whose bones are placed by joints. The bones are not in the scene: their `matrixWorld` is the pose in the space of
 * the mesh, which must be bound in detached mode. That saves a world matrix per bone and frame, which is most of the work.
 */
export class PosedSkeleton extends Skeleton {
	/** The joint of each bone, or −1. */
	readonly joints: Int32Array;
	#isChanged = false;

	/** Throws `TypeError` if bones and map do not match. */
	constructor(model: HandModel, map?: BoneMap) {
		const joints = matchBones(model.bones, map);
		const inverses = model.bones.map((_, i) => new Matrix4().fromArray(model.inverseBindMatrices, i * MATRIX_SIZE));
		const bones = model.bones.map((name, i) => {
			const bone = new Bone();
			bone.name = JOINTS[joints[i]!]?.webxr ?? name;
			bone.matrixWorld.copy(inverses[i]!).invert();
			return bone;
		});
		super(bones, inverses);
		this.joints = joints;
		// At rest, no vertex moves.
		for (let i = 0; i < bones.length; i++) for (let j = 0; j < 4; j++) this.boneMatrices![i * MATRIX_SIZE + j * 5] = 1;
	}

	/** Places the bones at the joints of a hand: poses of seven floats. Allocates nothing. */
	place(poses: Float32Array): void {
		const { bones, boneInverses, joints } = this;
		const out = this.boneMatrices!;
		for (let i = 0; i < bones.length; i++) {
			const joint = joints[i]!;
			if (joint < 0) continue;
			const matrix = bones[i]!.matrixWorld.elements;
			writePoseMatrix(poses, matrix, joint * POSE_STRIDE);
			writeProduct(matrix, boneInverses[i]!.elements, out, i * MATRIX_SIZE);
		}
		this.#isChanged = true;
	}

	/** Called by the renderer once per frame: the matrices are there already. */
	override update(): void {
		if (this.#isChanged && this.boneTexture !== null) this.boneTexture.needsUpdate = true;
		this.#isChanged = false;
	}
}

/** Writes the product of two affine matrices. */
function writeProduct(a: ArrayLike<number>, b: ArrayLike<number>, out: Float32Array, at: number): void {
	const a0 = a[0]!;
	const a1 = a[1]!;
	const a2 = a[2]!;
	const a4 = a[4]!;
	const a5 = a[5]!;
	const a6 = a[6]!;
	const a8 = a[8]!;
	const a9 = a[9]!;
	const a10 = a[10]!;
	for (let column = 0; column < 4; column++) {
		const x = b[column * 4]!;
		const y = b[column * 4 + 1]!;
		const z = b[column * 4 + 2]!;
		const start = at + column * 4;
		out[start] = a0 * x + a4 * y + a8 * z;
		out[start + 1] = a1 * x + a5 * y + a9 * z;
		out[start + 2] = a2 * x + a6 * y + a10 * z;
	}
	out[at + 12]! += a[12]!;
	out[at + 13]! += a[13]!;
	out[at + 14]! += a[14]!;
}
