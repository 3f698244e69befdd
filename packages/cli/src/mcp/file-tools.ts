import type { SessionArguments } from '../act/result.ts';
import type { CommandDescription, Parameter } from '../session/session-command.ts';

/** A tool that calls a command with files, without a page. */
export interface FileTool extends CommandDescription {
	/** The words of the call. Paths are absolute, so none passes for an option. */
	readonly toWords: (args: SessionArguments) => string[];
	/** The argument that is written as a picture, and returned. */
	readonly picture?: true;
}

const INPUT: Parameter = {
	name: 'path',
	kind: 'file',
	summary: 'a recording, below the allowed folders',
	isArgument: true,
	isRequired: true,
};
const INPUTS: Parameter = { ...INPUT, summary: 'a recording, or a folder of recordings' };

/** The tools for files, in their order. */
export const FILE_TOOLS: readonly FileTool[] = [
	{
		name: 'info',
		description: 'Describe a recording: format, duration, hands, controllers, markers.',
		parameters: [INPUT],
		examples: [],
		toWords: ({ path }) => ['info', String(path)],
	},
	{
		name: 'check',
		description: 'Find damage and implausible values in recordings.',
		parameters: [INPUTS],
		examples: [],
		toWords: ({ path }) => ['check', String(path)],
	},
	{
		name: 'measure',
		description: 'Measure a recording: speed, smoothness, pinches, reaches, tracking loss.',
		parameters: [INPUT],
		examples: [],
		toWords: ({ path }) => ['measure', String(path)],
	},
	{
		name: 'describe',
		description: 'Describe in words what happens in a recording, in the order of time.',
		parameters: [INPUT],
		examples: [],
		toWords: ({ path }) => ['describe', String(path)],
	},
	{
		name: 'index',
		description: 'Write or update the catalog of a folder of recordings, which query needs.',
		parameters: [{ ...INPUTS, summary: 'a folder of recordings' }],
		examples: [],
		toWords: ({ path }) => ['index', String(path), '--quiet'],
	},
	{
		name: 'query',
		description:
			"Query the catalog of a folder of recordings with SQL, or with the name of a question. Tables: catalog (a row per recording: path, duration, …), events (path, kind such as 'pinch', side, time, duration). 'DESCRIBE events' lists columns.",
		parameters: [
			{ name: 'sql', kind: 'text', summary: 'a SELECT statement', isArgument: true, isRequired: true },
			{ ...INPUTS, summary: 'the folder' },
		],
		examples: [],
		toWords: ({ sql, path }) => ['query', '--csv', '--', String(sql), String(path)],
	},
	{
		name: 'convert',
		description: 'Convert a recording to another format, by the extension of the output.',
		parameters: [
			INPUT,
			{ name: 'output', kind: 'file', summary: 'file to write', isArgument: true, isRequired: true, isOutput: true },
		],
		examples: [],
		toWords: ({ path, output }) => ['convert', String(path), String(output)],
	},
	{
		name: 'plot',
		description: 'Plot speeds, distances and states of a recording over time, as a picture.',
		parameters: [INPUT],
		examples: [],
		picture: true,
		// The path of the picture follows.
		toWords: ({ path }) => ['plot', String(path), '--output'],
	},
];
