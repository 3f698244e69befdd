import { formatBytes } from '@handreel/text';
import { explainError } from './explain-error.ts';
import { createLink } from './follow-link.ts';
import { isUnsaved } from './history.ts';
import { MAX_LINKED_BYTES } from './link-data.ts';
import type { Studio } from './studio.svelte.ts';

/** Seconds. Longer recordings do not fit, and encoding them only to find that out would take long. */
const MAX_SECONDS = 120;

/** A link to share, and what to say about it: a sentence that follows "Link copied". */
export interface ShareLink {
	readonly link: string;
	readonly remark: string;
}

/**
 * Creates a link to the current recording and view. Nobody else has local files and unsaved edits, so a link contains such a recording if
 * it is small: the whole recording, or else the loop.
 */
export async function createShareLink(studio: Studio): Promise<ShareLink> {
	const { active, playback } = studio;
	if (active === null || (active.address !== null && !isUnsaved(active.history)))
		return { link: createLink(studio), remark: '' };
	const part = playback.loop;
	const request = { stored: active.stored, part, maxBytes: MAX_LINKED_BYTES, maxSeconds: MAX_SECONDS };
	const carried = await studio.workers.call('carry', request).catch(explainError);
	if (typeof carried === 'string') return { link: createLink(studio), remark: ` without the recording: ${carried}` };
	const { bytes, isExact, size } = carried;
	if (bytes !== null) {
		const link = createLink(studio, { name: active.name, bytes }, part?.start ?? 0);
		const what = part === null ? 'the recording' : 'the loop';
		return {
			link,
			remark: `. It contains ${what}${isExact ? '' : ' within 1 mm and 0.2°'}, ${formatBytes(bytes.length)}`,
		};
	}
	const limit = formatBytes(MAX_LINKED_BYTES);
	const found = size === null ? 'it is too long' : `${formatBytes(size)} are more than ${limit}`;
	const advice = part === null ? 'Set a loop around the moment to share' : 'Choose a shorter loop';
	return { link: createLink(studio), remark: ` without the recording: ${found}. ${advice}` };
}
