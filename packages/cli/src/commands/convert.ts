import { oneResult } from '../batch/edit.ts';
import { listTakers, READ_FLAGS, WRITABLE } from '../formats/find-format.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit, READERS } from './define-edit.ts';
import { addSharedFlags, listFlagNames } from './option-flags.ts';
import { parseAmount } from './parse-arguments.ts';
import { parseTolerance, TOLERANCE_FLAG } from './tolerance-options.ts';

/** `handreel convert`. */
export const convert: CommandDefinition = defineEdit('convert', {
	configure: (command) => {
		command.description('Convert recordings to another format or layout. Warns if data is lost.');
		addSharedFlags(
			command,
			WRITABLE,
			listFlagNames(WRITABLE).filter((name) => name !== 'layout'),
		);
		addSharedFlags(command, READERS, READ_FLAGS)
			.option('--meshes', `add skinned hand meshes (${listTakers(WRITABLE, 'meshes')} only)`)
			.option(TOLERANCE_FLAG, 'the same as --mm and --degrees, for example 1mm,0.2deg (reel only)', parseTolerance)
			.option('--mm <number>', 'make the file smaller: tolerance of positions in millimeters (reel only)', parseAmount)
			.option('--degrees <number>', 'make the file smaller: tolerance of rotations in degrees (reel only)', parseAmount)
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel convert session.bin session.reel',
						'handreel convert session.bin small.reel --tolerance 1mm,0.2deg',
						'handreel convert session.bin session.json',
						'handreel convert session.json session-2.bin',
						'handreel convert session.bin session.csv --frame-rate 60 --space webxr',
						'handreel convert session.bin stored.csv --raw',
						'handreel convert session.bin session.parquet --frame-rate 60',
						'handreel convert session.bin session.npz --frame-rate 60',
						'handreel convert session.bin session.mcap',
						'handreel convert session.bin session.glb --meshes',
						'handreel convert session.bin session.bvh --frame-rate 72 --unit m',
						'handreel convert session.bin session.anim',
						'handreel convert session.bin session.iwer.json',
						'handreel convert session.bin session.handsbin',
						'handreel convert old.handsbin new.handsbin --layout handsbin-2',
						'handreel convert all.parquet second.bin --recording session-2',
						'handreel convert dance.bvh dance.bin --map joints.json',
						'handreel convert logger.csv session.reel --map columns.json',
						'handreel convert recordings/ converted/ --to glb',
						'handreel convert session.bin unity.bin --layout mrtk-1.1',
					],
					`Reels lose nothing unless a tolerance is given. The other tolerance then has the default of
'handreel optimize'.
Use --layout mrtk-1.1 for files that Unity must read.
Run 'handreel formats' for a list of formats and layouts.`,
				),
			);
	},
	mentionsFaults: true,
	takesFormatOptions: true,
	edit: (recording) => oneResult(recording),
});
