import { type ExpectedEvent, matchEvents } from '@handreel/playwright';
import { describe, expect, it } from 'vitest';

const events = [
	{ type: 'sessionstart', time: 0 },
	{ type: 'selectstart', time: 1, handedness: 'left' },
	{ type: 'selectstart', time: 1.5, handedness: 'right' },
	{ type: 'selectend', time: 2, handedness: 'left' },
] as const;
const recording = { markers: [{ name: 'grab', time: 1.45 }] } as unknown as Parameters<typeof matchEvents>[2];

function match(...expected: ExpectedEvent[]): string | true {
	const { isMatch, message } = matchEvents(events, expected, recording);
	return isMatch || message;
}

describe('matching events', () => {
	it('finds them in order, with others between', () => {
		expect(match({ type: 'selectstart' }, { type: 'selectend', handedness: 'left' })).toBe(true);
		expect(match()).toBe(true);
		expect(match({ type: 'selectend' }, { type: 'selectstart' })).toMatch(/^no selectstart \(in this order\)/);
		expect(match({ type: 'selectend', handedness: 'right' })).toMatch(/^no selectend of the right hand/);
	});

	it('compares times with seconds and markers', () => {
		expect(match({ type: 'selectstart', at: 1.05 })).toBe(true);
		expect(match({ type: 'selectstart', at: 'grab' })).toBe(true);
		expect(match({ type: 'selectstart', at: 'grab', within: 0.01 })).toMatch(/within 0.01 s of 1.45 s/);
		expect(match({ type: 'selectstart', at: 'drop' })).toBe("the recording has no marker 'drop'");
	});

	it('lists what happened', () => {
		expect(match({ type: 'squeeze' })).toContain('1.500 s selectstart right');
	});
});
