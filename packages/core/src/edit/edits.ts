import { anonymizeEdit } from './anonymize-recording.ts';
import type { Edit } from './edit.ts';
import { fillEdit } from './fill-gaps.ts';
import { mirrorEdit } from './mirror-recording.ts';
import { anchorEdit, moveEdit } from './move-recording.ts';
import { resampleEdit } from './resample-recording.ts';
import { shiftEdit, stretchEdit } from './retime-recording.ts';
import { smoothEdit } from './smooth-recording.ts';
import { stripEdit } from './strip-recording.ts';
import { trimEdit } from './trim-recording.ts';
import { retimeEdit } from './warp-recording.ts';

/** The edits of one recording that need nothing but options. */
export const EDITS: readonly Edit[] = [
	trimEdit,
	shiftEdit,
	stretchEdit,
	retimeEdit,
	resampleEdit,
	mirrorEdit,
	moveEdit,
	anchorEdit,
	smoothEdit,
	fillEdit,
	stripEdit,
	anonymizeEdit,
];

/** The edit with a name. Throws `TypeError` for an unknown name. */
export function findEdit(name: string): Edit {
	const edit = EDITS.find((candidate) => candidate.name === name);
	if (edit === undefined)
		throw new TypeError(`edit: '${name}' is not one of ${EDITS.map((candidate) => candidate.name).join(', ')}`);
	return edit;
}
