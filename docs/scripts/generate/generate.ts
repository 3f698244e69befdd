// Makes the pages that have another source: formats, command reference and package reference.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/workspace.mjs';
import { formatCommandPage } from './command-help.ts';
import { generateDocuments } from './documents.ts';
import { docs, pages } from './pages.ts';
import { generateReference } from './reference.ts';

const REFERENCE = join(pages, 'reference');
const FORMAT = join(pages, 'format');
const STAMP = join(root, 'node_modules', '.cache', 'handreel', 'docs-reference');

/** Makes all generated pages. The package reference is kept if no source changed. */
export async function generatePages(): Promise<void> {
	rmSync(FORMAT, { recursive: true, force: true });
	generateDocuments(FORMAT);
	const key = hashSources();
	const isCurrent = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === key && existsSync(REFERENCE);
	if (!isCurrent) {
		rmSync(REFERENCE, { recursive: true, force: true });
		await generateReference(REFERENCE);
		mkdirSync(dirname(STAMP), { recursive: true });
		writeFileSync(STAMP, key);
	}
	writeFileSync(join(REFERENCE, 'command.md'), await formatCommandPage());
}

function hashSources(): string {
	const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
	const files = [
		...[...folders.map((folder) => join(folder, 'src')), join(docs, 'scripts', 'generate')].flatMap(listFiles),
		...folders.map((folder) => join(folder, 'package.json')),
		join(root, 'package-lock.json'),
	];
	const hash = createHash('sha256').update(process.version);
	for (const path of files) hash.update(path).update(readFileSync(path));
	return hash.digest('hex');
}

function listFiles(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}
