import { DATASETS, FORMATS } from '@handreel/convert';
import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch();
afterAll(() => scratch.remove());

describe('handreel formats', () => {
	const { stdout } = scratch.run('formats');
	const lines = stdout.split('\n');
	const names: string[] = [...FORMATS.map(({ name }) => name), 'lerobot'];

	it('prints a matrix with a column per format', () => {
		const heading = lines.find((line) => line.startsWith('Data'));
		expect(heading?.split(/\s+/)).toEqual(['Data', ...names]);
		const cell = (row: string, name: string): string => {
			const line = lines.find((candidate) => candidate.startsWith(row)) ?? '';
			const start =
				heading
					?.split(/(?<=\s)(?=\S)/)
					.slice(0, names.indexOf(name) + 1)
					.join('').length ?? 0;
			return line.slice(start).trim().split(/\s+/)[0] ?? '';
		};
		expect(cell('reads', 'glb')).toBe('own');
		expect(cell('reads', 'anim')).toBe('no');
		expect(cell('controllers', 'bin')).toBe('·');
		expect(cell('controllers', 'json')).toBe('●');
		expect(cell('controllers', 'csv')).toBe('◐');
		expect(cell('head', 'handsbin')).toBe('●');
		expect(['reads', 'writes', 'hands ', 'gaze'].map((row) => cell(row, 'lerobot'))).toEqual(['no', 'yes', '◐', '·']);
	});

	it('lists all formats and layouts, also as JSON', () => {
		for (const { name, extensions, description } of FORMATS) {
			expect(
				lines.some((line) => line.startsWith(name) && line.includes(extensions[0]!) && line.includes(description)),
			).toBe(true);
		}
		expect(stdout).toContain('Layouts of handsbin: handsbin-1, handsbin-2');
		const { formats, datasets } = scratch.json('formats', '--json') as unknown as Record<string, unknown>;
		expect(formats).toEqual(JSON.parse(JSON.stringify(FORMATS)));
		expect(datasets).toEqual(JSON.parse(JSON.stringify(DATASETS)));
	});
});
