import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates folders that are removed after the tests of a file. */
export function useScratch(): () => string {
	const root = mkdtempSync(join(tmpdir(), 'handreel-capture-'));
	afterAll(() => rmSync(root, { recursive: true, force: true }));
	return () => mkdtempSync(join(root, 'takes-'));
}
