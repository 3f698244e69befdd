import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { listEntryPoints } from '../../../scripts/entry-points.mjs';
import { root } from '../../../scripts/workspace.mjs';

const folder = join(root, 'packages/convert');
const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
	path.endsWith('.ts'),
);
const entries = new Map(listEntryPoints(folder).map(({ specifier, source }) => [basename(specifier), source]));

/** Bytes of 1000 per kB, after minifying and gzip, without core. The front door has the formats in separate chunks. */
const BUDGETS: Readonly<Record<string, number>> = {
	convert: 8000,
	bin: 1500,
	reel: 1500,
	journal: 1500,
	json: 8000,
	csv: 10_500,
	gltf: 16_700,
	handsbin: 11_800,
	iwer: 7300,
	bvh: 8000,
	anim: 6500,
	parquet: 17_100,
	internal: 9000,
	npz: 6000,
	lerobot: 11_300,
	mcap: 17_400,
	hands: 1000,
};

/** For formats that need no other. */
const USUAL_BUDGET = 8000;

describe('the package', () => {
	it('depends on core and the fit of landmarks alone, and on nothing of Node', () => {
		const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
		expect(Object.keys(manifest.dependencies)).toEqual(['@handreel/core', '@handreel/landmarks']);
		for (const path of files) {
			for (const [, target = ''] of sourceOf(path).matchAll(/from '([^']+)'/g)) {
				expect(target, path).toMatch(/^(@handreel\/core(\/\w+)?|@handreel\/landmarks|\.{1,2}\/.*\.ts)$/);
			}
		}
	});

	it.each([...entries.keys()].map((name) => [name, BUDGETS[name] ?? USUAL_BUDGET] as const))(
		'/%s runs nothing on import and takes at most %i bytes',
		async (name, budget) => {
			expect(await bundle(`import '${name}';`)).toBe('');
			expect(gzipSync(await bundle(`export * from '${name}';`), { level: 9 }).length).toBeLessThanOrEqual(budget);
		},
	);

	it('loads formats when they are used', async () => {
		const code = await bundle(`export * from 'convert';`);
		for (const format of [...entries.keys()].filter((name) => existsSync(join(folder, 'src', name, 'format.ts'))))
			expect(code).toMatch(new RegExp(`import\\([^)]*${format}[^)]*\\)`));
		for (const text of [
			'"preWrap":',
			'px_m',
			'CUBICSPLINE',
			'handsbin_success',
			'jointSequence',
			'HIERARCHY\n',
			'm_RotationCurves',
		])
			expect(code).not.toContain(text);
	});
});

function sourceOf(path: string): string {
	return readFileSync(join(folder, 'src', path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
}

async function bundle(entry: string): Promise<string> {
	const build = await rolldown({
		input: 'entry.js',
		external: [/^@handreel\/(core|landmarks)/],
		// Believe nothing about side effects: what cannot be proven free of them stays.
		treeshake: { moduleSideEffects: (id) => !/^@handreel\/(core|landmarks)/.test(id) },
		plugins: [
			{
				name: 'entry',
				// What an entry point imports when it is needed does not count.
				resolveDynamicImport: (id) => (typeof id === 'string' ? { id, external: true } : null),
				resolveId: (id) => (id === 'entry.js' ? id : /^\w+$/.test(id) ? entries.get(id)! : null),
				load: (id) => (id === 'entry.js' ? entry : null),
			},
		],
	});
	const { output } = await build.generate({ format: 'esm', minify: true });
	await build.close();
	return output[0].code.trim();
}
