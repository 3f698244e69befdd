import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExpectations, compareExpectations, PAGE } from './expectations.ts';
import { readHeaders } from './headers.ts';
import { checkCheckout, listTests } from './list-tests.ts';
import { countSubtests, type PageResult, readReport } from './results.ts';
import { serveFile } from './serve-checkout.ts';
import { substitute } from './substitute.ts';
import { readMeta, wrapScript } from './wrappers.ts';

const VALUES = { host: 'web.test', httpPort: 80, httpsPort: 443, query: new URLSearchParams('a=1') };

describe('substitute', () => {
	it('replaces hosts, ports and queries', () => {
		expect(substitute('{{host}} {{domains[www]}} {{domains[]}}', VALUES)).toBe('web.test www.web.test web.test');
		expect(substitute('{{hosts[alt][www]}} {{hosts[][www]}}', VALUES)).toBe('www.not-web.test www.web.test');
		expect(substitute('{{ports[http][0]}} {{ports[https][1]}} {{ GET[a] }}{{GET[b]}}', VALUES)).toBe('80 443 1');
	});

	it('names a placeholder that it does not know', () => {
		expect(() => substitute('{{uuid()}}', VALUES)).toThrow('{{uuid()}} is not a known placeholder');
	});
});

describe('readHeaders', () => {
	it('reads a header per line, with colons in values', () => {
		const text = 'Permissions-Policy: xr-spatial-tracking=()\r\n\nLink: <https://a.test>\n';
		expect(readHeaders(text)).toEqual([
			['Permissions-Policy', 'xr-spatial-tracking=()'],
			['Link', '<https://a.test>'],
		]);
	});

	it('refuses other lines', () => {
		expect(() => readHeaders('nothing')).toThrow("'nothing' is not a header");
	});
});

describe('wrappers', () => {
	const script =
		'// META: script=/a.js\n// META: timeout=long\n\n// META: title=A <b>\n"use strict";\n// META: script=/late.js\n';

	it('reads META lines until the first other line', () => {
		expect(readMeta(script)).toEqual({ title: 'A <b>', timeout: 'long', scripts: ['/a.js'] });
		expect(readMeta('test();')).toEqual({ title: null, timeout: 'normal', scripts: [] });
	});

	it('runs the harness, then the scripts, then the test', () => {
		const page = wrapScript('/webxr/x.https.window.js', script);
		const sources = Array.from(page.matchAll(/src="([^"]*)"/g), ([, source]) => source);
		expect(sources).toEqual([
			'/resources/testharness.js',
			'/resources/testharnessreport.js',
			'/a.js',
			'/webxr/x.https.window.js',
		]);
		expect(page).toContain('<meta name="timeout" content="long">');
		expect(page).toContain('<title>A &lt;b></title>');
	});
});

