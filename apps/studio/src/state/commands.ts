import { addMarker, splitAtPlayhead, trimToLoop } from './actions.ts';
import type { Studio } from './studio.svelte.ts';
import { CAMERA_MODES, SIDES_OF_VIEW } from './view-state.ts';

/** A keyboard command. */
export interface Command {
	readonly group: 'Playback' | 'Timeline' | 'View' | 'Recordings' | 'Edit' | 'Panels';
	/** Values of `KeyboardEvent.key`, with the prefix `Shift+`, `Alt+` or `Ctrl+` where it matters. Ctrl is ⌘ on a Mac. */
	readonly keys: readonly string[];
	readonly text: string;
	/** Works without a recording, too. */
	readonly isGlobal?: true;
	readonly run: (studio: Studio, tools: CommandTools) => void;
}

/** Commands that need elements of the page. */
export interface CommandTools {
	pickFiles(): void;
	focusSearch(): void;
	saveImage(): void;
	savePlot(): void;
	savePlotData(): void;
	copyLink(): void;
}

type KeyNames = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** All keyboard commands. The dialog of `?` lists them. */
export const COMMANDS: readonly Command[] = [
	{ group: 'Playback', keys: [' '], text: 'Play or pause', run: (studio) => studio.playback.toggle() },
	{ group: 'Playback', keys: ['ArrowRight'], text: 'Next frame', run: (studio) => studio.playback.stepFrame(1) },
	{ group: 'Playback', keys: ['ArrowLeft'], text: 'Previous frame', run: (studio) => studio.playback.stepFrame(-1) },
	{ group: 'Playback', keys: ['Shift+ArrowRight'], text: 'Next key', run: (studio) => studio.playback.stepKey(1) },
	{ group: 'Playback', keys: ['Shift+ArrowLeft'], text: 'Previous key', run: (studio) => studio.playback.stepKey(-1) },
	{
		group: 'Playback',
		keys: ['Home'],
		text: 'Go to start',
		run: (studio) => studio.playback.seek(studio.active?.start ?? 0),
	},
	{
		group: 'Playback',
		keys: ['End'],
		text: 'Go to end',
		run: (studio) => studio.playback.seek(studio.active?.end ?? 0),
	},
	{ group: 'Playback', keys: ['.'], text: 'Play faster', run: (studio) => studio.playback.changeSpeed(1) },
	{ group: 'Playback', keys: [','], text: 'Play slower', run: (studio) => studio.playback.changeSpeed(-1) },
	{
		group: 'Playback',
		keys: ['l'],
		text: 'Toggle loop',
		run: (studio) => {
			studio.playback.isLooping = !studio.playback.isLooping;
		},
	},
	{ group: 'Playback', keys: ['['], text: 'Set loop start', run: (studio) => studio.playback.setLoopEnd('start') },
	{ group: 'Playback', keys: [']'], text: 'Set loop end', run: (studio) => studio.playback.setLoopEnd('end') },
	{ group: 'Playback', keys: ['\\'], text: 'Clear loop', run: (studio) => studio.playback.clearLoop() },

	{
		group: 'Timeline',
		keys: ['+', '='],
		text: 'Zoom in',
		run: (studio) => studio.timeline.zoom(0.5, studio.playback.time),
	},
	{ group: 'Timeline', keys: ['-'], text: 'Zoom out', run: (studio) => studio.timeline.zoom(2, studio.playback.time) },
	{ group: 'Timeline', keys: ['0'], text: 'Show all', run: (studio) => studio.timeline.showAll() },
	{ group: 'Timeline', keys: ['n'], text: 'Next problem', run: (studio) => goToNextIssue(studio, 1) },
	{ group: 'Timeline', keys: ['Shift+N'], text: 'Previous problem', run: (studio) => goToNextIssue(studio, -1) },
	{ group: 'Timeline', keys: ['k'], text: 'Next marker', run: (studio) => goToMarker(studio, 1) },
	{ group: 'Timeline', keys: ['Shift+K'], text: 'Previous marker', run: (studio) => goToMarker(studio, -1) },

	...SIDES_OF_VIEW.map(
		(side): Command => ({
			group: 'View',
			keys: [side.key],
			text: `View from the ${side.name}`,
			run: (studio) => studio.scene.lookFrom(side),
		}),
	),
	{
		group: 'View',
		keys: ['Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+ArrowUp', 'Alt+ArrowDown'],
		text: 'Orbit',
		run: () => {},
	},
	{
		group: 'View',
		keys: ['PageUp'],
		text: 'Move closer',
		run: (studio) => studio.scene.turn(0, 0, 0.85),
	},
	{
		group: 'View',
		keys: ['PageDown'],
		text: 'Move away',
		run: (studio) => studio.scene.turn(0, 0, 1 / 0.85),
	},
	{ group: 'View', keys: ['f'], text: 'Fit to view', run: (studio) => studio.scene.fit() },
	{
		group: 'View',
		keys: ['c'],
		text: 'Switch camera: orbit, follow head, first person',
		run: (studio) => {
			const index = CAMERA_MODES.indexOf(studio.scene.view.camera);
			studio.scene.change({ camera: CAMERA_MODES[(index + 1) % CAMERA_MODES.length] ?? 'orbit' });
		},
	},
	{
		group: 'View',
		keys: ['m'],
		text: 'Show bones or skin',
		run: (studio) => studio.scene.change({ handStyle: studio.scene.view.handStyle === 'mesh' ? 'bones' : 'mesh' }),
	},
	{
		group: 'View',
		keys: ['t'],
		text: 'Show trails',
		run: (studio) => studio.scene.change({ trails: !studio.scene.view.trails }),
	},
	{
		group: 'View',
		keys: ['Shift+A'],
		text: 'Show onion skin',
		run: (studio) => studio.scene.change({ onion: studio.scene.view.onion === 0 ? 3 : 0 }),
	},
	{
		group: 'View',
		keys: ['g'],
		text: 'Show gaze',
		run: (studio) => studio.scene.change({ gaze: !studio.scene.view.gaze }),
	},
	{
		group: 'View',
		keys: ['h'],
		text: 'Show head',
		run: (studio) => studio.scene.change({ head: !studio.scene.view.head }),
	},
	{
		group: 'View',
		keys: ['a'],
		text: 'Show rotations',
		run: (studio) => studio.scene.change({ axes: !studio.scene.view.axes }),
	},
	{
		group: 'View',
		keys: ['b'],
		text: 'Show floor',
		run: (studio) => studio.scene.change({ grid: !studio.scene.view.grid }),
	},

	{ group: 'Recordings', keys: ['o'], text: 'Open files', isGlobal: true, run: (_, tools) => tools.pickFiles() },
	{ group: 'Recordings', keys: ['Shift+L'], text: 'Show library', isGlobal: true, run: showLibrary },
	{ group: 'Recordings', keys: ['>'], text: 'Next recording', run: (studio) => studio.activateNext(1) },
	{ group: 'Recordings', keys: ['<'], text: 'Previous recording', run: (studio) => studio.activateNext(-1) },
	{
		group: 'Recordings',
		keys: ['Shift+W'],
		text: 'Close recording',
		run: (studio) => studio.activeId !== null && studio.requestClose(studio.activeId),
	},
	{ group: 'Recordings', keys: ['r'], text: 'Repair and compare', run: (studio) => void studio.repair() },
	{
		group: 'Recordings',
		keys: ['Ctrl+S'],
		text: 'Save',
		run: (studio) => void studio.saving.saveInPlace(),
	},
	{ group: 'Recordings', keys: ['s'], text: 'Save as…', run: (studio) => openDialog(studio, 'save') },
	{
		group: 'Recordings',
		keys: ['Shift+E'],
		text: 'Export video, GIF, image or plot…',
		run: (studio) => openDialog(studio, 'export'),
	},
	{ group: 'Recordings', keys: ['x'], text: 'Save image (PNG)', run: (_, tools) => tools.saveImage() },
	{ group: 'Recordings', keys: ['v'], text: 'Save plot (SVG)', run: (_, tools) => tools.savePlot() },
	{
		group: 'Recordings',
		keys: ['Shift+V'],
		text: 'Save plotted values (CSV)',
		run: (_, tools) => tools.savePlotData(),
	},
	{ group: 'Recordings', keys: ['u'], text: 'Copy link', run: (_, tools) => tools.copyLink() },

	{ group: 'Edit', keys: ['Ctrl+Z'], text: 'Undo', run: (studio) => void studio.editing.undo() },
	{ group: 'Edit', keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], text: 'Redo', run: (studio) => void studio.editing.redo() },
	{
		group: 'Edit',
		keys: ['Delete', 'Backspace'],
		text: 'Delete selected keys, or the selected label',
		run: (studio) => studio.sheet?.removeSelected() || studio.labeling.removeSelected() || void studio.keys.remove(),
	},
	{
		group: 'Edit',
		keys: ['Shift+B'],
		text: 'Box select keys in the plot',
		run: (studio) => {
			if (studio.plot.curves.length > 0) studio.keys.isBoxing = !studio.keys.isBoxing;
			else studio.say('Plot a curve first');
		},
	},
	{ group: 'Edit', keys: ['q'], text: 'Show edits', run: (studio) => studio.panels.toggleRight('edit') },
	{
		group: 'Edit',
		keys: ['Shift+Q'],
		text: 'Dope sheet: keys in rows',
		run: ({ panels }) => panels.toggleSheet(),
	},
	{ group: 'Edit', keys: ['j'], text: 'Add marker', run: (studio) => addMarker(studio) },
	{
		group: 'Edit',
		keys: ['Shift+P'],
		text: 'Change the pose of the picked joint',
		run: (studio) =>
			studio.posing.target === null ? studio.say('Pick a joint of a hand first') : studio.posing.toggle(),
	},
	{ group: 'Edit', keys: ['1 … 9'], text: 'While playing: begin or end a label', run: () => {} },
	{ group: 'Edit', keys: ['Shift+T'], text: 'Trim to loop', run: (studio) => trimToLoop(studio) },
	{ group: 'Edit', keys: ['Shift+S'], text: 'Split at playhead', run: (studio) => splitAtPlayhead(studio) },

	{ group: 'Panels', keys: ['/'], text: 'Search channels', run: (_, tools) => tools.focusSearch() },
	{
		group: 'Panels',
		keys: ['i'],
		text: 'Show recording',
		run: (studio) => studio.panels.showLeft('recording'),
	},
	{
		group: 'Panels',
		keys: ['e'],
		text: 'Show or hide details',
		run: (studio) => studio.panels.toggleLeft(),
	},
	{
		group: 'Panels',
		keys: ['y'],
		text: 'Show bytes',
		run: (studio) => studio.panels.showLeft('bytes'),
	},
	{
		group: 'Panels',
		keys: ['p'],
		text: 'Show problems',
		run: (studio) => studio.panels.toggleRight('problems'),
	},
	{
		group: 'Panels',
		keys: ['d'],
		text: 'Show comparison',
		run: (studio) => studio.panels.toggleRight('compare'),
	},
	{
		group: 'Panels',
		keys: ['w'],
		text: 'Plot values or speed',
		run: (studio) => {
			studio.plot.showsSpeed = !studio.plot.showsSpeed;
		},
	},
	{
		group: 'Panels',
		keys: ['Shift+ArrowUp'],
		text: 'Zoom in vertically',
		run: (studio) => studio.plot.ranges.zoom(0.5),
	},
	{
		group: 'Panels',
		keys: ['Shift+ArrowDown'],
		text: 'Zoom out vertically',
		run: (studio) => studio.plot.ranges.zoom(2),
	},
	{
		group: 'Panels',
		keys: ['Shift+O'],
		text: 'Own scale per curve',
		run: (studio) => {
			studio.plot.hasOwnScales = !studio.plot.hasOwnScales;
		},
	},
	{
		group: 'Panels',
		keys: ['z'],
		text: 'Show statistics',
		run: (studio) => studio.panels.toggleRight('statistics'),
	},
	{
		group: 'Panels',
		keys: ['Shift+D'],
		text: 'Switch theme: system, light, dark',
		isGlobal: true,
		run: ({ theme }) => theme.next(),
	},
	{
		group: 'Panels',
		keys: ['Ctrl+K'],
		text: 'Search commands, channels and joints',
		isGlobal: true,
		run: (studio) => {
			studio.dialog = 'palette';
		},
	},
	{
		group: 'Panels',
		keys: ['?'],
		isGlobal: true,
		text: 'Show keyboard shortcuts',
		run: (studio) => {
			studio.dialog = studio.dialog === 'help' ? null : 'help';
		},
	},
];

