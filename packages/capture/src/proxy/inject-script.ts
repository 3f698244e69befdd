import { CAPTURE_PATH } from '../protocol/messages.ts';
import { readTags } from './read-tags.ts';

const SCRIPT = `<script src="${CAPTURE_PATH}record.js"></script>`;

/** Puts the recorder into a page, before its first script: at the start of the head, or else after the doctype. */
export function injectScript(html: string): string {
	const place = findPlace(html);
	return html.slice(0, place) + SCRIPT + html.slice(place);
}

function findPlace(html: string): number {
	let place = 0;
	for (const { name, end } of readTags(html)) {
		if (name === 'head') return end;
		if (name !== 'html' && name !== '!doctype') return place;
		place = end;
	}
	return place;
}
