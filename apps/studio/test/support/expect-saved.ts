import { decodeRecording } from '@handreel/convert';
import type { Recording } from '@handreel/core';
import { compareRecordings } from '@handreel/core/edit';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { saveAs } from './studio-page.ts';

/** Compares the active recording with the expected recording, through a reel, which keeps everything. */
export async function expectSaved(page: Page, expected: Recording): Promise<void> {
	const { recording } = await decodeRecording((await saveAs(page, 'reel')).bytes);
	expect(recording.markers).toEqual(expected.markers);
	expect(recording.duration).toBe(expected.duration);
	const { position, rotation, states, onlyInA, onlyInB } = compareRecordings(recording, expected);
	expect([position?.max ?? 0, rotation?.max ?? 0, onlyInA, onlyInB]).toEqual([0, 0, [], []]);
	expect(states.filter(({ seconds }) => seconds > 0)).toEqual([]);
}
