import type { Edit } from '../batch/edit.ts';
import type { CommandDefinition, CommandEntry } from './command-entry.ts';

const INSPECT = 'Inspect:';
const RECORD = 'Record and create:';
const CONVERT = 'Repair and convert:';
const EDIT = 'Edit:';
const CORPUS = 'Search many recordings:';
const SESSION = 'Work in an open page:';
const OTHER = 'Other:';

// An edit that core describes.
function described(name: string, summary: string): CommandEntry {
	const load = async (): Promise<CommandDefinition> => (await import('./described-edit.ts')).createEditCommand(name);
	return { group: EDIT, name, summary, load };
}

// A command that acts on an open page.
function inSession(name: string, summary: string): CommandEntry {
	const load = async (): Promise<CommandDefinition> =>
		(await import('./session-command.ts')).createSessionCommand(name);
	return { group: SESSION, name, summary, load };
}

/** All commands, in the order of the help. Only the command that is called is loaded. */
export const COMMANDS: readonly CommandEntry[] = [
	{
		group: INSPECT,
		name: 'info',
		summary: 'show layout, duration, keys, hands and markers',
		load: async () => (await import('./info.ts')).info,
	},
	{
		group: INSPECT,
		name: 'check',
		summary: 'find damage, MRTK bugs and implausible values',
		load: async () => (await import('./check.ts')).check,
	},
	{
		group: INSPECT,
		name: 'measure',
		summary: 'measure speed, smoothness, pinches and tracking',
		load: async () => (await import('./measure.ts')).measure,
	},
	{
		group: INSPECT,
		name: 'plot',
		summary: 'plot speeds, distances and states over time',
		load: async () => (await import('./plot.ts')).plot,
	},
	{
		group: INSPECT,
		name: 'sample',
		summary: 'print poses at given times',
		load: async () => (await import('./sample.ts')).sample,
	},
	{
		group: INSPECT,
		name: 'diff',
		summary: 'compare two recordings',
		load: async () => (await import('./diff.ts')).diff,
	},
	{
		group: INSPECT,
		name: 'view',
		summary: 'open recordings in the browser',
		load: async () => (await import('./view.ts')).view,
	},
	{
		group: INSPECT,
		name: 'replay',
		summary: 'replay a recording into a WebXR page',
		load: async () => (await import('./replay.ts')).replay,
	},
	{
		group: INSPECT,
		name: 'describe',
		summary: 'describe in words what happens, also to objects of a page',
		load: async () => (await import('./describe.ts')).describe,
	},
	{
		group: RECORD,
		name: 'capture',
		summary: 'record a headset with WebXR',
		load: async () => (await import('./capture.ts')).capture,
	},
	{
		group: RECORD,
		name: 'perform',
		summary: 'make recordings by script',
		load: async () => (await import('./perform.ts')).perform,
	},
	{
		group: RECORD,
		name: 'samples',
		summary: 'list or copy sample recordings',
		load: async () => (await import('./samples.ts')).samples,
	},
	{
		group: CONVERT,
		name: 'repair',
		summary: 'repair damaged recordings',
		load: async () => (await import('./repair.ts')).repair,
	},
	{
		group: CONVERT,
		name: 'recover',
		summary: 'recover recordings from journals',
		load: async () => (await import('./recover.ts')).recover,
	},
	{
		group: CONVERT,
		name: 'convert',
		summary: 'convert to another format or layout',
		load: async () => (await import('./convert.ts')).convert,
	},
	{
		group: CONVERT,
		name: 'dataset',
		summary: 'write recordings as a Parquet or LeRobot data set',
		load: async () => (await import('./dataset.ts')).dataset,
	},
	{
		group: CONVERT,
		name: 'formats',
		summary: 'list formats and layouts',
		load: async () => (await import('./formats.ts')).formats,
	},
	described('trim', 'crop to a time range'),
	{
		group: EDIT,
		name: 'split',
		summary: 'split at times or markers',
		load: async () => (await import('./split.ts')).split,
	},
	{
		group: EDIT,
		name: 'concat',
		summary: 'join recordings',
		load: async () => (await import('./concat.ts')).concat,
	},
	described('shift', 'move in time'),
	described('stretch', 'slow down, speed up or reverse'),
	described('retime', 'change the speed over time'),
	described('resample', 'set a constant frame rate'),
	described('mirror', 'swap left and right'),
	described('move', 'move and rotate in space'),
	described('anchor', 'put the first head pose at the origin'),
	described('smooth', 'reduce jitter'),
	described('fill', 'fill short tracking gaps'),
	described('strip', 'remove head, hands, gaze or markers'),
	described('anonymize', 'remove data that identifies a person'),
	{
		group: EDIT,
		name: 'optimize',
		summary: 'remove redundant keys within a tolerance',
		load: async () => (await import('./optimize.ts')).optimize,
	},
	{
		group: EDIT,
		name: 'markers',
		summary: 'list, add, rename, move or remove markers',
		load: async () => (await import('./markers.ts')).markers,
	},
	{
		group: SESSION,
		name: 'open',
		summary: 'open a page in the background',
		load: async () => (await import('./open.ts')).open,
	},
	inSession('scene', 'list the objects of the scene'),
	inSession('do', 'let hands act: reach, pinch, move, release'),
	inSession('click', 'click an object'),
	inSession('drag', 'drag an object'),
	inSession('step', 'run frames of the session'),
	inSession('seek', 'jump to a time of the recording'),
	inSession('play', 'run frames until a time or marker'),
	inSession('screenshot', 'take a picture of the page or an object'),
	inSession('events', 'list XR events'),
	inSession('console', 'list messages and errors of the page'),
	inSession('expect', 'check something of an object'),
	inSession('save', 'write what was performed and seen as a recording'),
	inSession('test', 'write the steps so far as a test'),
	inSession('status', 'describe what is open'),
	inSession('close', 'close the page'),
	{
		group: SESSION,
		name: 'repl',
		summary: 'type these commands line by line',
		load: async () => (await import('./repl.ts')).repl,
	},
	{
		group: SESSION,
		name: 'init',
		summary: 'write SKILL.md and AGENTS.md, which explain this to models',
		load: async () => (await import('./init.ts')).init,
	},
	{
		group: SESSION,
		name: 'mcp',
		summary: 'serve all of this to MCP clients',
		load: async () => (await import('./mcp.ts')).mcp,
	},
	{
		group: CORPUS,
		name: 'index',
		summary: 'write a catalog of a folder of recordings',
		load: async () => (await import('./index-folder.ts')).indexFolder,
	},
	{
		group: CORPUS,
		name: 'query',
		summary: 'query a catalog with SQL',
		load: async () => (await import('./query.ts')).query,
	},
	{
		group: OTHER,
		name: 'queue',
		summary: 'spread work over machines',
		load: async () => (await import('./queue.ts')).queue,
	},
	{
		group: OTHER,
		name: 'completion',
		summary: 'print a shell completion script',
		load: async () => (await import('./completion.ts')).createCompletion(COMMANDS),
	},
];

/** The command with a name. */
export function findCommand(name: string): CommandEntry | undefined {
	return COMMANDS.find((entry) => entry.name === name);
}

/** The edit that some words call, such as `trim` or `markers add`. */
export async function findEdit(words: string): Promise<Edit> {
	const [name = ''] = words.split(' ');
	const edit = (await findCommand(name)?.load())?.edits?.[words];
	if (edit === undefined) throw new TypeError(`'${words}' is not an edit`);
	return edit;
}
