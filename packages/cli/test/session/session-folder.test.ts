import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
	checkSessionName,
	chooseSocket,
	findSessionFolder,
	listSessionNames,
	readRecord,
	removeRecord,
} from '../../src/session/session-folder.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hr-folder-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const isPosix = process.platform !== 'win32';

describe('the folder of sessions', () => {
	it.runIf(isPosix)('is closed to others, also if it was open', () => {
		const folder = findSessionFolder({ HANDREEL_RUNTIME_DIR: join(scratch, 'one') });
		expect(statSync(folder).mode & 0o777).toBe(0o700);
		chmodSync(folder, 0o755);
		expect(statSync(findSessionFolder({ HANDREEL_RUNTIME_DIR: folder })).mode & 0o777).toBe(0o700);
		expect(findSessionFolder({ XDG_RUNTIME_DIR: scratch })).toBe(join(scratch, 'handreel'));
	});

	it.runIf(isPosix)('is not a link, nor a file, nor that of another user', () => {
		mkdirSync(join(scratch, 'target'));
		symlinkSync(join(scratch, 'target'), join(scratch, 'link'));
		expect(() => findSessionFolder({ HANDREEL_RUNTIME_DIR: join(scratch, 'link') })).toThrow('not a folder');
		const isRoot = process.getuid?.() === 0;
		// Only root has folders of others to test with.
		if (!isRoot) return;
		mkdirSync(join(scratch, 'foreign'));
		chownSync(join(scratch, 'foreign'), 12345, 12345);
		expect(() => findSessionFolder({ HANDREEL_RUNTIME_DIR: join(scratch, 'foreign') })).toThrow('another user');
	});

	it('takes names that are names only', () => {
		for (const name of ['default', 'a', 'A-1_b']) expect(checkSessionName(name)).toBe(name);
		for (const name of ['', '.', '..', 'a/b', 'a\\b', '-a', 'a.b', 'a b', 'ä', 'x'.repeat(33), 'a\0'])
			expect(() => checkSessionName(name)).toThrow('--name');
	});

	it.runIf(isPosix)('refuses addresses that are too long for a socket', () => {
		expect(() => chooseSocket(`/${'x'.repeat(100)}`, 'default', '0'.repeat(32))).toThrow('HANDREEL_RUNTIME_DIR');
	});

	it('reads only whole records, and removes only what is its own', () => {
		const folder = findSessionFolder({ HANDREEL_RUNTIME_DIR: join(scratch, 'records') });
		const record = { name: 'a', version: '1', pid: 5, socket: '/elsewhere', secret: 's', url: 'u' };
		for (const text of ['', '{', 'null', '[]', '5', '{"pid":1}', JSON.stringify({ ...record, pid: 'x' })]) {
			writeFileSync(join(folder, 'a.json'), text);
			expect(readRecord(folder, 'a'), text).toBe(null);
		}
		const victim = join(scratch, 'victim');
		writeFileSync(victim, '');
		writeFileSync(join(folder, 'a.json'), JSON.stringify(record));
		removeRecord(folder, { ...record, secret: 'other', socket: victim });
		expect(readRecord(folder, 'a')).toEqual(record);
		removeRecord(folder, { ...record, socket: victim });
		expect(readRecord(folder, 'a')).toBe(null);
		removeRecord(folder, { ...record, socket: victim });
		expect(statSync(victim).isFile()).toBe(true);
		writeFileSync(join(folder, 'b.json'), '');
		writeFileSync(join(folder, '..json'), '');
		expect(listSessionNames(folder)).toEqual(['b']);
	});
});
