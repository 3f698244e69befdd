import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as front from '@handreel/convert';
import * as anim from '@handreel/convert/anim';
import * as bvh from '@handreel/convert/bvh';
import * as csv from '@handreel/convert/csv';
import * as gltf from '@handreel/convert/gltf';
import * as hands from '@handreel/convert/hands';
import * as handsbin from '@handreel/convert/handsbin';
import * as iwer from '@handreel/convert/iwer';
import * as json from '@handreel/convert/json';
import * as lerobot from '@handreel/convert/lerobot';
import * as mcap from '@handreel/convert/mcap';
import * as npz from '@handreel/convert/npz';
import * as parquet from '@handreel/convert/parquet';
import * as table from '@handreel/convert/table';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/workspace.mjs';

const folder = join(root, 'packages/convert');
const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
	path.endsWith('.ts'),
);
// Every folder of a format. The others are shared.
const rooms = readdirSync(join(folder, 'src'), { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && !['common', 'columnar', 'frames', 'front'].includes(entry.name))
	.map(({ name }) => name);

describe('the package', () => {
	it('exports these functions', () => {
		const doors = [front, json, csv, gltf, handsbin, iwer, bvh, anim, parquet, table, npz, lerobot, mcap, hands];
		expect(doors.map((door) => Object.keys(door).sort())).toEqual([
			[
				'DATASETS',
				'DATA_KINDS',
				'FORMATS',
				'convertToBin',
				'decodeRecording',
				'detectFormat',
				'encodeDataset',
				'encodeRecording',
				'encodeRecordingChunks',
				'findFormatOfName',
				'recoverRecording',
			],
			['decodeJson', 'encodeJson', 'encodeJsonChunks'],
			['decodeCsv', 'encodeCsv', 'encodeCsvChunks'],
			['GLTF_DEFAULTS', 'decodeGlb', 'decodeGltf', 'encodeGlb', 'encodeGltf', 'readHandModel'],
			['HANDSBIN_LAYOUTS', 'decodeHandsbin', 'encodeHandsbin', 'recoverHandsbin'],
			['decodeIwer', 'encodeIwer', 'encodeIwerChunks'],
			['BVH_DEFAULTS', 'decodeBvh', 'encodeBvh'],
			['encodeAnim', 'encodeAnimChunks'],
			['decodeParquet', 'encodeParquet', 'encodeParquetChunks'],
			['TableReader', 'TableWriter'],
			['encodeNpz', 'encodeNpzChunks'],
			['LEROBOT_DEFAULTS', 'encodeLeRobot'],
			['decodeMcap', 'encodeMcap', 'encodeMcapChunks'],
			['getHandMeshUrl', 'loadHandMeshes'],
		]);
	});

	it('depends on core alone, and on nothing of Node', () => {
		const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
		expect(Object.keys(manifest.dependencies)).toEqual(['@handreel/core']);
		for (const path of files) {
			for (const [, target = ''] of sourceOf(path).matchAll(/from '([^']+)'/g)) {
				expect(target, path).toMatch(/^(@handreel\/core(\/\w+)?|\.{1,2}\/.*\.ts)$/);
			}
		}
	});

	it('has folders that do not know each other', () => {
		for (const path of files) {
			const [room = ''] = path.split(/[\\/.]/);
			if (room === 'front' || room === 'index') continue;
			expect(sourceOf(path), path).not.toContain('/front/');
			const others = rooms.filter((name) => name !== room);
			for (const other of others) expect(sourceOf(path), path).not.toContain(`/${other}/`);
		}
	});

	it('has files of at most 400 lines', () => {
		for (const path of files) expect(sourceOf(path).split('\n').length, path).toBeLessThanOrEqual(400);
	});

	// kB are 1000 bytes, after minifying and gzip, without core. The front door has the formats in chunks of their own.
	it.each([
		['index', 5900],
		['json', 6500],
		['csv', 7000],
		['gltf', 13_200],
		['handsbin', 11_000],
		['iwer', 7000],
		['bvh', 8000],
		['anim', 6500],
		['parquet', 14_000],
		['table', 9000],
		['npz', 5500],
		['lerobot', 10_000],
		['mcap', 8200],
		['hands', 1000],
	])('/%s runs nothing on import and takes at most %i bytes', async (name, budget) => {
		expect(await bundle(`import '${name}';`)).toBe('');
		expect(gzipSync(await bundle(`export * from '${name}';`), { level: 9 }).length).toBeLessThanOrEqual(budget);
	});

	it('loads formats when they are used', async () => {
		const code = await bundle(`export * from 'index';`);
		for (const format of rooms) expect(code).toMatch(new RegExp(`import\\([^)]*${format}[^)]*\\)`));
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
		external: [/^@handreel\/core/],
		// Believe nothing about side effects: what cannot be proven free of them stays.
		treeshake: { moduleSideEffects: (id) => !id.startsWith('@handreel/core') },
		plugins: [
			{
				name: 'entry',
				resolveId: (id) => (id === 'entry.js' ? id : /^\w+$/.test(id) ? join(folder, 'src', `${id}.ts`) : null),
				load: (id) => (id === 'entry.js' ? entry : null),
			},
		],
	});
	const { output } = await build.generate({ format: 'esm', minify: true });
	await build.close();
	// The entry and the chunks that it cannot do without; what it imports when it is needed does not count.
	const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
	const needed = new Set([output[0].fileName]);
	for (const name of needed) for (const other of chunks.get(name)?.imports ?? []) needed.add(other);
	return [...needed].map((name) => chunks.get(name)?.code.trim() ?? '').join('');
}
