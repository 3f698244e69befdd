import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as plot from '@handreel/plot';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/workspace.mjs';

const folder = join(root, 'packages/plot');

describe('the package', () => {
	it('exports these functions', () => {
		expect(Object.keys(plot).sort()).toEqual([
			'PLOT_DEFAULTS',
			'SVG_DEFAULTS',
			'TEXT_DEFAULTS',
			'THEMES',
			'createPlot',
			'expandChannel',
			'findRange',
			'listTicks',
			'listTimeTicks',
			'renderSvg',
			'renderText',
			'sumUpColumns',
		]);
	});

	it('depends on core alone', () => {
		const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
		expect(Object.keys(manifest.dependencies)).toEqual(['@handreel/core']);
	});

	it('runs nothing on import and takes at most 8000 bytes, minified and compressed, without core', async () => {
		expect(await bundle("import 'plot';")).toBe('');
		expect(gzipSync(await bundle("export * from 'plot';"), { level: 9 }).length).toBeLessThanOrEqual(8000);
	});
});

async function bundle(entry: string): Promise<string> {
	const build = await rolldown({
		input: 'entry.js',
		external: [/^@handreel\/core/],
		treeshake: { moduleSideEffects: (id) => !id.startsWith('@handreel/core') },
		plugins: [
			{
				name: 'entry',
				resolveId: (id) => (id === 'entry.js' ? id : id === 'plot' ? join(folder, 'src/index.ts') : null),
				load: (id) => (id === 'entry.js' ? entry : null),
			},
		],
	});
	const { output } = await build.generate({ format: 'esm', minify: true });
	await build.close();
	return output[0].code.trim();
}
