import { BODY_JOINTS } from '@handreel/core';
import { BODY_TRACKED_TRACK } from '@handreel/core/internal';
import type { TrackValue } from '@handreel/core/record';
import type { RecordableFrame } from './recordable-session.ts';

const TRACKS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
	...BODY_JOINTS.map(({ name, track }) => [name, track] as const),
	// The draft of the specification.
	['left-hand-middle-phalanx-metacarpal', 'body-left-hand-middle-metacarpal'],
]);

/** Lists the poses of the body of a frame, in Unity's space, and whether it is tracked. Empty without a body. */
export function listBodyValues(frame: Pick<RecordableFrame, 'body' | 'getPose'>, space: object): TrackValue[] {
	const { body } = frame;
	if (!body) return [];
	const values: TrackValue[] = [];
	for (const [name, joint] of body) {
		const track = TRACKS.get(name);
		const pose = track === undefined ? null : frame.getPose(joint as never, space as never);
		if (!pose) continue;
		const { position: p, orientation: q } = pose.transform;
		values.push({ name: track!, kind: 'pose', value: [p.x, p.y, -p.z, -q.x, -q.y, q.z, q.w] });
	}
	return [{ name: BODY_TRACKED_TRACK, kind: 'boolean', value: values.length > 0 }, ...values];
}
