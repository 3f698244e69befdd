import type { DeviceName } from '@handreel/webxr';
import { CHECK_NAMES } from '../act/checks.ts';
import { SIDE_VERBS } from '../script/verbs.ts';
import type { CommandDescription, Parameter, SessionCommand } from './session-command.ts';

const DEVICES: readonly string[] = ['quest-3', 'vision-pro', 'hololens-2', 'pico-4'] satisfies DeviceName[];

/** An object of the scene, as users write it. */
const OBJECT: Parameter = {
	name: 'object',
	kind: 'text',
	summary: 'a name, the end of a path, a reference such as o4, or object("crate").nth(1)',
	isArgument: true,
};
const THE_OBJECT: Parameter = { ...OBJECT, isRequired: true };
const FORCE: Parameter = { name: 'force', kind: 'flag', summary: 'act even if the object is covered' };

// In lines that fit into a terminal.
const VERBS: string = Object.keys(SIDE_VERBS)
	.join(', ')
	.replace(/(.{60,85}), /g, '$1,\n');

/** Defaults of {@link OPEN}. The size is that of Playwright's own pages, so that a written test sees the same. */
export const OPEN_DEFAULTS: {
	readonly size: string;
	/** Seconds without a command after which a session ends. */
	readonly idle: number;
} = { size: '1280x720', idle: 1800 };

/** What opens a session. */
export const OPEN: CommandDescription = {
	name: 'open',
	description: 'Open a page in a browser in the background. The commands of a session act on it until it is closed.',
	parameters: [
		{ name: 'url', kind: 'text', summary: 'a URL, or the path of an HTML file', isArgument: true, isRequired: true },
		{ name: 'xr', kind: 'flag', summary: 'enter its session: hands act, and time stands still between commands' },
		{
			name: 'device',
			kind: 'choice',
			choices: DEVICES,
			summary: 'headset to imitate; enters the session',
		},
		{
			name: 'recording',
			kind: 'file',
			summary: 'a recording in any readable format to replay; enters the session',
		},
		{
			name: 'input',
			kind: 'choice',
			choices: ['hands', 'controllers'],
			summary: 'what the person holds',
		},
		{ name: 'enter', kind: 'text', summary: 'element to click to enter XR (default: the button of a known library)' },
		{ name: 'size', kind: 'text', summary: `size of the page in pixels (default: ${OPEN_DEFAULTS.size})` },
		{
			name: 'timeout',
			kind: 'number',
			summary: 'seconds for each operation of the page',
			default: 30,
			least: 1,
			most: 600,
		},
		{ name: 'insecure', kind: 'flag', summary: 'accept self-signed certificates' },
	],
	examples: [
		'handreel open http://localhost:5173',
		'handreel open http://localhost:5173 --xr',
		'handreel open http://localhost:5173 --device quest-3 --recording grab.reel',
		'handreel open dist/index.html --name shop --size 800x600',
	],
	notes: `Objects of three.js, A-Frame, Babylon.js and PlayCanvas are found by name. 'handreel status' lists
what is open, 'handreel close' ends it. A session also ends after half an hour without a command
(--idle).

Only your user reaches a session: its socket is in a folder that is closed to others.`,
};

