import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { TableReader, TableWriter } from '@handreel/convert/internal';
import { type Manifest, openQuery, updateCatalog } from '@handreel/corpus';
import { findCatalog, readManifest } from '@handreel/corpus/internal';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { explainMissing } from '../../src/dataset/manifest.ts';
import type { StagedFile } from '../../src/dataset/staging.ts';
import { CATALOG_COLUMNS } from '../../src/schema/columns.ts';
import { createFolder } from '../support/folders.ts';

const FRAMES = 'frames/0123456789abcdef01234567.parquet';

function createRecordings(): string {
	const folder = createFolder();
	cpSync(join(root, 'fixtures/generated/mrtk-1.1.bin'), join(folder, 'a.bin'));
	return folder;
}

/** Files that no catalog may touch: their content by path. */
function createVictim(names: readonly string[]): { folder: string; check: () => void } {
	const folder = createFolder();
	for (const name of names) {
		mkdirSync(join(folder, name, '..'), { recursive: true });
		writeFileSync(join(folder, name), `mine: ${name}`);
	}
	return {
		folder,
		check: () => {
			const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
			expect(files.map(({ name }) => name).sort()).toEqual(names.map((name) => basename(name)).sort());
			for (const name of names) expect(readFileSync(join(folder, name), 'utf8')).toBe(`mine: ${name}`);
		},
	};
}

async function changeManifest(folder: string, change: (manifest: Manifest) => object): Promise<string> {
	const out = join(folder, '.handreel');
	if (!existsSync(out)) await updateCatalog(folder, { frames: true });
	const path = join(out, 'manifest.json');
	writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
	return out;
}

