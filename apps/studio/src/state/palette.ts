import { createFrameSample } from '@handreel/core';
import { EDITS } from '@handreel/core/edit';
import { formatPath } from '@handreel/core/internal';
import { formatTime } from '@handreel/text';
import { COMMANDS, type CommandTools } from './commands.ts';
import { MAX_GROUP } from './curve-plot.svelte.ts';
import { EXPORT_FORMATS, EXPORT_TITLES } from './export-plan.ts';
import { sampleTable } from './sample-table.ts';
import { MRTK_CHOICES, OTHER_CHOICES } from './save-choices.ts';
import { formatPoint, listScenePoints } from './scene-points.ts';
import { searchTitles } from './search-titles.ts';
import type { Studio } from './studio.svelte.ts';
import { THEME_CHOICES } from './theme.svelte.ts';

/** Something that the command palette can do. */
export interface PaletteEntry {
	readonly title: string;
	/** What it is, such as the group of a command. */
	readonly kind: string;
	/** The keyboard shortcut as in `KeyboardEvent.key`, or an empty string. */
	readonly shortcut: string;
	readonly run: () => void;
}

/** Entries that are shown at once. */
const MAX_SHOWN = 60;

/** Lists everything that the page can do now: commands, recordings, channels, joints and markers. */
export function listEntries(studio: Studio, tools: CommandTools): PaletteEntry[] {
	const entry = (kind: string, title: string, run: () => void, shortcut = ''): PaletteEntry => ({
		kind,
		title,
		run,
		shortcut,
	});
	const { plot, picking, playback, theme } = studio;
	const active = studio.showsLibrary ? null : studio.active;
	const commands = COMMANDS.filter(
		({ keys, isGlobal }) =>
			(active !== null || isGlobal) && !keys.includes('Ctrl+K') && !keys[0]?.startsWith('Alt+Arrow'),
	);
	const entries = [
		...commands.map(({ group, text, keys, run }) => entry(group, text, () => run(studio, tools), keys[0])),
		...THEME_CHOICES.map((choice) =>
			entry('Theme', `Use ${choice} theme`, () => {
				theme.choice = choice;
			}),
		),
		...studio.documents.map(({ id, label }) => entry('Recording', label, () => studio.activate(id))),
	];
	if (active === null) return entries;
	const { editing, panels } = studio;
	const openDialog = (dialog: 'save' | 'export', format: string): void => {
		studio.wantedFormat = format;
		studio.dialog = dialog;
	};
	const openTool = (name: string): void => {
		panels.showRight('edit');
		panels.editTool = name;
	};
	const filled = active.stored.curves.filter(({ count }) => count > 0).map(({ path }) => path);
	const points = listScenePoints(sampleTable(active, playback.time, createFrameSample()));
	return [
		...entries,
		...EDITS.map(({ name, title, options }) =>
			entry('Edit', title, () => {
				if (Object.keys(options).length > 0) openTool(name);
				else void editing.apply(title, { kind: 'described', name, options: {} });
			}),
		),
		entry('Edit', 'Optimize', () => openTool('optimize')),
		entry('Edit', 'Concatenate', () => openTool('concat')),
		...[...MRTK_CHOICES, ...OTHER_CHOICES].map(({ format, title }) =>
			entry('Save', `Save as ${title}`, () => openDialog('save', format)),
		),
		...EXPORT_FORMATS.map((format) =>
			entry('Export', `Export ${EXPORT_TITLES[format][0]}`, () => openDialog('export', format)),
		),
		...active.stored.skeleton.markers.map(({ name, time }) =>
			entry('Marker', `${name || '(unnamed)'} at ${formatTime(time)}`, () => playback.seek(time)),
		),
		...points.map((point) => entry('Joint', `Pick ${formatPoint(point)}`, () => picking.pick(point))),
		...points
			.filter((point) => picking.first !== null && point !== picking.first)
			.map((point) => entry('Joint', `Measure to ${formatPoint(point)}`, () => picking.measureTo(point))),
		...points.map((point) => entry('Joint', `Follow ${formatPoint(point)}`, () => picking.follow(point))),
		...listGroups(filled).map(([path, paths]) =>
			entry('Channels', `Plot ${formatPath(path)}`, () => plot.select([...new Set([...plot.channels, ...paths])])),
		),
		...filled.map((path) => entry('Channel', `Plot ${formatPath(path)}`, () => plot.toggle([path]))),
	];
}

/** Finds the entries that a text matches. A number is a time, and an expression a derived channel. */
export function findEntries(entries: readonly PaletteEntry[], text: string, studio: Studio): PaletteEntry[] {
	const query = text.trim();
	if (query === '') return entries.filter(({ kind }) => !/^(Joint|Channel)/.test(kind)).slice(0, MAX_SHOWN);
	const typed: PaletteEntry[] = [];
	const time = /^-?\d+(\.\d+)?\s*s?$/.test(query) ? Number.parseFloat(query) : Number.NaN;
	if (studio.active !== null && Number.isFinite(time)) {
		typed.push({ kind: 'Time', title: `Go to ${time} s`, shortcut: '', run: () => studio.playback.seek(time) });
	}
	if (studio.active !== null && query.includes('(')) {
		const run = (): void => void studio.plot.addDerived(query);
		typed.push({ kind: 'Derived channel', title: `Plot ${query}`, shortcut: '', run });
	}
	return [...typed, ...searchTitles(entries, query)].slice(0, MAX_SHOWN);
}

// Positions, rotations and other groups of curves that fit into a plot.
function listGroups(paths: readonly string[]): [path: string, paths: string[]][] {
	const groups = new Map<string, string[]>();
	for (const path of paths) {
		const group = path.slice(0, path.lastIndexOf('.'));
		if (group === '') continue;
		const list = groups.get(group);
		if (list === undefined) groups.set(group, [path]);
		else list.push(path);
	}
	return [...groups].filter(([, list]) => list.length > 1 && list.length <= MAX_GROUP);
}
