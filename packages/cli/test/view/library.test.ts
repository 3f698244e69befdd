import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { updateCatalog } from '@handreel/corpus';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLibrary } from '../../src/view/library.ts';
import { type StudioServer, serveStudio } from '../../src/view/serve.ts';

const fixture = fileURLToPath(new URL('../../../../fixtures/recorded/mrtk-2.8.3-n001.bin', import.meta.url));
const isPosix = process.platform !== 'win32';

let scratch = '';
let folder = '';
let server: StudioServer;

beforeAll(async () => {
	scratch = mkdtempSync(join(tmpdir(), 'handreel-library-'));
	folder = join(scratch, 'recordings');
	const studio = join(scratch, 'studio');
	mkdirSync(join(folder, 'day 1'), { recursive: true });
	mkdirSync(join(scratch, 'outside'));
	mkdirSync(studio);
	writeFileSync(join(studio, 'index.html'), 'studio');
	writeFileSync(join(scratch, 'outside', 'secret.bin'), 'secret');
	writeFileSync(join(folder, 'secret.txt'), 'secret notes');
	copyFileSync(fixture, join(folder, 'a.bin'));
	copyFileSync(fixture, join(folder, 'day 1', 'ü#.bin'));
	// Windows allows links to folders only.
	symlinkSync(join(scratch, 'outside'), join(folder, 'away'), isPosix ? 'dir' : 'junction');
	if (isPosix) {
		symlinkSync(join(scratch, 'outside', 'secret.bin'), join(folder, 'link.bin'));
		symlinkSync(join(folder, 'a.bin'), join(folder, 'inner.bin'));
	}
	await updateCatalog(folder);
	const library = openLibrary(folder);
	if (library === null) throw new Error('the folder has no catalog');
	server = await serveStudio({ folder: studio, files: [], library });
});

afterAll(async () => {
	await server?.close();
	rmSync(scratch, { recursive: true, force: true });
});

test('the URL names the catalog, which is served as it is', async () => {
	expect(new URL(server.url).hash).toBe('#library=library/.handreel/catalog.parquet');
	const { status, bytes } = await get('/library/.handreel/catalog.parquet');
	expect(status).toBe(200);
	expect(bytes.equals(readFileSync(join(folder, '.handreel', 'catalog.parquet')))).toBe(true);
});

test('serves the recordings below the folder', async () => {
	for (const path of ['/library/a.bin', '/library/day%201/%C3%BC%23.bin', ...(isPosix ? ['/library/inner.bin'] : [])]) {
		const { status, bytes } = await get(path);
		expect([path, status]).toEqual([path, 200]);
		expect(bytes.equals(readFileSync(fixture))).toBe(true);
	}
});

test.each([
	'/library/link.bin',
	'/library/away/secret.bin',
	'/library/../outside/secret.bin',
	'/library/..%2foutside%2fsecret.bin',
	'/library/%2e%2e/outside/secret.bin',
	'/library/day%201/../../outside/secret.bin',
	'/library/..%5Coutside%5Csecret.bin',
	'/library//a.bin',
	'/library/./a.bin',
	'/library/a.bin/',
	'/library/a.bin%00',
	'/library/secret.txt',
	'/library/.handreel/state.json',
	'/library/.handreel/events.parquet',
	'/library/.handreel/../secret.txt',
	'/library/',
	'/library',
	'/library/day%201',
	'/a.bin',
])('has nothing at %s', async (path) => {
	const { status, bytes } = await get(path);
	expect(status).toBe(404);
	expect(bytes.toString()).not.toContain('secret');
});

test.runIf(isPosix)('refuses a recording that became a link after it was listed', async () => {
	copyFileSync(fixture, join(folder, 'later.bin'));
	expect((await get('/library/later.bin')).status).toBe(404);
	await get('/library/.handreel/catalog.parquet');
	expect((await get('/library/later.bin')).status).toBe(200);
	rmSync(join(folder, 'later.bin'));
	symlinkSync(join(scratch, 'outside', 'secret.bin'), join(folder, 'later.bin'));
	expect((await get('/library/later.bin')).status).toBe(404);
});

test('a folder without a catalog is not a library', () => {
	expect(openLibrary(join(scratch, 'outside'))).toBeNull();
	expect(openLibrary(join(scratch, 'missing'))).toBeNull();
});

// Not fetch, which tidies paths up.
function get(path: string): Promise<{ status: number; bytes: Buffer }> {
	return new Promise((done, fail) => {
		request({ host: '127.0.0.1', port: server.port, path, agent: false }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('end', () => done({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) }));
		})
			.on('error', fail)
			.end();
	});
}
