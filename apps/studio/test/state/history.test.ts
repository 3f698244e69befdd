import { expect, test } from 'vitest';
import {
	addSplit,
	addVersion,
	createHistory,
	createPartHistory,
	getRedoTitle,
	getSplit,
	getUndoTitle,
	isUnsaved,
	markSaved,
} from '../../src/state/history.ts';
import type { KeptRecording } from '../../src/worker/protocol.ts';

const kept = { name: 'take.bin' } as KeptRecording;

test('names the edits that undo and redo act on', () => {
	let history = addVersion(addVersion(createHistory(kept, true), { title: 'Trim', kept }), { title: 'Smooth', kept });
	expect([getUndoTitle(history), getRedoTitle(history)]).toEqual(['Smooth', null]);
	history = { ...history, index: 1 };
	expect([getUndoTitle(history), getRedoTitle(history)]).toEqual(['Trim', 'Smooth']);
	history = addVersion(history, { title: 'Mirror', kept });
	expect([getUndoTitle(history), getRedoTitle(history), history.versions.length]).toEqual(['Mirror', null, 3]);
});

test('knows whether the current version is in a file', () => {
	const opened = createHistory(kept, true);
	const edited = addVersion(opened, { title: 'Trim', kept: { ...kept } });
	expect([isUnsaved(opened), isUnsaved(edited), isUnsaved({ ...edited, index: 0 })]).toEqual([false, true, false]);
	const saved = markSaved(edited);
	expect([isUnsaved(saved), isUnsaved({ ...saved, index: 0 })]).toEqual([false, true]);
	expect(isUnsaved(createHistory(kept, false))).toBe(true);
});

test('forgets the oldest versions', () => {
	let history = createHistory(kept, true);
	for (let i = 0; i < 150; i++) history = addVersion(history, { title: `Edit ${i}`, kept: { ...kept } });
	expect(history.versions.length).toBe(100);
	expect(getUndoTitle(history)).toBe('Edit 149');
	expect(isUnsaved(history)).toBe(true);
});

test('a split has a name, but leaves the recording as it is', () => {
	const split = { id: 'a', times: [1] };
	const history = addSplit(createHistory(kept, true), split);
	expect([getUndoTitle(history), getSplit(history), isUnsaved(history)]).toEqual(['Split', split, false]);
	expect(getSplit({ ...history, index: 0 })).toBeNull();
	const part = addVersion(createPartHistory(kept, { split: 'a', index: 1 }), { title: 'Trim', kept });
	expect([part.partOf?.index, isUnsaved(part)]).toEqual([1, true]);
});
