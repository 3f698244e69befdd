import { describe, expect, it } from 'vitest';
import { describePanel, findMarkerTime, type HeadsetState } from '../../src/headset/describe-panel.ts';

const STATE: HeadsetState = {
	label: 'grab.reel',
	start: 0,
	end: 4,
	time: 1,
	isPlaying: false,
	markers: [
		{ time: 3, name: 'put down' },
		{ time: 1, name: 'reach' },
	],
	isInside: true,
};

describe('the panel in the headset', () => {
	it('shows time, markers and what buttons do', () => {
		const { title, lines, slider, buttons } = describePanel(STATE);
		expect([title, lines]).toEqual(['grab.reel', ['1.0 of 4.0 s · reach']]);
		expect(slider).toEqual({ value: 0.25, marks: [0.75, 0.25] });
		expect(buttons.map(({ label }) => label)).toEqual(['Play', 'Previous', 'Next', 'Add marker', 'Step out', 'Exit']);
		const [play, , , , place] = describePanel({ ...STATE, isPlaying: true, isInside: false }).buttons;
		expect([play?.label, place?.label]).toEqual(['Pause', 'Step in']);
	});

	it('has short titles, and values for recordings without duration', () => {
		expect(describePanel({ ...STATE, label: 'x'.repeat(60) }).title).toHaveLength(34);
		expect(describePanel({ ...STATE, end: 0, time: 0, markers: [] }).slider).toEqual({ value: 0, marks: [] });
	});

	it('goes to the nearest marker on each side, then to the ends', () => {
		const go = (time: number, step: 1 | -1): number => findMarkerTime({ ...STATE, time }, step);
		expect([go(0, 1), go(1, 1), go(3, 1), go(3.5, 1)]).toEqual([1, 3, 4, 4]);
		expect([go(4, -1), go(3, -1), go(1, -1), go(0, -1)]).toEqual([3, 1, 0, 0]);
	});
});