describe('a checkout', () => {
	const folder = mkdtempSync(join(tmpdir(), 'handreel-wpt-'));
	const FILES: Readonly<Record<string, string>> = {
		'resources/testharness.js': '',
		'resources/idlharness.js': '',
		'interfaces/webxr.idl': '',
		'webxr/a.http.sub.html': '{{host}}:{{ports[http][0]}}',
		'webxr/b.https.html': '<meta name="timeout" content="long">{{host}}',
		'webxr/b.https.html.headers': 'X-Test: 1',
		'webxr/META.yml': '',
		'webxr/resources/help.html': '',
		'webxr/hand-input/idl.https.window.js': '// META: script=/a.js',
	};
	beforeAll(() => {
		for (const [path, text] of Object.entries(FILES)) {
			mkdirSync(join(folder, dirname(path)), { recursive: true });
			writeFileSync(join(folder, path), text);
		}
	});
	afterAll(() => rmSync(folder, { recursive: true }));
	const serve = (path: string) => serveFile(folder, new URL(path, 'http://localhost'), 8000);

	it('lists tests, not their resources', () => {
		expect(listTests(folder)).toEqual([
			{ file: 'webxr/a.http.sub.html', path: '/webxr/a.http.sub.html', folder: 'core', isSecure: false, isLong: false },
			{ file: 'webxr/b.https.html', path: '/webxr/b.https.html', folder: 'core', isSecure: true, isLong: true },
			{
				file: 'webxr/hand-input/idl.https.window.js',
				path: '/webxr/hand-input/idl.https.window.html',
				folder: 'hand-input',
				isSecure: true,
				isLong: false,
			},
		]);
	});

	it('is refused if it is incomplete', () => {
		expect(() => checkCheckout(folder)).not.toThrow();
		expect(() => checkCheckout(join(folder, 'webxr'))).toThrow(
			"no checkout of web-platform-tests, because 'webxr' is missing",
		);
	});

	it('is served with substitutions in .sub files only', () => {
		expect(serve('/webxr/a.http.sub.html')?.body).toBe('web-platform.test:8000');
		expect(String(serve('/webxr/b.https.html')?.body)).toContain('{{host}}');
	});

	it('is served with the headers of .headers files', () => {
		expect(serve('/webxr/b.https.html')?.headers).toEqual([
			['content-type', 'text/html'],
			['X-Test', '1'],
		]);
	});

	it('has wrapper pages, and the report of the runner', () => {
		expect(serve('/webxr/hand-input/idl.https.window.html')?.body).toContain(
			'src="/webxr/hand-input/idl.https.window.js"',
		);
		expect(serve('/resources/testharnessreport.js')?.body).toContain('reportToRunner');
	});

	it('has nothing outside of its folder', () => {
		expect(serve('/missing.html')).toBeNull();
		expect(serve('/webxr')).toBeNull();
		expect(serve('/..%2f..%2f..%2fetc%2fpasswd')).toBeNull();
	});
});

describe('results', () => {
	const page = readReport('webxr/a.html', 'core', {
		results: [
			{ name: 'one', status: 0, message: null },
			{ name: 'two', status: 1, message: 'expected 1' },
			{ name: 'three', status: 3, message: null },
		],
		status: 0,
		message: null,
	});

	it('count subtests', () => {
		expect(countSubtests([page, page])).toEqual({ passed: 2, total: 6 });
		expect(page.subtests[2]).toEqual({ name: 'three', isPassed: false, message: 'did not run' });
		expect(readReport('a', 'core', { results: [], status: 2, message: null }).problem).toBe(
			'harness timed out: no message',
		);
	});

	it('are compared with the expected failures', () => {
		const list = (...subtests: string[]) => [{ file: 'webxr/a.html', subtests, reason: 'a reason' }];
		const compare = (pages: readonly PageResult[], ...subtests: string[]) =>
			compareExpectations(pages, list(...subtests)).map(({ subtest, problem }) => `${problem}: ${subtest}`);
		expect(compare([page], 'two', 'three')).toEqual([]);
		expect(compare([page], 'two')).toEqual(['unexpected failure: three']);
		expect(compare([page], 'one', 'two', 'three')).toEqual(['unexpected pass: one']);
		expect(compare([page], 'two', 'three', 'four')).toEqual(['not run: four']);
		expect(compare([{ ...page, problem: 'crashed' }], 'two', 'three')).toEqual([`unexpected failure: ${PAGE}`]);
		expect(compare([], 'two')).toEqual([]);
	});

	it('come with a list that has reasons and existing files', () => {
		const entry = { file: 'webxr/a.html', subtests: ['two'], reason: 'a reason' };
		expect(checkExpectations([entry], ['webxr/a.html'])).toEqual([]);
		expect(checkExpectations([{ ...entry, subtests: [], reason: ' ' }], [])).toEqual([
			'webxr/a.html: the checkout has no such test',
			'webxr/a.html: lists no subtests',
			'webxr/a.html: has no reason',
		]);
	});
});
