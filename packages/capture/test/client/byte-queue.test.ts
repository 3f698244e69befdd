import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteQueue } from '../../src/client/byte-queue.ts';

it('keeps bytes at their offsets through appends and drops', () => {
	const step = fc.record({ size: fc.integer({ min: 0, max: 50 }), drop: fc.integer({ min: 0, max: 60 }) });
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 1000 }), fc.array(step), (start, steps) => {
			const queue = new ByteQueue(start, 16);
			let end = start;
			for (const { size, drop } of steps) {
				queue.append(Uint8Array.from({ length: size }, (_, i) => (end + i) & 0xff));
				end += size;
				queue.dropBefore(end - drop);
				expect(queue.end).toBe(end);
				const out = new Uint8Array(queue.end - queue.start);
				queue.copy(queue.start, queue.end, out, 0);
				expect(out).toEqual(Uint8Array.from(out, (_, i) => (queue.start + i) & 0xff));
			}
		}),
	);
});

it('never drops bytes that it does not have yet', () => {
	const queue = new ByteQueue(10);
	queue.dropBefore(50);
	expect([queue.start, queue.end]).toEqual([10, 10]);
});
