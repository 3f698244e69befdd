import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	CATALOG_COLUMNS,
	describeFiles,
	EVENT_COLUMNS,
	encodePart,
	LockedError,
	mergeParts,
	mergePartsWithFrames,
	updateCatalog,
} from '@handreel/corpus';
import { listRecordings } from '@handreel/corpus/internal';
import { describe, expect, it } from 'vitest';
import { lockFolder } from '../../src/dataset/lock-folder.ts';
import { decodePart } from '../../src/dataset/part.ts';
import { createCorpus, createFolder, createSmallCorpus, readDataset } from '../support/folders.ts';

describe('parts', () => {
	it('come back as they were, in the order of paths', async () => {
		const corpus = createCorpus();
		const paths = listRecordings(corpus).map(({ path }) => path);
		const files = await describeFiles(corpus, paths);
		expect(files.map(({ path }) => path)).toEqual(paths);
		expect(files.every(({ row }) => row.length === CATALOG_COLUMNS.length)).toBe(true);
		expect(files.flatMap(({ events }) => events).every(({ length }) => length === EVENT_COLUMNS.length)).toBe(true);
		const part = encodePart(files.toReversed());
		expect(decodePart(part)).toEqual(files);
		expect(encodePart(files)).toEqual(part);
	});

	it('refuse other content', () => {
		const part = encodePart([]);
		expect(decodePart(part)).toEqual([]);
		expect(() => decodePart(part.subarray(0, -1))).toThrow('not a part');
		const text = new TextDecoder().decode(part);
		const other = new TextEncoder().encode(text.replace(/"version":"\w+"/, '"version":99'));
		expect(() => decodePart(other)).toThrow('version 99');
		expect(() => decodePart(new TextEncoder().encode(`${text}{"path":"a"`))).toThrow('cut off');
	});
});

describe('mergeParts', () => {
	it('writes the bytes of an index on one machine, however the files are divided and ordered', async () => {
		const corpus = createCorpus();
		const { folder } = await updateCatalog(corpus, { out: join(createFolder(), 'one') });
		const expected = readDataset(folder);
		const paths = listRecordings(corpus).map(({ path }) => path);
		for (const size of [1, 7, paths.length]) {
			const parts: Uint8Array[] = [];
			for (let at = 0; at < paths.length; at += size) {
				parts.push(encodePart(await describeFiles(corpus, paths.slice(at, at + size))));
			}
			const out = createFolder();
			const { recordings } = mergeParts(out, parts.reverse());
			expect(recordings).toBe(paths.length);
			expect(readDataset(out)).toEqual(expected);
		}
	});

	it('writes the same frames as one machine, keeps them, and refuses recordings that have changed', async () => {
		const corpus = createSmallCorpus();
		const { folder } = await updateCatalog(corpus, { out: join(createFolder(), 'one'), frames: true });
		const expected = readDataset(folder);
		const paths = listRecordings(corpus).map(({ path }) => path);
		const parts = [encodePart(await describeFiles(corpus, paths))];
		const out = createFolder();
		const { frames } = await mergePartsWithFrames(corpus, out, parts, { frameRate: null });
		const [file] = frames?.files ?? [];
		expect(readDataset(out)).toEqual(expected);
		const path = join(out, file?.name ?? '');
		const before = statSync(path).ino;
		await mergePartsWithFrames(corpus, out, parts, { frameRate: null });
		expect(statSync(path).ino).toBe(before);
		expect(mergeParts(out, parts).frames).toBe(null);
		expect(existsSync(path)).toBe(false);
		const described = readDataset(out);
		const changed = decodePart(parts[0]!).find(({ row }) => row[3] === 'readable')?.path ?? '';
		writeFileSync(join(corpus, changed), '');
		await expect(mergePartsWithFrames(corpus, out, parts, { frameRate: null })).rejects.toThrow('changed while');
		expect(readDataset(out)).toEqual(described);
	});

	it('takes a part that was delivered twice, and refuses contradictions', async () => {
		const corpus = createCorpus();
		const files = await describeFiles(corpus, ['generated/mrtk-1.1.bin', 'generated/simple-1.1.bin']);
		const part = encodePart(files);
		const out = createFolder();
		expect(mergeParts(out, [part, part]).recordings).toBe(2);
		const before = readDataset(out);
		const [first, second] = files;
		const other = encodePart([{ ...first!, row: second!.row }]);
		expect(() => mergeParts(out, [part, other])).toThrow('contradict each other about "generated/mrtk-1.1.bin"');
		expect(readDataset(out)).toEqual(before);
	});

	it('is refused while another process writes', () => {
		const out = createFolder();
		const unlock = lockFolder(out);
		expect(() => mergeParts(out, [])).toThrow(LockedError);
		unlock();
		expect(mergeParts(out, []).recordings).toBe(0);
	});
});
