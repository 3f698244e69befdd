import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRecording, type WritableFormatName } from '@handreel/convert';
import { readRecording } from '@handreel/core';
import { updateCatalog } from '@handreel/corpus';
import { listRecordings } from '@handreel/corpus/internal';
import { expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createFolder } from '../support/folders.ts';

const source = join(root, 'fixtures/generated/mrtk-1.1.bin');

it('a .bin file hides no recordings of other formats', async () => {
	const folder = createFolder();
	const recording = readRecording(readFileSync(source));
	const names: Readonly<Record<string, WritableFormatName>> = {
		'a.csv': 'csv',
		'b.handsbin': 'handsbin',
		'c.iwer.json': 'iwer',
		'sub/d.json': 'json',
	};
	mkdirSync(join(folder, 'sub'));
	for (const [name, format] of Object.entries(names)) {
		writeFileSync(join(folder, name), (await encodeRecording(recording, format)).bytes);
	}
	for (const name of ['package.json', 'sub/notes.json', 'results.csv']) writeFileSync(join(folder, name), '{}');
	expect((await updateCatalog(folder)).manifest.recordings).toBe(4);
	cpSync(source, join(folder, 'z.bin'));
	expect(await updateCatalog(folder)).toMatchObject({ changed: 1, unchanged: 4, removed: 0, unreadable: [] });
	expect(listRecordings(folder).map(({ path }) => path)).toEqual([...Object.keys(names), 'z.bin']);
});
