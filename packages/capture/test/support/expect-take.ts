import { readFileSync } from 'node:fs';
import { recoverJournal } from '@handreel/core/record';
import { encodeReel } from '@handreel/core/reel';
import { expect } from 'vitest';

/** Expects a reel to be the take of a journal, to the bit. */
export function expectTake(path: string, journal: Uint8Array): void {
	const { recording } = recoverJournal(journal);
	expect(readFileSync(path).equals(encodeReel(recording!)), path).toBe(true);
}
