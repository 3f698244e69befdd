import { createFrameSample, type Recording, SIDES, type Side, sampleFrame } from '@handreel/core';
import { listPinches, listReaches } from '@handreel/core/measure';

/** Something that happens, in words. */
export interface DescribedEvent {
	/** Seconds. */
	readonly time: number;
	readonly text: string;
}

/** Seconds without a movement of a hand or controller that count as a pause. */
const PAUSE = 1;
/** m/s: slower is a pause. */
const SLOW = 0.05;
const RATE = 30;
/** The buttons of WebXR controllers. */
const BUTTONS = ['trigger', 'grip button', 'touchpad', 'thumbstick'];

/** Lists what happens in a recording in the order of time: reaches, pinches, presses, pauses and markers. */
export function describeRecording(recording: Recording): DescribedEvent[] {
	const events: DescribedEvent[] = [
		...listReaches(recording).map(({ side, start, distance, duration }) => ({
			time: start,
			text: `the ${side} hand moves ${distance.toFixed(2)} m in ${duration.toFixed(2)} s`,
		})),
		...listPinches(recording).map(({ side, start, duration }) => ({
			time: start,
			text: `the ${side} hand pinches for ${duration.toFixed(2)} s`,
		})),
		...recording.markers.map(({ name, time }) => ({ time, text: `marker '${name}'` })),
		...SIDES.flatMap((side) => [...listPresses(recording, side), ...listPauses(recording, side)]),
	];
	return events.sort((a, b) => a.time - b.time);
}

function listPresses({ controllers, duration }: Recording, side: Side): DescribedEvent[] {
	return (controllers?.[side]?.buttons ?? []).flatMap(({ pressed }, i) => {
		const { floats, start, count, stride } = pressed;
		const events: DescribedEvent[] = [];
		for (let key = 0; key < count; key++) {
			const at = start + key * stride;
			if (floats[at + 1] !== 1) continue;
			const next = key + 1 < count ? floats[at + stride]! : duration;
			const name = BUTTONS[i] ?? `button ${i}`;
			events.push({
				time: floats[at]!,
				text: `the ${side} controller presses the ${name} for ${(next - floats[at]!).toFixed(2)} s`,
			});
		}
		return events;
	});
}

function listPauses(recording: Recording, side: Side): DescribedEvent[] {
	const frame = createFrameSample();
	const pauses: DescribedEvent[] = [];
	let last: readonly number[] | null = null;
	let start: number | null = null;
	const finish = (time: number): void => {
		if (start !== null && time - start >= PAUSE) {
			pauses.push({ time: start, text: `the ${side} side pauses for ${(time - start).toFixed(2)} s` });
		}
		start = null;
	};
	for (let i = 0; i <= recording.duration * RATE; i++) {
		const time = i / RATE;
		const { hands, controllers } = sampleFrame(recording, time, frame, { defaultWrap: 'clamp-forever' });
		const controller = controllers[side];
		const isHand = hands[side].tracked;
		const pose = controller.present && controller.tracked ? controller.grip : isHand ? hands[side].joints : null;
		const place = pose === null ? null : [pose[0]!, pose[1]!, pose[2]!];
		const speed = place && last ? Math.hypot(...place.map((value, k) => value - last![k]!)) * RATE : null;
		if (speed !== null && speed < SLOW) start ??= time - 1 / RATE;
		else finish(time);
		last = place;
	}
	finish(recording.duration);
	return pauses;
}