describe('a catalog of a stranger', () => {
	it('neither deletes, replaces nor reads files outside through its manifest', async () => {
		const victim = createVictim(['secret.parquet', 'frames/secret.parquet']);
		const folder = createRecordings();
		const names = [
			join(victim.folder, 'secret.parquet'),
			`../../${basename(victim.folder)}/secret.parquet`,
			`frames/../../../${basename(victim.folder)}/secret.parquet`,
			`${FRAMES}/../x`,
			`./${FRAMES}`,
			`${FRAMES}\n`,
			'frames\\0123456789abcdef01234567.parquet',
			'lock.json',
			'commit.json',
			'',
			5,
		];
		for (const name of names) {
			const out = await changeManifest(folder, ({ frames, ...rest }) => ({
				...rest,
				frames: { ...frames, files: [{ name, bytes: 1, sha256: '0'.repeat(64), recordings: 1 }] },
			}));
			expect(readManifest(out)).toBeNull();
			expect(explainMissing(out)).toBe(`the catalog in ${out} is damaged; index the folder again`);
			await expect(openQuery(out)).rejects.toThrow('is damaged');
			// The next update writes a new catalog.
			await updateCatalog(folder, { frames: true });
			expect(readManifest(out)?.frames?.files).toHaveLength(1);
		}
		victim.check();
	});

	it('is damaged if a field of its manifest has another type', async () => {
		const folder = createRecordings();
		const out = await changeManifest(folder, (manifest) => manifest);
		const good = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
		expect(readManifest(out)).toEqual(good);
		const [file] = good.frames.files;
		const changes: object[] = [
			{ recordings: -1 },
			{ events: '1' },
			{ tables: 5 },
			{ tables: null },
			{ tables: [null] },
			{ tables: [file] },
			{ tables: [{ ...good.tables[0], sha256: 'x' }] },
			{ frames: 5 },
			{ frames: { frameRate: null, files: 5 } },
			{ frames: { frameRate: -1, files: [] } },
			{ frames: { frameRate: '60', files: [] } },
			{ frames: { frameRate: null, files: [good.tables[0]] } },
			{ version: '\u001b[31m' },
		];
		for (const change of changes) {
			writeFileSync(join(out, 'manifest.json'), JSON.stringify({ ...good, ...change }));
			expect(readManifest(out), JSON.stringify(change)).toBeNull();
			expect(explainMissing(out)).toContain('is damaged');
		}
		for (const text of ['null', '[]', '5', '"x"', '', '{"format":{}}']) {
			writeFileSync(join(out, 'manifest.json'), text);
			expect(explainMissing(out)).toContain('has no catalog');
		}
		for (const version of [4, '0123456789ab']) {
			writeFileSync(join(out, 'manifest.json'), JSON.stringify({ ...good, version }));
			expect(explainMissing(out)).toContain('another version of handreel');
		}
	});

	it('takes no memory out of proportion: deeply nested JSON counts as damaged', async () => {
		const folder = createRecordings();
		const now = { now: () => Number.MAX_SAFE_INTEGER };
		const { folder: out } = await updateCatalog(folder, now);
		const deepen = (name: string): void => {
			const path = join(out, name);
			const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : '{"rename":[],"remove":[]}';
			writeFileSync(path, `${text.slice(0, -1)},"more":${'['.repeat(1e5)}${']'.repeat(1e5)}}`);
		};
		deepen('state.json');
		expect((await updateCatalog(folder, now)).read).toBe(1);
		deepen('manifest.json');
		expect(readManifest(out)).toBeNull();
		deepen('commit.json');
		await expect(updateCatalog(folder)).rejects.toThrow('commit.json is not a file of this program');
	});

	it('is read again if a table is damaged or not ours, although its manifest fits', async () => {
		const folder = createRecordings();
		const { folder: out } = await updateCatalog(folder);
		const good = readFileSync(join(out, 'catalog.parquet'));
		const longGroup = new TableWriter([...CATALOG_COLUMNS]);
		const table = new TableReader(good);
		const row = CATALOG_COLUMNS.map(({ name }) => table.readColumn(name, 0)[0]!);
		const pieces = [...longGroup.addRows(new Array(2000).fill(row)), ...longGroup.end()];
		// The values of all columns but a few are read late, where a row is kept.
		const late = Buffer.from(good).fill(0xff, 4, good.length >> 1);
		for (const bytes of [Buffer.from('garbage'), good.subarray(0, -9), late, Buffer.concat(pieces)]) {
			const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
			const sha256 = createHash('sha256').update(bytes).digest('hex');
			const tables = manifest.tables.map((table: StagedFile) =>
				table.name === 'catalog.parquet' ? { ...table, bytes: bytes.length, sha256 } : table,
			);
			writeFileSync(join(out, 'catalog.parquet'), bytes);
			writeFileSync(join(out, 'manifest.json'), JSON.stringify({ ...manifest, tables }));
			writeFileSync(join(folder, 'b.bin'), `${bytes.length}`);
			const { manifest: now } = await updateCatalog(folder, { now: () => Number.MAX_SAFE_INTEGER });
			expect(now.recordings).toBe(2);
			expect(readdirSync(out).sort()).toEqual(['catalog.parquet', 'events.parquet', 'manifest.json', 'state.json']);
			rmSync(join(folder, 'b.bin'));
			await updateCatalog(folder);
			expect(readFileSync(join(out, 'catalog.parquet')).equals(good)).toBe(true);
		}
	});

	it('is not followed through links', async () => {
		const victim = createVictim(['catalog.parquet', 'manifest.json', 'catalog.parquet.handreel-new']);
		const folder = createRecordings();
		symlinkSync(victim.folder, join(folder, '.handreel'));
		await expect(updateCatalog(folder)).rejects.toThrow('is a link');
		expect(findCatalog(join(folder, '.handreel'))).toBeNull();
		expect(explainMissing(join(folder, '.handreel'))).toContain('is a link');
		rmSync(join(folder, '.handreel'));
		const { folder: out } = await updateCatalog(folder, { frames: true });
		// Single files.
		for (const name of ['catalog.parquet', 'events.parquet', 'manifest.json']) {
			renameSync(join(out, name), join(out, 'aside'));
			symlinkSync(join(out, 'aside'), join(out, name));
			await expect(openQuery(out), name).rejects.toThrow(/not a regular file|no catalog/);
			await updateCatalog(folder, { frames: true });
			expect(existsSync(join(out, 'aside'))).toBe(true);
			rmSync(join(out, 'aside'));
			(await openQuery(out)).close();
		}
		symlinkSync(join(victim.folder, 'catalog.parquet'), join(out, 'catalog.parquet.handreel-new'));
		writeFileSync(join(folder, 'b.csv'), '');
		await updateCatalog(folder);
		// Two links to the folder itself are 2^40 paths.
		for (const name of ['l1', 'l2']) symlinkSync('.', join(out, name));
		await updateCatalog(folder);
		// The folder of the frames.
		rmSync(join(out, 'frames'), { recursive: true });
		symlinkSync(victim.folder, join(out, 'frames'));
		await expect(updateCatalog(folder, { frames: true })).rejects.toThrow('frames is not a folder');
		await expect(openQuery(out)).rejects.toThrow('frames is not a folder');
		expect(existsSync(join(out, 'lock.json'))).toBe(false);
		victim.check();
	});

	it('has no lock that is not ours', async () => {
		const folder = createRecordings();
		const out = join(folder, '.handreel');
		mkdirSync(out);
		const locks = [
			'5',
			'null',
			'{}',
			JSON.stringify({ host: hostname(), pid: 0, id: 'x' }),
			JSON.stringify({ host: hostname(), pid: -1, id: 'x' }),
			JSON.stringify({ host: '\u001b]0;x\u0007', pid: 1, id: 'x' }),
			'a note of mine',
		];
		for (const text of locks) {
			writeFileSync(join(out, 'lock.json'), text);
			await expect(updateCatalog(folder), text).rejects.toThrow('is not a lock of a catalog');
			expect(readFileSync(join(out, 'lock.json'), 'utf8')).toBe(text);
		}
	});

	it('is read again if its state is not ours', async () => {
		const folder = createRecordings();
		const { folder: out } = await updateCatalog(folder, { now: () => Number.MAX_SAFE_INTEGER });
		expect((await updateCatalog(folder, { now: () => Number.MAX_SAFE_INTEGER })).read).toBe(0);
		const state = JSON.parse(readFileSync(join(out, 'state.json'), 'utf8'));
		for (const files of [{ 'a.bin': 5 }, { 'a.bin': null }, 5, null, ['a.bin']]) {
			writeFileSync(join(out, 'state.json'), JSON.stringify({ ...state, files }));
			expect((await updateCatalog(folder, { now: () => Number.MAX_SAFE_INTEGER })).read).toBe(1);
		}
	});
});

