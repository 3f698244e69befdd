import type { Recording } from '@handreel/core';
import { addMarker, moveMarker, removeMarker, renameMarker } from '@handreel/core/edit';
import { defineEdit, type EditCommand, oneResult } from '../batch/edit.ts';
import { parseTime } from './parse-arguments.ts';

interface Which {
	/** A name or, with a # before it, the number that `markers list` shows. */
	readonly marker: string;
}

const WHICH = 'which: its name, or # and its number in the list';

/** `handreel markers add`. */
export const addMarkers = defineEdit<{ readonly time: number; readonly name: string }>({
	configure: (command) => {
		command
			.description('Adds a marker.')
			.requiredOption('--time <time>', 'when, in seconds or as minutes:seconds', parseTime)
			.requiredOption('--name <name>', 'what it is called')
			.addHelpText(
				'after',
				"\nExamples:\n  handreel markers add session.bin marked.bin --time 2.5 --name 'grab begins'",
			);
	},
	edit: (recording, { time, name }) => oneResult(addMarker(recording, { time, name })),
});

/** `handreel markers rename`. */
export const renameMarkers = defineEdit<Which & { readonly name: string }>({
	configure: (command) => {
		command
			.description('Renames a marker.')
			.requiredOption('--marker <which>', WHICH)
			.requiredOption('--name <name>', 'what it is called from now on')
			.addHelpText('after', "\nExamples:\n  handreel markers rename session.bin out.bin --marker '#2' --name start");
	},
	edit: (recording, { marker, name }) => oneResult(renameMarker(recording, findMarker(recording, marker), name)),
});

/** `handreel markers move`. */
export const moveMarkers = defineEdit<Which & { readonly time: number }>({
	configure: (command) => {
		command
			.description('Moves a marker in time.')
			.requiredOption('--marker <which>', WHICH)
			.requiredOption('--time <time>', 'when, in seconds or as minutes:seconds', parseTime)
			.addHelpText('after', '\nExamples:\n  handreel markers move session.bin out.bin --marker grab --time 3');
	},
	edit: (recording, { marker, time }) => oneResult(moveMarker(recording, findMarker(recording, marker), time)),
});

/** `handreel markers remove`. */
export const removeMarkers: EditCommand = defineEdit<Which>({
	configure: (command) => {
		command
			.description('Removes a marker.')
			.requiredOption('--marker <which>', WHICH)
			.addHelpText('after', '\nExamples:\n  handreel markers remove session.bin out.bin --marker grab');
	},
	edit: (recording, { marker }) => oneResult(removeMarker(recording, findMarker(recording, marker))),
});

function findMarker({ markers }: Recording, which: string): number {
	const number = /^#(\d+)$/.exec(which)?.[1];
	const index = number === undefined ? markers.findIndex(({ name }) => name === which) : Number(number) - 1;
	if (markers[index] === undefined) throw new Error(`no marker ${which}; there are ${markers.length}`);
	return index;
}
