import { spawnSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** Creates a folder in which the code of the documents runs as in the root of a clone. The caller removes it. */
export function createExampleFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-example-'));
	for (const name of ['node_modules', 'fixtures']) symlinkSync(join(root, name), join(folder, name), 'junction');
	return folder;
}

/** Runs code as a module in a folder. */
export function runCode(folder: string, code: string): { stdout: string; stderr: string; status: number | null } {
	writeFileSync(join(folder, 'example.mjs'), code);
	return spawnSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' });
}
