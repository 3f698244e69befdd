import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHead } from '@handreel/node/internal';
import { expect, it, onTestFinished } from 'vitest';

it('reads the first bytes of files, and nothing of folders, devices and missing files', () => {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-head-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	writeFileSync(join(folder, 'a'), '12345');
	const read = (path: string, length: number): string | null => {
		const bytes = readHead(path, length);
		return bytes && Buffer.from(bytes).toString();
	};
	expect(read(join(folder, 'a'), 3)).toBe('123');
	expect(read(join(folder, 'a'), 16)).toBe('12345');
	expect(read(folder, 3)).toBeNull();
	expect(read(join(folder, 'b'), 3)).toBeNull();
	if (process.platform !== 'win32') expect(read('/dev/zero', 3)).toBeNull();
});
