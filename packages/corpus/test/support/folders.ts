import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TableReader } from '@handreel/convert/internal';
import { onTestFinished } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';

/** A folder that is removed after the test. */
export function createFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-corpus-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** A folder with copies of fixtures: valid, damaged and unreadable recordings in two formats. */
export function createCorpus(): string {
	const folder = createFolder();
	for (const name of ['broken', 'generated', 'reels']) {
		cpSync(join(root, 'fixtures', name), join(folder, name), { recursive: true });
	}
	return folder;
}

/** The same with a file of each kind, for tests that describe them many times. */
export function createSmallCorpus(): string {
	const folder = createFolder();
	const broken = ['truncated', 'bad-magic', 'teleport'].map((name) => `broken/${name}.bin`);
	const generated = ['mrtk-1.0', 'mrtk-1.1', 'negative-start'].map((name) => `generated/${name}.bin`);
	for (const name of [...broken, ...generated, 'reels/mrtk-2.8.3-n100.reel']) {
		cpSync(join(root, 'fixtures', name), join(folder, name));
	}
	return folder;
}

/** The files of a data set, without what depends on the disk. */
export function readDataset(folder: string): Record<string, string> {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
		(name) => /\.(parquet|json|new)$/.test(name) && name !== 'state.json',
	);
	return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

/** The rows of a table as objects. */
export function readRows(path: string): Record<string, unknown>[] {
	const table = new TableReader(readFileSync(path));
	return table.groups.flatMap((count, group) => {
		const columns = table.columns.map((name) => [name, table.readColumn(name, group)] as const);
		return Array.from({ length: count }, (_, row) =>
			Object.fromEntries(columns.map(([name, cells]) => [name, cells[row]])),
		);
	});
}
