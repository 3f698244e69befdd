import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { updateCatalog } from '@handreel/corpus';
import { describeFile } from '@handreel/corpus/internal';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { createFolder, readRows } from '../support/folders.ts';

const RECORDING = join(root, 'fixtures/generated/mrtk-1.1.bin');
const isWindows = process.platform === 'win32';

describe.skipIf(isWindows)('hostile files', () => {
	it('are named in the catalog and never fatal', async () => {
		const folder = createFolder();
		const names = [
			"a'b.bin",
			'new\nline.bin',
			'"quoted", and a comma.bin',
			'-rf.bin',
			'ünïcode 😀.bin',
			'$(x).bin',
			'a\\b.bin',
		];
		for (const name of names) copyFileSync(RECORDING, join(folder, name));
		copyFileSync(
			RECORDING,
			Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x66, 0xff, 0x2e, 0x62, 0x69, 0x6e])]),
		);
		mkdirSync(join(folder, 'sub'));
		symlinkSync('..', join(folder, 'sub/loop'));
		symlinkSync('self.bin', join(folder, 'self.bin'));
		symlinkSync('missing', join(folder, 'dangling.bin'));
		symlinkSync(RECORDING, join(folder, 'linked.bin'));
		mkdirSync(join(folder, 'folder.bin'));
		// A socket is listed if a link leads to it.
		const sockets = mkdtempSync('/tmp/hr-');
		const server = createServer().listen(join(sockets, 's'));
		await new Promise((resolve) => server.once('listening', resolve));
		symlinkSync(join(sockets, 's'), join(folder, 'socket.bin'));
		try {
			const { folder: out, unreadable } = await updateCatalog(folder);
			const rows = readRows(join(out, 'catalog.parquet'));
			const readable = rows.filter(({ status }) => status === 'readable').map(({ path }) => path);
			expect(readable).toEqual([...names, 'linked.bin'].sort());
			expect(Object.fromEntries(unreadable.map(({ path, error }) => [path, error]))).toEqual({
				'dangling.bin': 'no such file or folder',
				'f\\xFF.bin': 'the name is not UTF-8; rename the file',
				'self.bin': 'the link points to itself',
				'socket.bin': 'this is not a regular file',
			});
			// What cannot be read is the same as before.
			expect((await updateCatalog(folder)).changed).toBe(0);
		} finally {
			server.close();
			rmSync(sockets, { recursive: true });
		}
	});

	it('are named if they are gone, or no recordings', async () => {
		const folder = createFolder();
		writeFileSync(join(folder, 'text.bin'), 'hello');
		const gone = await describeFile({ root: folder, path: 'gone.bin' });
		expect(gone.file?.row.slice(0, 5)).toEqual(['gone.bin', null, null, 'unreadable', 'no such file or folder']);
		const text = await describeFile({ root: folder, path: 'text.bin' });
		expect(text.file?.row[3]).toBe('unreadable');
		expect(text.signature).not.toBeNull();
	});
});

describe.skipIf(isWindows)('a file that changes while it is read', () => {
	it('is named after three attempts', async () => {
		const folder = createFolder();
		const path = join(folder, 'a.bin');
		copyFileSync(RECORDING, path);
		// Another process writes without a pause. It announces the start, and ends with this test.
		const script = `const fs = require('fs'); for (let i = 0; ; i++) { fs.appendFileSync(process.argv[1], 'x'); if (i === 9) fs.writeSync(1, 'started'); }`;
		const writer = spawn(process.execPath, ['-e', script, path], { stdio: ['ignore', 'pipe', 'ignore'] });
		onTestFinished(() => void writer.kill('SIGKILL'));
		await once(writer.stdout, 'data');
		const seen = new Set<unknown>();
		// A process that waits for a core changes nothing, so a single look may find the file at rest.
		for (let i = 0; i < 10_000 && !seen.has(CHANGING); i++) {
			const { file } = await describeFile({ root: folder, path: 'a.bin' });
			seen.add(file?.row[4]);
			await new Promise(setImmediate);
		}
		expect(seen).toContain(CHANGING);
		writer.kill('SIGKILL');
		await once(writer, 'close');
		const { file } = await describeFile({ root: folder, path: 'a.bin' });
		expect(file?.row[4]).not.toBe(CHANGING);
	});
});

const CHANGING = 'the file changes while it is read';
