import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgress, createShareBar } from '../../src/print/progress.ts';

function openStream(isTTY: boolean): { stream: NodeJS.WriteStream; written: string[] } {
	const written: string[] = [];
	const stream = { isTTY, columns: 60, write: (text: string) => written.push(text) };
	return { stream: stream as unknown as NodeJS.WriteStream, written };
}

const CLEAR = '\r\u001b[2K';

describe('createProgress', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it('draws a bar in a terminal and removes it at the end', () => {
		const { stream, written } = openStream(true);
		const progress = createProgress(stream, 4, false);
		progress.advance(1, 'a.bin');
		expect(written.join('')).toBe(`${CLEAR}${'━'.repeat(6)}${'╌'.repeat(18)} 1 of 4 a.bin`);
		progress.end();
		expect(written.at(-1)).toBe(CLEAR);
	});

	it('redraws the bar only after a while, but always at the end', () => {
		const { stream, written } = openStream(true);
		const progress = createProgress(stream, 4, false);
		progress.advance(1, 'a.bin');
		const count = written.length;
		progress.advance(1, 'b.bin');
		expect(written).toHaveLength(count);
		vi.advanceTimersByTime(100);
		progress.advance(1, 'c.bin');
		expect(written.at(-1)).toContain('3 of 4 c.bin');
		progress.advance(1, 'd.bin');
		expect(written.at(-1)).toBe(`${'━'.repeat(24)} 4 of 4 d.bin`);
	});

	it('cuts the bar to the width of the terminal and escapes file names', () => {
		const { stream, written } = openStream(true);
		createProgress(stream, 2, false).advance(1, `\u001b[31m${'x'.repeat(100)}`);
		expect(written.at(-1)).toHaveLength(59);
		expect(written.at(-1)).toContain('\\u001b[31mxx');
	});

	it('writes a line per tenth into a pipe', () => {
		const { stream, written } = openStream(false);
		const progress = createProgress(stream, 100, false, 'frames');
		for (let i = 0; i < 100; i++) progress.advance(1, 'frames');
		progress.end();
		expect(written).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((done) => `${done} of 100 frames\n`));
	});

	it.each([
		['a single item', 1, false],
		['a quiet command', 10, true],
	])('writes nothing for %s', (_, total, isQuiet) => {
		for (const isTTY of [true, false]) {
			const { stream, written } = openStream(isTTY);
			const progress = createProgress(stream, total, isQuiet);
			progress.advance(1, 'a.bin');
			progress.end();
			expect(written).toEqual([]);
		}
	});
});

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
		expect(written.join('')).toMatch(/━{6}╌{18} 25% compared$/);
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
