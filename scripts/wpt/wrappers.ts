/** How long a test may take. */
export type TestTimeout = 'normal' | 'long';

/** The `// META:` lines at the top of a test script. */
export interface ScriptMeta {
	readonly title: string | null;
	readonly timeout: TestTimeout;
	/** Scripts to run before the test. */
	readonly scripts: readonly string[];
}

/** Reads the `// META:` lines of a test script. The first line that is neither META nor empty ends them. */
export function readMeta(script: string): ScriptMeta {
	let title: string | null = null;
	let timeout: TestTimeout = 'normal';
	const scripts: string[] = [];
	for (const line of script.split(/\r?\n/)) {
		const [, key, value = ''] = /^\/\/\s*META:\s*(\w+)=(.*)$/.exec(line) ?? [];
		if (key === undefined && line.trim() !== '') break;
		if (key === 'title') title = value.trim();
		if (key === 'timeout' && value.trim() === 'long') timeout = 'long';
		if (key === 'script') scripts.push(value.trim());
	}
	return { title, timeout, scripts };
}

/** Returns the page that runs a `.window.js` or `.any.js` test. `path` is the absolute path of the script. */
export function wrapScript(path: string, script: string): string {
	const { title, timeout, scripts } = readMeta(script);
	const lines = ['<!doctype html>', '<meta charset="utf-8">'];
	if (title !== null) lines.push(`<title>${escapeText(title)}</title>`);
	if (timeout === 'long') lines.push('<meta name="timeout" content="long">');
	lines.push('<script src="/resources/testharness.js"></script>');
	lines.push('<script src="/resources/testharnessreport.js"></script>');
	for (const name of scripts) lines.push(`<script src="${escapeText(name)}"></script>`);
	lines.push('<div id="log"></div>', `<script src="${escapeText(path)}"></script>`);
	return `${lines.join('\n')}\n`;
}

/** Returns the script that a wrapper page runs; `null` if the path is not a wrapper. */
export function findWrappedScript(path: string): string | null {
	return /\.(window|any)\.html$/.test(path) ? path.replace(/\.html$/, '.js') : null;
}

function escapeText(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
