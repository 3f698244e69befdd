import type { Cause, PageDescription } from '@handreel/playwright/page';
import type { DescribedEvent } from './describe-recording.ts';

/** Seconds. Objects are looked at 30 times a second, so a hold that ends so shortly before the end may go on. */
const LAST_LOOK = 0.05;

/** Describes in words what happened to the objects of a page until a time, in the order of time. */
export function describeHappenings({ holds, changes }: PageDescription, until: number): DescribedEvent[] {
	return [
		...holds.flatMap(({ side, path, start, end, distance, near }) => {
			const place = near === null ? '' : ` near ${near.path}`;
			const verb = end > until - LAST_LOOK ? 'still holds' : 'releases';
			return [
				{ time: start, text: `the ${side} hand takes ${path}` },
				{
					time: end,
					text: `the ${side} hand ${verb} ${path}${place}, ${distance.toFixed(2)} m from where it was`,
				},
			];
		}),
		...changes.map(({ time, path, text, cause }) => ({ time, text: `${path} ${text}${describeCause(cause)}` })),
	].sort((a, b) => a.time - b.time);
}

function describeCause(cause: Cause | null): string {
	if (cause === null) return '';
	const { side, kind, path } = cause;
	switch (kind) {
		case 'poke':
			return ` when the ${side} index finger touches ${path}`;
		case 'press':
			return ` when the ${side} hand pinches or presses at ${path}`;
		case 'point':
			return ` when the ${side} hand pinches or presses and points at ${path}`;
	}
}
