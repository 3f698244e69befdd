import { oneResult } from '../batch/edit.ts';
import type { CommandDefinition } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { oneOf, parsePositive } from './parse-arguments.ts';

/** `handreel convert`: the recording as it is, in another format or layout. */
export const convert: CommandDefinition = defineEdit('convert', {
	configure: (command) => {
		command
			.description('Writes recordings in another format or layout. What a format cannot hold is printed.')
			.option('--rate <hz>', 'frames a second in a table (csv); without it, a row for every key time', parsePositive)
			.option('--space <space>', 'axes of a table (csv): unity (default) or webxr', oneOf(['unity', 'webxr']))
			.option('--meshes', 'add skinned hand meshes (glb, gltf)')
			.addHelpText(
				'after',
				`
Examples:
  handreel convert session.bin session.json
  handreel convert session.json again.bin
  handreel convert session.bin session.csv --rate 60 --space webxr
  handreel convert session.bin session.glb --meshes
  handreel convert recordings/ converted/ --to glb
  handreel convert session.bin unity.bin --layout mrtk-1.1

For a file that Unity must read, use --layout mrtk-1.1. 'handreel formats' lists formats and
layouts.`,
			);
	},
	edit: (recording) => oneResult(recording),
});
