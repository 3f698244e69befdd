import type { Command } from 'commander';
import type { EditName } from './edits.ts';

/** A command as the list of commands knows it. */
export interface CommandEntry {
	readonly name: string;
	readonly summary: string;
	readonly group: string;
	/** Loads what adds arguments, options, help and action to the command. */
	readonly load: () => Promise<(command: Command) => void>;
}

const LOOK = 'Look:';
const MEND = 'Mend and convert:';
const CUT = 'Cut and change:';
const OTHER = 'Other:';

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
	{
		group: LOOK,
		name: 'info',
		summary: 'show what recordings hold',
		load: async () => (await import('./info.ts')).configureInfo,
	},
	{
		group: LOOK,
		name: 'check',
		summary: 'find problems',
		load: async () => (await import('./check.ts')).configureCheck,
	},
	{
		group: LOOK,
		name: 'sample',
		summary: 'print poses at chosen times',
		load: async () => (await import('./sample.ts')).configureSample,
	},
	{
		group: LOOK,
		name: 'diff',
		summary: 'measure how far two recordings are apart',
		load: async () => (await import('./diff.ts')).configureDiff,
	},
	{
		group: LOOK,
		name: 'view',
		summary: 'see recordings in the browser',
		load: async () => (await import('./view.ts')).configureView,
	},
	{
		group: LOOK,
		name: 'replay',
		summary: 'replay into a WebXR page',
		load: async () => (await import('./replay.ts')).configureReplay,
	},
	edit(MEND, 'repair', 'mend what can be mended'),
	edit(MEND, 'recover', 'make a recording from the journal of a recorder'),
	edit(MEND, 'convert', 'write another format or layout'),
	{
		group: MEND,
		name: 'formats',
		summary: 'list what converts to what',
		load: async () => (await import('./formats.ts')).configureFormats,
	},
	edit(CUT, 'trim', 'cut to a span of time'),
	edit(CUT, 'split', 'cut into pieces'),
	{
		group: CUT,
		name: 'concat',
		summary: 'put recordings one after the other',
		load: async () => (await import('./concat.ts')).configureConcat,
	},
	edit(CUT, 'shift', 'move in time'),
	edit(CUT, 'stretch', 'play slower, faster or backwards'),
	edit(CUT, 'resample', 'put keys at regular times'),
	edit(CUT, 'mirror', 'swap left and right'),
	edit(CUT, 'move', 'move and turn in space'),
	edit(CUT, 'smooth', 'take out jitter'),
	edit(CUT, 'fill', 'fill short tracking gaps'),
	edit(CUT, 'strip', 'take out head, hands, gaze or markers'),
	edit(CUT, 'optimize', 'leave out keys within a tolerance'),
	{
		group: CUT,
		name: 'markers',
		summary: 'list, add, rename, move or remove markers',
		load: async () => (await import('./markers.ts')).configureMarkers,
	},
	{
		group: OTHER,
		name: 'completion',
		summary: 'print a completion script for a shell',
		load: async () => (await import('./completion.ts')).configureCompletion,
	},
];

/** The command with a name. */
export function findCommand(name: string): CommandEntry | undefined {
	return COMMANDS.find((entry) => entry.name === name);
}

function edit(group: string, name: EditName, summary: string): CommandEntry {
	return { group, name, summary, load: async () => (await import('./define-edit.ts')).loadEdit(name) };
}
