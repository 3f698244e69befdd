import { BODY_JOINTS } from '@handreel/core';
import type { SceneRecording } from '../../state/sample-table.ts';

const STRIDE = 3 * BODY_JOINTS.length;

/** The bones that are drawn, as pairs of joints: all but those of hands, which are drawn as hands. */
const BONES: readonly (readonly [from: number, to: number])[] = BODY_JOINTS.filter(
	({ parent, hand }) => parent >= 0 && (hand === null || hand.joint === 'wrist'),
).map(({ parent, index }) => [parent, index]);

/** The number of bones. */
export const BONE_COUNT: number = BONES.length;

const places = new Float32Array(STRIDE);

/** Visits the bones of a body at a time: where they begin and end in an array of places. Nothing without a body. */
export function visitBones(
	{ body, start, tableFrameRate }: SceneRecording,
	time: number,
	visit: (places: Float32Array, from: number, to: number) => void,
): void {
	if (body === undefined) return;
	const last = body.length / STRIDE - 1;
	const place = Math.min(Math.max((time - start) * tableFrameRate, 0), last);
	const row = Math.min(Math.floor(place), Math.max(last - 1, 0));
	const next = Math.min(row + 1, last);
	const share = place - row;
	for (let i = 0; i < STRIDE; i++) {
		const from = body[row * STRIDE + i]!;
		places[i] = share === 0 ? from : from + (body[next * STRIDE + i]! - from) * share;
	}
	for (const [from, to] of BONES) visit(places, from * 3, to * 3);
}
