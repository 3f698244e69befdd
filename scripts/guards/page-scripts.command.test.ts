// Bundlers once left modules out of a script that still had its size: a wrapper was defined that nothing called.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsdown';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../workspace.mjs';
import { listPageScripts, type PageScript } from './page-scripts.ts';

const scratch = mkdtempSync(join(tmpdir(), 'handreel-scripts-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const scripts = await listPageScripts();
/** Only Node has its modules, so browsers do not get there. Modules may load their own chunks. */
const LEFTOVERS = { iife: /\bimport\s*\((?!\s*["'`]node:)/, esm: /\bimport\s*\((?!\s*["'`](node:|\.\/))/ };

/** Builds a script without minifying, which would remove wrappers that nothing calls, with the modules in them. */
async function buildReadable({ folder, config }: PageScript): Promise<string> {
	const { copy: _, ...rest } = config;
	const outDir = mkdtempSync(join(scratch, 'build-'));
	await build({ ...rest, cwd: folder, config: false, minify: false, outDir, clean: false, logLevel: 'error' });
	const names = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
	return names.map((name) => readFileSync(join(outDir, name), 'utf8')).join('\n');
}

/** Lists the wrappers of modules that nothing calls. */
function listUncalled(code: string): string[] {
	const wrappers = [...code.matchAll(/\bvar (\w+) = (?:\/\* @__PURE__ \*\/ )?__(?:esm|commonJS)\w*\(/g)];
	const calls = new Set([...code.matchAll(/\b(\w+)\(/g)].map(([, name]) => name));
	return wrappers.map(([, name = '']) => name).filter((name) => !calls.has(name));
}

it('a wrapper that nothing calls is found', () => {
	const code =
		'var init_a = __esmMin((() => {}));\nvar require_b = /* @__PURE__ */ __commonJSMin(((exports) => {}));\n';
	expect(listUncalled(code)).toEqual(['init_a', 'require_b']);
	expect(listUncalled(`${code}init_a();`)).toEqual(['require_b']);
});

it('there are scripts', () => {
	expect(scripts.map(({ path }) => path)).toContain('packages/three/dist/handreel-aframe.js');
});

describe.each(scripts)('$path', (script) => {
	it('calls the wrapper of each module in it', async () => {
		expect(listUncalled(await buildReadable(script))).toEqual([]);
	});

	it('has no import that a page would have to resolve', () => {
		const code = readFileSync(join(root, script.path), 'utf8');
		expect(LEFTOVERS[script.config.format === 'iife' ? 'iife' : 'esm'].exec(code)?.[0]).toBeUndefined();
	});
});
