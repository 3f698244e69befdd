import { LAYOUTS } from '@handreel/core';
import { FORMATS } from '../formats/formats.ts';
import { formatJson } from '../print/json.ts';
import { outputStyle, writeOutput } from '../print/output.ts';
import { type Column, formatTable } from '../print/table.ts';
import type { CommandDefinition } from './command-entry.ts';

/** `handreel formats`. */
export const formats: CommandDefinition = {
	configure: (command) => {
		command
			.description('Lists the formats that convert to each other, what each loses, and the layouts of .bin files.')
			.option('--json', 'print a JSON object')
			.addHelpText('after', '\nExamples:\n  handreel formats\n  handreel formats --json')
			.action(({ json }: { readonly json?: boolean }) => {
				writeOutput(json ? formatJson({ formats: FORMATS, layouts: LAYOUTS }) : `${listFormats().join('\n')}\n`);
			});
	},
};

function listFormats(): string[] {
	const style = outputStyle;
	const left = (heading: string): Column => ({ heading, align: 'left' });
	const paint = (cell: string, row: number): string => (row === -1 ? style.dim(cell) : cell);
	const formats = FORMATS.map(({ name, endings, canRead, canWrite, what, loses }) => [
		name,
		endings.join(' '),
		canRead && canWrite ? 'read, write' : canRead ? 'read' : 'write',
		what,
		loses,
	]);
	const layouts = LAYOUTS.map(({ name, writtenBy, origin }) => [name, writtenBy ?? '–', origin]);
	return [
		...formatTable(['Format', 'Ending', 'Can', 'What it is', 'What it loses'].map(left), formats, paint),
		'',
		...formatTable(['Layout of .bin', 'Written by', 'What it is'].map(left), layouts, paint),
		'',
		'Unity plays files in the layouts mrtk-1.0 and mrtk-1.1.',
	];
}
