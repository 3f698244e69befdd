import type { EditCommand } from '../batch/edit.ts';

/** The commands that read, change and write recordings; each is loaded when it is called. */
export const EDITS = {
	convert: async () => (await import('./convert.ts')).convert,
	repair: async () => (await import('./repair.ts')).repair,
	recover: async () => (await import('./recover.ts')).recover,
	trim: async () => (await import('./trim.ts')).trim,
	split: async () => (await import('./split.ts')).split,
	shift: async () => (await import('./shift.ts')).shift,
	stretch: async () => (await import('./stretch.ts')).stretch,
	resample: async () => (await import('./resample.ts')).resample,
	mirror: async () => (await import('./mirror.ts')).mirror,
	move: async () => (await import('./move.ts')).move,
	smooth: async () => (await import('./smooth.ts')).smooth,
	fill: async () => (await import('./fill.ts')).fill,
	strip: async () => (await import('./strip.ts')).strip,
	optimize: async () => (await import('./optimize.ts')).optimize,
	'markers add': async () => (await import('./marker-edits.ts')).addMarkers,
	'markers rename': async () => (await import('./marker-edits.ts')).renameMarkers,
	'markers move': async () => (await import('./marker-edits.ts')).moveMarkers,
	'markers remove': async () => (await import('./marker-edits.ts')).removeMarkers,
} satisfies Readonly<Record<string, () => Promise<EditCommand>>>;

/** The name of an edit. */
export type EditName = keyof typeof EDITS;
