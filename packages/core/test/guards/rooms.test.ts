import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// The rooms of core from left to right; ARCHITECTURE.md gives the reasons.
const ROOMS = [
	'issue',
	'bytes',
	'math',
	'model',
	'curves',
	'codec',
	'sample',
	'keys',
	'edit',
	'compare',
	'optimize',
	'record',
	'play',
	'diagnose',
];

/** The files that other packages may import from. */
const DOORS = ['index.ts', 'edit.ts', 'record.ts', 'play.ts', 'diagnose.ts', 'simd.ts'];

const src = fileURLToPath(new URL('../../src', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
	.filter((path) => path.endsWith('.ts'))
	.map((path) => path.replaceAll('\\', '/'));
const imports = new Map(files.map((path) => [path, importsOf(path)]));

describe('rooms', () => {
	it('are folders of the list, with doors at the top only', () => {
		for (const path of files) {
			if (DOORS.includes(path)) continue;
			expect(ROOMS, path).toContain(path.split('/')[0]);
			expect(path, 'no inner barrels').not.toMatch(/\/index\.ts$/);
		}
	});

	it('import only from themselves or from further left', () => {
		for (const [path, targets] of imports) {
			if (DOORS.includes(path)) continue;
			for (const target of targets) {
				expect(roomIndex(target), `${path} imports ${target}`).toBeLessThanOrEqual(roomIndex(path));
			}
		}
	});

	it('import nothing from outside core', () => {
		for (const [path, targets] of imports) {
			for (const target of targets) expect(files, `${path} imports ${target}`).toContain(target);
		}
	});

	it('have no import cycles', () => {
		const done = new Set<string>();
		const visit = (path: string, trail: readonly string[]): void => {
			expect(trail, `cycle: ${[...trail, path].join(' → ')}`).not.toContain(path);
			if (done.has(path)) return;
			for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
			done.add(path);
		};
		for (const path of files) visit(path, []);
	});

	it('judge the optimiser by code that is not its own', () => {
		const reach = (path: string, found = new Set<string>()): Set<string> => {
			if (found.has(path)) return found;
			found.add(path);
			for (const target of imports.get(path) ?? []) reach(target, found);
			return found;
		};
		const own = reach('optimize/optimize-recording.ts');
		const judge = [...reach('compare/compare-recordings.ts')];
		const inCommon = judge.filter((path) => own.has(path) && /^(keys|edit|compare|optimize)\//.test(path));
		// What calls the steps of long work, and the names of the tolerances, which both take.
		expect(inCommon).toEqual(['compare/run-steps.ts', 'compare/tolerances.ts']);
	});

	it('have files of at most 400 lines', () => {
		for (const path of files) {
			expect(readFileSync(join(src, path), 'utf8').split('\n').length, path).toBeLessThanOrEqual(400);
		}
	});
});

function roomIndex(path: string): number {
	return ROOMS.indexOf(path.split('/')[0] ?? '');
}

function importsOf(path: string): string[] {
	const text = readFileSync(join(src, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
	const specifiers = [...text.matchAll(/(?:^|\n)(?:import|export)\b[^;]*?from\s+'([^']+)'|import\('([^']+)'\)/g)];
	return specifiers.map(([, fixed, dynamic]) => {
		const specifier = fixed ?? dynamic ?? '';
		return specifier.startsWith('.')
			? relative(src, join(src, dirname(path), specifier)).replaceAll('\\', '/')
			: specifier;
	});
}
