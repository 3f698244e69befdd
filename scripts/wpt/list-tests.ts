import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A test page of the suite. */
export interface TestPage {
	/** The file of the test in the checkout, such as `webxr/xrView_eyes.https.html`. */
	readonly file: string;
	/** The absolute path of its page. */
	readonly path: string;
	/** The folder under `webxr`; `core` for tests at the top. */
	readonly folder: string;
	/** Whether the page needs a secure context. */
	readonly isSecure: boolean;
	readonly isLong: boolean;
}

/** Folders whose subtests count. */
export const SCOPE: readonly string[] = [
	'core',
	'hand-input',
	'ar-module',
	'layers',
	'hit-test',
	'anchors',
	'plane-detection',
	'light-estimation',
];

/** Folders that are run by default. Those outside of {@link SCOPE} are reported by themselves. */
export const DEFAULT_FOLDERS: readonly string[] = [...SCOPE, 'gamepads-module'];

/** Throws an `Error` that explains what to pass if a folder is not a checkout with the parts that the tests need. */
export function checkCheckout(folder: string): void {
	for (const part of ['webxr', 'resources/testharness.js', 'resources/idlharness.js', 'interfaces']) {
		if (statSync(join(folder, part), { throwIfNoEntry: false }) === undefined) {
			throw new Error(`${folder}: no checkout of web-platform-tests, because '${part}' is missing`);
		}
	}
}

/** Lists the tests of the `webxr` folder of a checkout, sorted by path. */
export function listTests(checkout: string): TestPage[] {
	const names = readdirSync(join(checkout, 'webxr'), { recursive: true, encoding: 'utf8' });
	return names
		.map((name) => name.replaceAll('\\', '/'))
		.filter((name) => !/(^|\/)(resources|support)\//.test(name) && /\.html$|\.(window|any)\.js$/.test(name))
		.sort()
		.map((name) => describeTest(checkout, `webxr/${name}`));
}

function describeTest(checkout: string, file: string): TestPage {
	const text = readFileSync(join(checkout, file), 'utf8');
	const parts = file.split('/');
	return {
		file,
		path: `/${file.replace(/\.js$/, '.html')}`,
		folder: parts.length === 2 ? 'core' : parts[1]!,
		isSecure: /\.https\./.test(file),
		isLong: /name=["']?timeout["']? content=["']?long|META:\s*timeout=long/.test(text),
	};
}
