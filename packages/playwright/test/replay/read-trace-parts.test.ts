import type { TracePart } from '@handreel/webxr';
import { describe, expect, it } from 'vitest';
import { readTraceParts } from '../../src/replay/read-trace-parts.ts';

type Range = { readonly start: number; readonly end: number };

function createPart({ start, end }: Range): TracePart {
	const times = Array.from({ length: end - start }, (_, i) => start + i);
	const position = [1, 2, 3] as const;
	return {
		times,
		rows: 'AAAA'.repeat(times.length),
		objects: times.map((time) => [{ name: `cube ${time}`, position }]),
		messages: [{ time: 0, kind: 'log', text: 'hello' }],
	};
}

describe('the parts of a trace', () => {
	it('are read until there are no more', async () => {
		const ranges: Range[] = [];
		const read = async (range: Range): Promise<TracePart> => {
			ranges.push(range);
			return createPart({ start: range.start, end: Math.min(range.end, 2000) });
		};
		const parts = await readTraceParts(read, 100_000);
		expect(ranges.map(({ start }) => start)).toEqual([0, 1000, 2000]);
		expect(parts.map(({ times }) => times.length)).toEqual([1000, 1000]);
		expect(parts.map(({ messages }) => messages.length)).toEqual([1, 0]);
		expect(parts[0]).toEqual(createPart({ start: 0, end: 1000 }));
		expect(await readTraceParts(async () => null, 10)).toEqual([]);
	});

	it('are at most what was asked for, even if the page always has more', async () => {
		const parts = await readTraceParts(async (range) => createPart(range), 2500);
		expect(parts.map(({ times }) => times.length)).toEqual([1000, 1000, 500]);
		// Each name is a track.
		expect(new Set(parts.flatMap(({ objects }) => objects.flat().map(({ name }) => name))).size).toBe(1000);
	});

	it('are refused if they are something else, and cut if they are long', async () => {
		const part = createPart({ start: 0, end: 2 });
		const changes: object[] = [
			{ times: 5 },
			{ times: new Array(1001).fill(0) },
			{ times: [0, Number.NaN] },
			{ rows: 5 },
			{ rows: 'x'.repeat(20_000) },
		];
		for (const change of changes) {
			await expect(readTraceParts(async () => ({ ...part, ...change }), 1000)).rejects.toThrow('has changed the trace');
		}
		const long = 'x'.repeat(1_000_000);
		const flood = {
			...part,
			objects: new Array(10).fill(new Array(1000).fill({ name: long, position: 'x' })),
			messages: new Array(20_000).fill({ time: 'x', kind: long, text: long }),
		};
		const [cut] = await readTraceParts(async () => flood, 2);
		expect(cut?.objects.map((frame) => frame.length)).toEqual([100, 100]);
		expect(cut?.objects[0]?.[0]).toEqual({ name: 'x'.repeat(1000), position: [0, 0, 0] });
		expect(cut?.messages).toHaveLength(10_000);
		expect(cut?.messages[0]).toEqual({ time: 0, kind: 'x'.repeat(1000), text: 'x'.repeat(1000) });
	});
});
