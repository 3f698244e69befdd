import { FORMATS } from '@handreel/convert';
import { LAYOUTS } from '@handreel/core';
import { formatJson, outputStyle, writeOutput } from '../print/output.ts';
import { type Column, formatTable } from '../print/table.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';

/** `handreel formats`. */
export const formats: CommandDefinition = {
	configure: (command) => {
		command
			.description('List file formats, the data that they cannot hold, and the layouts of .bin files.')
			.option('--json', 'print a JSON object')
			.addHelpText('after', formatExamples(['handreel formats', 'handreel formats --json']))
			.action(({ json }: { readonly json?: boolean }) => {
				writeOutput(json ? formatJson({ formats: FORMATS, layouts: LAYOUTS }) : `${listFormats().join('\n')}\n`);
			});
	},
};

function listFormats(): string[] {
	const style = outputStyle;
	const left = (heading: string): Column => ({ heading, align: 'left' });
	const paint = (cell: string, row: number): string => (row === -1 ? style.dim(cell) : cell);
	const formats = FORMATS.map(({ name, extensions, canRead, canWrite, description, omits }) => [
		name,
		extensions.join(' '),
		canRead && canWrite ? 'read, write' : canRead ? 'read' : 'write',
		description,
		omits,
	]);
	const layouts = LAYOUTS.map(({ name, writtenBy, origin }) => [name, writtenBy ?? '–', origin]);
	return [
		...formatTable(['Format', 'Extension', 'Access', 'Description', 'Not kept'].map(left), formats, paint),
		'',
		...formatTable(['Layout of .bin', 'Layout of', 'Description'].map(left), layouts, paint),
		'',
		'Unity can play the layouts mrtk-1.0 and mrtk-1.1.',
	];
}