const TURN: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [-10, 0],
	ArrowRight: [10, 0],
	ArrowUp: [0, 8],
	ArrowDown: [0, -8],
};

/** Runs the command of a key. Returns `false` if there is none. */
export function runKey(event: KeyboardEvent, studio: Studio, tools: CommandTools): boolean {
	const turn = event.altKey && !studio.showsLibrary ? TURN[event.key] : undefined;
	if (turn !== undefined) {
		studio.scene.turn(...turn);
		return true;
	}
	const name = nameKey(event);
	const label = studio.playback.isPlaying && /^[1-9]$/.test(name) ? studio.labeling.names[Number(name) - 1] : undefined;
	if (label !== undefined) {
		studio.labeling.press(label);
		return true;
	}
	const command = COMMANDS.find(({ keys }) => keys.includes(name));
	if (command === undefined || (studio.showsLibrary && !command.isGlobal)) return false;
	command.run(studio, tools);
	return true;
}

/** The name of a key as in {@link Command.keys}, or an empty string for shortcuts of the browser. */
export function nameKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyNames): string {
	const isLetter = /^[a-z]$/i.test(key);
	// On many keyboards, brackets need Alt or AltGr. AltGr is Control and Alt on Windows.
	const isSign = key.length === 1 && !isLetter && !/^[0-9 ]$/.test(key);
	// Undo, redo, saving and the palette are the only commands with Ctrl or ⌘; all others belong to the browser.
	if ((ctrlKey || metaKey) && !altKey && /^[zyks]$/i.test(key))
		return `Ctrl+${shiftKey ? 'Shift+' : ''}${key.toUpperCase()}`;
	if (metaKey || (ctrlKey && !altKey) || ((ctrlKey || altKey) && !isSign)) return '';
	// Caps Lock must not act as Shift.
	const name = isLetter ? (shiftKey ? key.toUpperCase() : key.toLowerCase()) : key;
	return shiftKey && (isLetter || key.length > 1) ? `Shift+${name}` : name;
}

function showLibrary(studio: Studio): void {
	if (studio.hasLibrary) studio.showLibrary();
	else studio.say('Open a catalog first: drop catalog.parquet, or run handreel view with an indexed folder');
}

function openDialog(studio: Studio, dialog: 'save' | 'export'): void {
	if (studio.active !== null) studio.dialog = dialog;
}

function goToMarker(studio: Studio, direction: -1 | 1): void {
	const times = (studio.active?.stored.skeleton.markers ?? []).map(({ time }) => time).sort((a, b) => a - b);
	const later =
		direction === 1
			? times.find((time) => time > studio.playback.time)
			: times.findLast((time) => time < studio.playback.time);
	if (later !== undefined) studio.playback.seek(later);
}

function goToNextIssue(studio: Studio, direction: -1 | 1): void {
	const issues = studio.active?.issues ?? [];
	if (issues.length === 0) return;
	const from = studio.issueIndex < 0 && direction < 0 ? 0 : studio.issueIndex;
	studio.issueIndex = (from + direction + issues.length) % issues.length;
	studio.panels.showRight('problems');
	studio.goToIssue(issues[studio.issueIndex]!);
}
