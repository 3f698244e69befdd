import type { Hold } from './find-holds.ts';
import { type Deed, listChecks } from './list-deeds.ts';
import { roundPoint, type TestObject, type TestStep } from './test-step.ts';

/** Seconds after the end of a hold at which the object is looked at. */
const AFTER = 0.1;

/** Returns the steps of a test that replays a recording and checks where held objects are. */
export function listReplaySteps(
	holds: readonly Hold[],
	deeds: readonly Deed[],
	objects: ReadonlyMap<number, TestObject>,
	duration: number,
): TestStep[] {
	const checks: { time: number; steps: TestStep[] }[] = holds.flatMap(({ id, side, start, end, from, to }) => {
		const object = objects.get(id);
		if (object === undefined) return [];
		const text = `The ${side} hand holds ${object.constant} from ${start.toFixed(2)} s to ${end.toFixed(2)} s.`;
		const check = (point: Hold['from']): TestStep => ({ kind: 'near', object, point: roundPoint(point) });
		return [
			{ time: start, steps: [{ kind: 'comment' as const, text }, check(from)] },
			{ time: Math.min(duration, end + AFTER), steps: [check(to)] },
		];
	});
	for (const deed of deeds) {
		const last = Math.max(...deed.changes.map(({ time }) => time));
		checks.push({ time: Math.min(duration, last + AFTER), steps: listChecks(deed, objects) });
	}
	checks.sort((a, b) => a.time - b.time);
	return [
		...checks.flatMap(({ time, steps }) => [{ kind: 'stepTo', time: Number(time.toFixed(3)) } as const, ...steps]),
		{ kind: 'playToEnd' },
	];
}
