import { afterAll, describe, expect, it } from 'vitest';
import { createScratch } from '../support/run-handreel.ts';

const scratch = createScratch({
	'full.bin': 'mrtk-2.8.3-full-5s',
	'markers.bin': 'mrtk-2.8.3-markers',
	'lost.bin': 'mrtk-2.8.3-lost',
});
afterAll(() => scratch.remove());
const { run, edit } = scratch;

describe('handreel markers', () => {
	it('reports that two markers have the same name', () => {
		run('markers', 'add', 'full.bin', 'once.bin', '--time', '1', '--name', 'same');
		const { stdout } = run('markers', 'add', 'once.bin', 'twice.bin', '--time', '2', '--name', 'same');
		expect(stdout).toContain("another marker has the name 'same': #1 at 1.000 s");
		const { stderr, status } = run('markers', 'remove', 'twice.bin', 'no.bin', '--marker', 'same');
		expect(status).toBe(1);
		expect(stderr).toContain("2 markers have the name 'same': #1 at 1.000 s, #2 at 2.000 s; use a number");
		expect(edit('markers', 'remove', 'twice.bin', 'first.bin', '--marker', '#2').markers).toHaveLength(1);
	});

	it('lists, adds, renames, moves and removes', () => {
		edit('markers', 'add', 'full.bin', 'marked.bin', '--time', '2', '--name', 'grab');
		edit('markers', 'add', 'marked.bin', 'marked2.bin', '--time', '1', '--name', 'start');
		expect(run('markers', 'list', 'marked2.bin').stdout).toBe('   #1      1.000 s  start\n   #2      2.000 s  grab\n');
		expect(edit('markers', 'rename', 'marked2.bin', 'a.bin', '--marker', '#2', '--name', 'hold').markers[1]?.name).toBe(
			'hold',
		);
		expect(edit('markers', 'move', 'marked2.bin', 'b.bin', '--marker', 'start', '--time', '3').markers).toEqual([
			{ time: 2, name: 'grab' },
			{ time: 3, name: 'start' },
		]);
		expect(edit('markers', 'remove', 'marked2.bin', 'c.bin', '--marker', 'grab').markers).toHaveLength(1);
		const { status, stderr } = run('markers', 'remove', 'marked2.bin', 'd.bin', '--marker', 'nope');
		expect({ status, stderr }).toEqual({
			status: 1,
			stderr: "handreel: marked2.bin: no marker 'nope' among 2; 'handreel markers list' shows them\n",
		});
	});
});
