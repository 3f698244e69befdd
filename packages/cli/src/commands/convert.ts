import { oneResult } from '../batch/edit.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { formatExamples } from './help-text.ts';
import { oneOf, parsePositive } from './parse-arguments.ts';

/** `handreel convert`. */
export const convert: CommandDefinition = defineEdit('convert', {
	configure: (command) => {
		command
			.description('Convert recordings to another format or layout. Prints a warning if data is lost.')
			.option('--frame-rate <hz>', 'rows per second (csv only; default: one row per key time)', parsePositive)
			.option('--space <space>', 'coordinates: unity (default) or webxr (csv only)', oneOf(['unity', 'webxr']))
			.option('--raw', 'keep stored components: rotations neither normalized nor sign-aligned (csv only)')
			.option('--meshes', 'add skinned hand meshes (glb and gltf only)')
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel convert session.bin session.json',
						'handreel convert session.json again.bin',
						'handreel convert session.bin session.csv --frame-rate 60 --space webxr',
						'handreel convert session.bin stored.csv --raw',
						'handreel convert session.bin session.glb --meshes',
						'handreel convert recordings/ converted/ --to glb',
						'handreel convert session.bin unity.bin --layout mrtk-1.1',
					],
					`Use --layout mrtk-1.1 for files that Unity must read.
Run 'handreel formats' for a list of formats and layouts.`,
				),
			);
	},
	mentionsFaults: true,
	edit: (recording) => oneResult(recording),
});