/** The commands of a session, in the order of the help. */
export const SESSION_COMMANDS: readonly SessionCommand[] = [
	{
		name: 'scene',
		description: 'List the objects of the scene: kind, name, reference, position, and what is hidden or off-screen.',
		parameters: [
			{ ...OBJECT, summary: 'only this object and what is below it' },
			{ name: 'depth', kind: 'integer', summary: 'levels to show', least: 1, most: 100 },
			{ name: 'size', kind: 'flag', summary: 'add width, height and depth in meters' },
			{ name: 'color', kind: 'flag', summary: 'add the colors of materials' },
			{ name: 'covered', kind: 'flag', summary: 'add what is covered by other objects' },
			{ name: 'interactive', kind: 'flag', summary: 'add what has handlers for pointers' },
			{ name: 'all', kind: 'flag', summary: 'also objects with neither name nor shape' },
		],
		examples: ['handreel scene', 'handreel scene table --depth 2 --size', 'handreel scene --covered --interactive'],
		notes: 'Positions are in meters with the axes of WebXR: x right, y up, -z forward.',
		run: async (session, args) => (await import('../act/look.ts')).showScene(session, args),
	},
	{
		name: 'do',
		description: 'Let hands act: reach, pinch, move, release. Reports events, and which objects have changed.',
		parameters: [
			{
				name: 'script',
				kind: 'text',
				summary: 'statements such as right.reach("handle").pinch(), separated by ; or line breaks',
				isArgument: true,
				isRequired: true,
			},
		],
		examples: [
			`handreel do 'right.reach("drawer/handle").pinch().moveTo([0, 0.9, -0.2]).release()'`,
			`handreel do 'walkTo([0.4, 0, 0], { facing: "lamp" }); right.poke("button")'`,
			`handreel do 'left.down("trigger").wait(0.5).up("trigger")'`,
		],
		notes: `Verbs of left and right:
${VERBS}.
A target is an object or a point in meters. For the whole person: lookAt(TARGET), walkTo(POINT,
{ facing: TARGET }). Scripts are parsed, not evaluated: there are no variables and no functions.
All verbs are checked before the first of them runs.`,
		run: async (session, args) => (await import('../act/perform.ts')).runScript(session, args),
	},
	{
		name: 'click',
		description: 'Click an object with the mouse, where it can be seen. Reports what covers it if it cannot.',
		parameters: [
			THE_OBJECT,
			{ name: 'button', kind: 'choice', choices: ['left', 'right', 'middle'], summary: 'button of the mouse' },
			{ name: 'double', kind: 'flag', summary: 'click twice' },
			FORCE,
		],
		examples: ['handreel click lamp', 'handreel click shelf/lamp --double'],
		run: async (session, args) => (await import('../act/point.ts')).clickObject(session, args),
	},
	{
		name: 'drag',
		description: 'Drag an object with the mouse to another object, to a point, or by pixels.',
		parameters: [
			THE_OBJECT,
			{
				name: 'target',
				kind: 'text',
				summary: 'an object, a point such as "[0, 1, -0.4]", or pixels such as "{dx: 100, dy: 0}"',
				isArgument: true,
				isRequired: true,
			},
			FORCE,
		],
		examples: [
			'handreel drag cup saucer',
			"handreel drag cup '[0.2, 0.8, -0.4]'",
			"handreel drag knob '{dx: 60, dy: 0}'",
		],
		run: async (session, args) => (await import('../act/point.ts')).dragObject(session, args),
	},
	{
		name: 'step',
		description: 'Run frames of the session.',
		parameters: [
			{
				name: 'frames',
				kind: 'integer',
				summary: 'how many; one if it is left out',
				isArgument: true,
				default: 1,
				least: 1,
				most: 100_000,
			},
		],
		examples: ['handreel step', 'handreel step 60'],
		run: async (session, args) => (await import('../act/time.ts')).stepFrames(session, args),
	},
	{
		name: 'seek',
		description: 'Jump to a time of the recording that is replayed.',
		parameters: [
			{ name: 'to', kind: 'text', summary: 'seconds, or the name of a marker', isArgument: true, isRequired: true },
		],
		examples: ['handreel seek 1.5', 'handreel seek held'],
		run: async (session, args) => (await import('../act/time.ts')).seekTime(session, args),
	},
	{
		name: 'play',
		description: 'Run frames until a time, and report what happens to objects: who takes and releases them, and when.',
		parameters: [
			{
				name: 'until',
				kind: 'text',
				summary: 'seconds, or a marker (without: the end of the recording)',
				isArgument: true,
			},
		],
		examples: ['handreel play', 'handreel play 2.5', 'handreel play held'],
		run: async (session, args) => (await import('../act/time.ts')).playUntil(session, args),
	},
	{
		name: 'screenshot',
		description: 'Take a picture of the page or of an object, as PNG.',
		parameters: [
			{ ...OBJECT, summary: 'only this object' },
			{
				name: 'eye',
				kind: 'choice',
				choices: ['left', 'both', 'side'],
				summary: 'in a session: the left eye (default), both eyes, or the person from the side',
			},
			{
				name: 'output',
				kind: 'file',
				summary: 'file to write (.png)',
				extensions: ['.png'],
				isOutput: true,
				isRequired: true,
			},
		],
		examples: ['handreel screenshot --output page.png', 'handreel screenshot lamp --output lamp.png'],
		run: async (session, args) => (await import('../act/picture.ts')).takePicture(session, args),
	},
	{
		name: 'events',
		description: 'List the XR events of the session: select, squeeze, input sources, start and end.',
		parameters: [{ name: 'last', kind: 'integer', summary: 'how many at most', default: 30, least: 1, most: 1000 }],
		examples: ['handreel events', 'handreel events --last 100 --json'],
		run: async (session, args) => (await import('../act/reports.ts')).showEvents(session, args),
	},
	{
		name: 'console',
		description: 'List messages of the page and its uncaught errors, since the last call.',
		parameters: [
			{ name: 'errors', kind: 'flag', summary: 'errors only' },
			{ name: 'all', kind: 'flag', summary: 'also those that were shown before' },
			{ name: 'last', kind: 'integer', summary: 'how many at most', default: 30, least: 1, most: 500 },
		],
		examples: ['handreel console', 'handreel console --errors --all'],
		run: async (session, args) => (await import('../act/reports.ts')).showConsole(session, args),
	},
	{
		name: 'expect',
		description: 'Check something of an object, as a test would, and remember it for a written test.',
		parameters: [
			THE_OBJECT,
			{
				name: 'check',
				kind: 'choice',
				choices: CHECK_NAMES,
				summary: 'such as toBeVisible or toHaveMoved',
				isArgument: true,
				isRequired: true,
			},
			{ name: 'values', kind: 'list', summary: 'what the check takes', isArgument: true },
			{ name: 'not', kind: 'flag', summary: 'expect the opposite' },
		],
		examples: [
			'handreel expect drawer toHaveMoved 0.19',
			'handreel expect lamp toHaveColor "#ffcc00"',
			"handreel expect cup toBeNear '[0.2, 0.8, -0.4]' 0.05",
			'handreel expect door toBeVisible --not',
		],
		notes: `Checks: toBeVisible, toBeInView, toHavePosition POINT [METERS], toHaveColor COLOR,
toHaveCount NUMBER, toContainObject OBJECT, toBeNear OBJECT|POINT [METERS], toHaveMoved METERS;
with hands also toBeInHand left|right and toBeLookedAt. In real time a check waits up to 5 seconds.

Exit codes: 0 it is so, 1 it is not, 2 usage error.`,
		run: async (session, args) => (await import('../act/expectation.ts')).expectObject(session, args),
	},
	{
		name: 'save',
		description: 'Write what was performed and what the page has seen as a recording, with events and messages.',
		parameters: [
			{
				name: 'file',
				kind: 'file',
				summary: 'file to write (.reel)',
				extensions: ['.reel'],
				isArgument: true,
				isRequired: true,
				isOutput: true,
			},
		],
		examples: ['handreel save take.reel', 'handreel save take.reel --overwrite'],
		run: async (session, args) => (await import('../act/save.ts')).saveSession(session, args),
	},
	{
		name: 'test',
		description: 'Write the steps so far as a Playwright test, after they have succeeded once more in a new page.',
		parameters: [
			{
				name: 'file',
				kind: 'file',
				summary: 'file to write (.spec.ts)',
				extensions: ['.ts', '.js', '.mts', '.mjs'],
				isArgument: true,
				isRequired: true,
				isOutput: true,
			},
			{ name: 'title', kind: 'text', summary: 'title of the test' },
		],
		examples: ['handreel test tests/drawer.spec.ts', 'handreel test tests/drawer.spec.ts --title "the drawer opens"'],
		notes: 'The test needs @handreel/playwright. What was expected in vain is not a step.',
		run: async (session, args) => (await import('../act/write-session-test.ts')).writeSessionTest(session, args),
	},
	{
		name: 'status',
		description: 'Describe what is open: page, time, number of steps and errors.',
		parameters: [],
		examples: ['handreel status', 'handreel status --name shop --json'],
		notes: 'Without a session of this name, it lists all sessions.',
		run: async (session) => (await import('../act/reports.ts')).showStatus(session),
	},
	{
		name: 'close',
		description: 'Close the page and end the session.',
		parameters: [],
		examples: ['handreel close', 'handreel close --name shop', 'handreel close --all'],
		// The server ends after the answer.
		run: async ({ plan }) => ({ text: `closed ${plan.url}`, data: { closed: plan.url } }),
	},
];

/** The description of a command. */
export function findSessionCommand(name: string): SessionCommand | undefined {
	return SESSION_COMMANDS.find((command) => command.name === name);
}
