import { DATA_KINDS, DATASETS, type DataKind, FORMATS, type Format, listLayouts } from '@handreel/convert';
import { LAYOUTS } from '@handreel/core';
import { formatJson, outputStyle, writeOutput } from '../print/output.ts';
import { type Column, formatTable } from '../print/table.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';

/** `handreel formats`. */
export const formats: CommandDefinition = {
	configure: (command) => {
		command
			.description('List file formats, the data that each keeps, and the layouts of formats that have several.')
			.option('--json', 'print a JSON object')
			.addHelpText('after', formatExamples(['handreel formats', 'handreel formats --json']))
			.action(({ json }: { readonly json?: boolean }) => {
				writeOutput(
					json
						? formatJson({ formats: FORMATS, datasets: DATASETS, layouts: LAYOUTS })
						: `${listFormats().join('\n')}\n`,
				);
			});
	},
};

/** What the rows of the matrix are called. */
const KIND_LABELS: Readonly<Record<DataKind, string>> = {
	head: 'head',
	hands: 'hands',
	gaze: 'gaze',
	rays: 'rays, pinch strength',
	radii: 'joint radii',
	controllers: 'controllers',
	markers: 'markers',
	tracks: 'tracks',
	info: 'information',
	room: 'room',
	keys: 'keys',
	tangents: 'tangents, weights',
	wraps: 'wrap modes',
};
const SIGNS = { kept: '●', some: '◐', all: '·' } as const;

/** A column of the matrix: a format, or a data set that is not a file format. */
type MatrixColumn = Pick<Format, 'name' | 'description' | 'losses' | 'reads' | 'writes'> & {
	readonly extension: string;
};

const COLUMNS: readonly MatrixColumn[] = [
	...FORMATS.map((format) => ({ ...format, extension: format.extensions.join(' ') })),
	...DATASETS.filter(({ name }) => !FORMATS.some((format) => format.name === name)).map((dataset) => ({
		...dataset,
		extension: dataset.extension ?? 'folder',
		reads: 'no' as const,
		writes: true,
	})),
];

function listFormats(): string[] {
	const style = outputStyle;
	const paint = (cell: string, row: number): string => (row === -1 ? style.dim(cell) : cell);
	const descriptions = COLUMNS.map(({ name, extension, description }) => [name, extension, description]);
	const binLayouts = LAYOUTS.map(({ name, writtenBy, origin }) => [name, writtenBy ?? '–', origin]);
	const others = FORMATS.filter((format) => format.name !== 'bin' && listLayouts(format).length > 0);
	return [
		...formatTable([left('Format'), left('Extension'), left('Description')], descriptions, paint),
		'',
		...formatTable([left('Data'), ...COLUMNS.map(({ name }) => left(name))], listMatrix(), paint),
		'',
		`${SIGNS.kept} kept   ${SIGNS.some} kept in part   ${SIGNS.all} not kept   own: only files that handreel wrote`,
		"Other .bvh files are read with --map: see 'handreel convert --help'.",
		"'handreel dataset' writes lerobot; the other formats are written by 'handreel convert'.",
		'',
		...formatTable([left('Layout of .bin'), left('Layout of'), left('Description')], binLayouts, paint),
		...others.map((format) => `Layouts of ${format.name}: ${listLayouts(format).join(', ')}`),
		'',
		'MRTK can play the layouts mrtk-1.0 and mrtk-1.1.',
	];
}

function left(heading: string): Column {
	return { heading, align: 'left' };
}

function listMatrix(): string[][] {
	const row = (label: string, cell: (format: MatrixColumn) => string): string[] => [label, ...COLUMNS.map(cell)];
	const kinds = DATA_KINDS.map((kind) =>
		row(KIND_LABELS[kind], ({ writes, losses }) => (writes ? SIGNS[losses[kind] ?? 'kept'] : '')),
	);
	return [
		row('reads', ({ reads }) => (reads === 'all' ? 'yes' : reads)),
		row('writes', ({ writes }) => (writes ? 'yes' : 'no')),
		...kinds,
	];
}