describe('a folder with files of other programs', () => {
	it('keeps them beside a catalog', async () => {
		const victim = createVictim([
			'thesis.new',
			'catalog.parquet.new',
			'sub/deep.new',
			'frames/b.parquet.new',
			'x.new/y',
		]);
		const outside = createVictim(['parser.new', 'parser.handreel-new']);
		const folder = createRecordings();
		symlinkSync(outside.folder, join(victim.folder, 'link'));
		await updateCatalog(folder, { out: victim.folder, frames: true });
		cpSync(join(folder, 'a.bin'), join(folder, 'b.bin'));
		await updateCatalog(folder, { out: victim.folder, frames: true });
		outside.check();
		for (const name of readdirSync(victim.folder, { recursive: true, encoding: 'utf8' })) {
			const isOurs = /^((catalog|events)\.parquet|(manifest|state)\.json|frames.[0-9a-f]{24}\.parquet|link)$/.test(
				name,
			);
			if (isOurs) rmSync(join(victim.folder, name));
		}
		victim.check();
	});

	it('is refused for a catalog if a name is taken', async () => {
		const folder = createRecordings();
		for (const name of [
			'manifest.json',
			'catalog.parquet',
			'events.parquet',
			'state.json',
			'commit.json',
			'lock.json',
		]) {
			const victim = createVictim([name]);
			await expect(updateCatalog(folder, { out: victim.folder }), name).rejects.toThrow(/move (it|the file) away/);
			victim.check();
		}
	});
});
