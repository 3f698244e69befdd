import type { ReplayEvent } from '@handreel/webxr';
import { describe, expect, it } from 'vitest';
import { type DriverState, toDriverState } from '../../src/replay/driver-state.ts';

const STATE = { time: 1, mode: 'immersive-vr', frames: 1, start: 0, events: [] };
const read = (state: Readonly<Record<string, unknown>>, known: readonly ReplayEvent[]): DriverState =>
	toDriverState({ ...state, events: JSON.stringify(state['events']) }, known);
const SELECT = { type: 'select', time: 0.5, side: 'left' } as const;

describe('the state that a page sends', () => {
	it('is the state of its driver, with the events so far', () => {
		const change = { type: 'inputsourceschange', time: 1, added: ['left'], removed: [] } as const;
		const state = read({ ...STATE, start: 1, events: [change], errors: [{ text: 'no', time: 2 }, null] }, [SELECT]);
		expect(state).toEqual({
			time: 1,
			mode: 'immersive-vr',
			frames: 1,
			events: [SELECT, { type: 'inputsourceschange', time: 1, added: ['left'], removed: [] }],
			errors: [
				{ text: 'no', time: 2 },
				{ text: '', time: 0 },
			],
		});
		// A new document starts again.
		expect(read({ ...STATE, events: [change] }, [SELECT]).events).toEqual([change]);
		expect(read({ ...STATE, mode: null, failure: 'no' }, [])).toMatchObject({ mode: null, failure: 'no' });
	});

	it('is refused if it is something else', () => {
		const changes: object[] = [
			{ time: '1' },
			{ time: Number.NaN },
			{ frames: Number.POSITIVE_INFINITY },
			{ events: null },
			{ events: { length: 1e9 } },
			{ start: -1 },
			{ start: 2 },
		];
		for (const change of changes) {
			expect(() => read({ ...STATE, ...change }, [SELECT]), JSON.stringify(change)).toThrow('has changed');
		}
		const deep = `[${'['.repeat(1000)}${']'.repeat(1000)}]`;
		const dense = `[${'{},'.repeat(8e6)}{}]`;
		for (const sent of [undefined, 5, 'x', [], true, { ...STATE, events: '[' }, STATE])
			expect(() => toDriverState(sent, [])).toThrow('has changed');
		for (const events of [deep, dense]) expect(() => toDriverState({ ...STATE, events }, [])).toThrow('has changed');
	});

	it('has no more events than a replay, however often the page adds some', () => {
		const some = new Array(100_000).fill(SELECT);
		let known: readonly (typeof SELECT)[] = [];
		const add = (): void => {
			const { events } = read({ ...STATE, start: known.length, events: some }, known);
			known = events as typeof known;
		};
		for (let i = 0; i < 3; i++) add();
		expect(known).toHaveLength(300_000);
		expect(add).toThrow('the page has more than 300000 events');
	});

	it('has short texts of known fields', () => {
		const long = 'x'.repeat(2000);
		const event = { type: long, time: 'x', side: 5, added: new Array(1000).fill(long), secret: long, reason: long };
		const [first] = read({ ...STATE, mode: long, failure: long, events: [event, null] }, []).events;
		expect(first).toEqual({
			type: 'x'.repeat(1000),
			time: 0,
			side: '',
			added: new Array(16).fill('x'.repeat(1000)),
			reason: 'x'.repeat(1000),
		});
		// More than a message may have.
		const endless = { ...STATE, events: `["${'x'.repeat(100_000_000)}"]` };
		expect(() => toDriverState(endless, [])).toThrow('has changed');
	});
});
