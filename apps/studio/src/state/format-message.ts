import type { Issue } from '@handreel/core';
import { formatPath } from '@handreel/core/internal';

/** Paths in the model, such as `hands.left.joints.indexTip.position.x` or `markers[2].name`. */
const PATH = /\b(?:(?:hands|controllers)\.(?:left|right)|head|gaze)(?:\.\w+)+|\bmarkers\[(\d+)\](?:\.\w+)?/g;

/** The message of an issue as a sentence of the page: with the names that the panels show, and a capital letter. */
export function formatMessage({ message, path }: Pick<Issue, 'message' | 'path'>): string {
	const text = message.replace(PATH, (found, marker) =>
		marker === undefined ? formatPath(found) : `marker ${Number(marker) + 1}`,
	);
	// The name of a column is as it is in the file.
	const isName = path !== '' && text.startsWith(`${path}:`) && !/^(head|gaze)$/.test(path);
	return isName ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
