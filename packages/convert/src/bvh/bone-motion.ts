import { createRecording, type FrameTable, JOINT_COUNT, type Recording } from '@handreel/core';
import { composePoses, invertPose, normalizeQuaternion, rotateVector } from '@handreel/core/internal';
import { bakeFramesSimd } from '@handreel/core/simd';
import type { Bone } from './skeleton.ts';

const NUMBERS = 7;
/** Frames that are sampled at a time. */
const BLOCK_FRAMES = 512;
/** Motions of up to this many frames are sampled once; of longer ones, medians are those of this many frames or fewer. */
const KEPT_FRAMES = 8192;

/** The poses of bones in some frames. */
export interface BoneBlock {
	/** The number of the first frame. */
	readonly firstFrame: number;
	readonly frameCount: number;
	/** In WebXR's space, frame after frame, 7 numbers each. */
	readonly world: readonly Float64Array[];
	/** Relative to the parent. */
	readonly local: readonly Float64Array[];
	/** 1 in frames in which the bone is tracked; `null` if it is unknown. */
	readonly tracked: ReadonlyArray<Uint8Array | null>;
}

/** How far joints are from their places if bones have constant lengths. */
export interface BoneDeviation {
	readonly medianMeters: number;
	readonly maxMeters: number;
}

/** The motion of bones at times, sampled in blocks: it may be much longer than fits into memory. */
export class BoneMotion {
	readonly #bones: readonly Bone[];
	readonly #recording: Recording;
	readonly #times: Float64Array;
	readonly #kept: readonly BoneBlock[] | null;
	/** Medians are those of each frame with a number that is a multiple of this. */
	readonly #step: number;
	/** Whether a bone is tracked in any frame: then poses in other frames say nothing about it. */
	readonly #isTracked: readonly boolean[];
	/** The constant offsets from the parent in meters: the median over these frames. */
	readonly offsets: readonly (readonly number[])[];

	constructor(bones: readonly Bone[], { head, hands }: Recording, times: Float64Array) {
		this.#bones = bones;
		this.#recording = createRecording({ head, hands });
		this.#times = times;
		this.#step = Math.ceil(times.length / KEPT_FRAMES);
		this.#kept = times.length > KEPT_FRAMES ? null : [...this.#sampleBlocks()];
		const isTracked = bones.map(() => false);
		for (const { tracked } of this.listBlocks()) {
			tracked.forEach((states, i) => {
				isTracked[i] ||= states?.includes(1) === true;
			});
		}
		this.#isTracked = isTracked;
		this.offsets = this.#findOffsets();
	}

	/** The blocks in order. */
	listBlocks(): Iterable<BoneBlock> {
		return this.#kept ?? { [Symbol.iterator]: () => this.#sampleBlocks() };
	}

	/** Compares the joints of a skeleton with constant offsets with those that were recorded. */
	measureDeviation(): BoneDeviation {
		const bones = this.#bones;
		const distances: number[] = [];
		let maxMeters = 0;
		const placed = bones.map(() => new Float64Array(3));
		for (const block of this.listBlocks()) {
			for (let frame = 0; frame < block.frameCount; frame++) {
				const at = frame * NUMBERS;
				bones.forEach(({ parent }, i) => {
					const own = placed[i]!;
					if (parent < 0) {
						own.set(block.local[i]!.subarray(at, at + 3));
						return;
					}
					// Rotations are exact, so the parent is turned as it was recorded.
					rotateVector(block.world[parent]!, this.offsets[i]!, own, at + 3);
					let square = 0;
					for (let axis = 0; axis < 3; axis++) {
						own[axis]! += placed[parent]![axis]!;
						square += (own[axis]! - block.world[i]![at + axis]!) ** 2;
					}
					if (!this.#isCounted(block, i, frame)) return;
					const distance = Math.sqrt(square);
					if (distance > maxMeters) maxMeters = distance;
					if ((block.firstFrame + frame) % this.#step === 0) distances.push(distance);
				});
			}
		}
		return { medianMeters: findMedian(distances), maxMeters };
	}

	#findOffsets(): number[][] {
		const found = this.#bones.map(() => [[], [], []] as number[][]);
		for (const block of this.listBlocks()) {
			for (let frame = 0; frame < block.frameCount; frame++) {
				if ((block.firstFrame + frame) % this.#step !== 0) continue;
				found.forEach((axes, i) => {
					if (!this.#isCounted(block, i, frame)) return;
					axes.forEach((values, axis) => {
						values.push(block.local[i]![frame * NUMBERS + axis]!);
					});
				});
			}
		}
		return this.#bones.map(({ parent }, i) => (parent < 0 ? [0, 0, 0] : found[i]!.map(findMedian)));
	}

	// Poses of a hand that is lost say nothing about its bones.
	#isCounted({ tracked }: BoneBlock, bone: number, frame: number): boolean {
		return !this.#isTracked[bone] || tracked[bone]![frame] === 1;
	}

	*#sampleBlocks(): Generator<BoneBlock> {
		for (let firstFrame = 0; firstFrame < this.#times.length; firstFrame += BLOCK_FRAMES) {
			const times = this.#times.subarray(firstFrame, firstFrame + BLOCK_FRAMES);
			const table = bakeFramesSimd(this.#recording, { times, space: 'webxr' });
			const world = this.#bones.map((bone) => readPoses(bone, table));
			const local = this.#bones.map(({ parent }, i) => (parent < 0 ? world[i]! : toLocal(world[i]!, world[parent]!)));
			const tracked = this.#bones.map(({ side }) => (side === null ? null : (table.hands?.[side].tracked ?? null)));
			yield { firstFrame, frameCount: times.length, world, local, tracked };
		}
	}
}

function toLocal(own: Float64Array, above: Float64Array): Float64Array {
	const poses = new Float64Array(own.length);
	for (let at = 0; at < own.length; at += NUMBERS) {
		composePoses(invertPose(above.subarray(at, at + NUMBERS)), own, poses, 0, at, at);
	}
	return poses;
}

function readPoses({ side, joint }: Bone, { head, hands, times }: FrameTable): Float64Array {
	const poses = new Float64Array(times.length * NUMBERS);
	const [source, stride] = side === null ? [head, NUMBERS] : [hands?.[side].joints, JOINT_COUNT * NUMBERS];
	for (let frame = 0; frame < times.length; frame++) {
		const at = frame * NUMBERS;
		for (let i = 0; i < NUMBERS; i++) {
			const value = source?.[frame * stride + joint * NUMBERS + i] ?? 0;
			poses[at + i] = Number.isFinite(value) ? value : 0;
		}
		normalizeQuaternion(poses, poses, at + 3, at + 3);
	}
	return poses;
}

function findMedian(values: ArrayLike<number>): number {
	if (values.length === 0) return 0;
	const sorted = Float64Array.from(values).sort();
	return sorted[sorted.length >> 1]!;
}
