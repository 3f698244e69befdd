import { SIDES, type Side } from '@handreel/core';
import { nameTransientPointer } from '@handreel/core/internal';
import type { TrackValue } from '@handreel/core/record';
import type { RecordableFrame, RecordableInput } from './recordable-session.ts';

/** Returns the side of a transient pointer, the input of a hand that pinches; `null` for other inputs. */
export function findPointerSide({ handedness, targetRayMode }: RecordableInput): Side | null {
	return targetRayMode === 'transient-pointer' ? (SIDES.find((side) => side === handedness) ?? null) : null;
}

/** Lists the rays of transient pointers, in Unity's space. */
export function listPointerValues(
	frame: Pick<RecordableFrame, 'getPose'>,
	space: object,
	inputs: Iterable<RecordableInput>,
): TrackValue[] {
	const values: TrackValue[] = [];
	for (const input of inputs) {
		const side = findPointerSide(input);
		const pose = side && frame.getPose(input.targetRaySpace as never, space as never);
		if (!side || !pose) continue;
		const { position: p, orientation: q } = pose.transform;
		values.push({ name: nameTransientPointer(side), kind: 'pose', value: [p.x, p.y, -p.z, -q.x, -q.y, q.z, q.w] });
	}
	return values;
}
