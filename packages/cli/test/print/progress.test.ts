import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createShareBar } from '../../src/print/progress.ts';

function openStream(isTTY: boolean): { stream: NodeJS.WriteStream; written: string[] } {
	const written: string[] = [];
	const stream = { isTTY, columns: 60, write: (text: string) => written.push(text) };
	return { stream: stream as unknown as NodeJS.WriteStream, written };
}

describe('createShareBar', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it('shows a share once work takes long, and leaves nothing behind', () => {
		const { stream, written } = openStream(true);
		const bar = createShareBar(stream, 'compared');
		vi.advanceTimersByTime(400);
		bar.show(0.1);
		expect(written).toEqual([]);
		vi.advanceTimersByTime(400);
		bar.show(0.256);
		expect(written.join('')).toMatch(/━{6}╌{18} 25 % compared$/);
		bar.show(0.257);
		bar.end();
		expect(written.at(-1)).toBe('\r\u001b[2K');
	});

	it('writes nothing for short work, and nothing into a pipe', () => {
		for (const isTTY of [true, false]) {
			const { stream, written } = openStream(isTTY);
			const bar = createShareBar(stream, 'compared');
			if (!isTTY) vi.advanceTimersByTime(5000);
			bar.show(0.5);
			bar.end();
			expect(written).toEqual([]);
		}
	});
});
