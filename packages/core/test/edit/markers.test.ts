import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMarker, moveMarker, removeMarker, renameMarker } from '../../src/edit/markers.ts';
import { createCurve, createRecording, type Marker, readRecording, writeRecording } from '../../src/index.ts';
import { arbitraryMarker } from '../support/arbitrary-recording.ts';

const a: Marker = { time: 1, name: 'a' };
const b: Marker = { time: 2, name: 'b' };
const c: Marker = { time: 2, name: 'c' };
const recording = createRecording({ head: { position: { y: createCurve([0, 1, 4, 2]) } }, markers: [a, b, c] });

describe('markers', () => {
	it('are added in time order, after those at the same time', () => {
		const d = { time: 2, name: 'd' };
		expect(addMarker(recording, d).markers).toEqual([a, b, c, d]);
		expect(addMarker(recording, { ...d, time: 1.5 }).markers.map(({ name }) => name)).toEqual(['a', 'd', 'b', 'c']);
		expect(addMarker(recording, { ...d, time: -1 }).markers[0]?.name).toBe('d');
	});

	it('are renamed in place', () => {
		expect(renameMarker(recording, 1, '').markers).toEqual([a, { time: 2, name: '' }, c]);
		expect(renameMarker(recording, 1, 'b')).toBe(recording);
	});

	it('move to where their time belongs', () => {
		expect(moveMarker(recording, 0, 3).markers).toEqual([b, c, { time: 3, name: 'a' }]);
		expect(moveMarker(recording, 2, 0).markers).toEqual([{ time: 0, name: 'c' }, a, b]);
		expect(moveMarker(recording, 0, 1.5).markers).toEqual([{ time: 1.5, name: 'a' }, b, c]);
		expect(moveMarker(recording, 0, 1)).toBe(recording);
	});

	it('are removed one by one', () => {
		expect(removeMarker(recording, 1).markers).toEqual([a, c]);
	});

	it('leave the given recording, its curves and the other markers as they are', () => {
		for (const edited of [
			addMarker(recording, { time: 9, name: 'z' }),
			renameMarker(recording, 1, 'z'),
			moveMarker(recording, 1, 0),
			removeMarker(recording, 1),
		]) {
			expect(edited.head).toBe(recording.head);
			expect(edited.duration).toBe(4);
			expect(edited.markers).toContain(a);
			expect(edited.markers).toContain(c);
		}
		expect(recording.markers).toEqual([a, b, c]);
	});

	it('stay sorted and survive a file', () => {
		fc.assert(
			fc.property(fc.array(arbitraryMarker, { maxLength: 8 }), (markers) => {
				const all = markers.reduce(addMarker, createRecording({}));
				const times = all.markers.map(({ time }) => time);
				expect(times).toEqual(times.toSorted((m, n) => (m < n ? -1 : m > n ? 1 : 0)));
				expect(readRecording(writeRecording(all)).markers).toEqual(all.markers);
			}),
			{ seed: 3, numRuns: 100 },
		);
	});

	it.each([-1, 3, 0.5, Number.NaN])('refuse the index %s', (index) => {
		expect(() => renameMarker(recording, index, 'x')).toThrow(/^index: .* is not one of the 3 markers/);
		expect(() => moveMarker(recording, index, 1)).toThrow(RangeError);
		expect(() => removeMarker(recording, index)).toThrow(RangeError);
	});

	it.each([Number.NaN, 1e39])('refuse the time %s', (time) => {
		expect(() => addMarker(recording, { time, name: 'x' })).toThrow(/^marker.time: .* is not a float32 number/);
		expect(() => moveMarker(recording, 0, time)).toThrow(RangeError);
	});

	it('refuse times and names of the wrong type', () => {
		expect(() => addMarker(recording, { time: '1' as never, name: 'x' })).toThrow(TypeError);
		expect(() => addMarker(recording, { time: 1, name: 1 as never })).toThrow(/^marker.name: not a string/);
		expect(() => renameMarker(recording, 0, undefined as never)).toThrow(/^name: not a string/);
	});
});
