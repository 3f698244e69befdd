import type { Recording } from '@handreel/core';
import type { ReplayEvent } from '@handreel/webxr';

/** An event as a test expects it. What is left out may be anything. */
export interface ExpectedEvent {
	/** Such as `selectstart`. */
	readonly type: string;
	readonly handedness?: 'left' | 'right';
	/** When: seconds in the recording, or the name of a marker. */
	readonly at?: number | string;
	/** How many seconds it may be away from `at`. Default 0.1. */
	readonly within?: number;
}

/** The result of {@link matchEvents}. */
export interface EventMatch {
	readonly isMatch: boolean;
	/** What was expected and found. */
	readonly message: string;
}

/** Whether events happened in the given order; others may lie between them. */
export function matchEvents(
	events: readonly ReplayEvent[],
	expected: readonly ExpectedEvent[],
	{ markers }: Recording,
): EventMatch {
	let next = 0;
	for (const item of expected) {
		const { at, within = 0.1 } = item;
		const marker = typeof at === 'string' ? markers.find(({ name }) => name === at) : undefined;
		if (typeof at === 'string' && marker === undefined) {
			return { isMatch: false, message: `the recording has no marker '${at}'` };
		}
		const time = typeof at === 'number' ? at : marker?.time;
		const found = events.findIndex(
			(event, i) =>
				i >= next &&
				event.type === item.type &&
				(item.handedness === undefined || event.handedness === item.handedness) &&
				(time === undefined || Math.abs(event.time - time) <= within),
		);
		if (found < 0) {
			const list = events.map(describeEvent).join('\n  ') || '(nothing)';
			return { isMatch: false, message: `no ${describeExpected(item, time)}. What happened:\n  ${list}` };
		}
		next = found + 1;
	}
	return { isMatch: true, message: `found all of ${expected.map((item) => item.type).join(', ')}` };
}

function describeExpected({ type, handedness, within = 0.1 }: ExpectedEvent, time: number | undefined): string {
	const when = time === undefined ? '' : ` within ${within} s of ${time} s`;
	return `${type}${handedness === undefined ? '' : ` of the ${handedness} hand`}${when} (in this order)`;
}

function describeEvent({ type, time, handedness, added, removed }: ReplayEvent): string {
	const changes = [...(added ?? []).map((name) => `+${name}`), ...(removed ?? []).map((name) => `-${name}`)];
	return [`${time.toFixed(3)} s`, type, handedness ?? '', ...changes].join(' ').trimEnd();
}
