import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../', import.meta.url));

// kB are 1000 bytes, after minifying and gzip.
describe('bundle budgets', () => {
	it('the replay runtime takes at most 17.2 kB without the core', async () => {
		const build = await rolldown({ input: `${folder}src/replay/install-replay.ts`, external: [/^@handreel\/core/] });
		const { output } = await build.generate({ format: 'esm', minify: true });
		await build.close();
		expect(gzipSync(output[0].code, { level: 9 }).length).toBeLessThanOrEqual(17_200);
		expect(output[0].code).not.toContain('XRWebGLBinding');
	});

	it('modules take at most 20 kB, and share the classes of the runtime', () => {
		const script = readFileSync(`${folder}dist/inject-modules.js`);
		expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(20_000);
		expect(script.toString()).toContain('handreel.kit');
		expect(script.toString()).not.toContain('navigator.xr');
	});
});

describe('the package', () => {
	it('depends on core only', () => {
		const { dependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
		expect(Object.keys(dependencies)).toEqual(['@handreel/core']);
	});

	it('has a script without imports', () => {
		const script = readFileSync(`${folder}dist/inject.js`, 'utf8');
		expect(script).not.toMatch(/\b(import|require)\s*[({"'*]/);
		expect(script).toMatch(/^\(function\(\)\{|^\(\(\)=>\{/);
	});
});
