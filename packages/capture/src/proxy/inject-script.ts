import { CAPTURE_PATH } from '../protocol/messages.ts';

const SCRIPT = `<script src="${CAPTURE_PATH}record.js"></script>`;

/** Puts the recorder into a page, before its first script: at the start of the head, or else after the doctype. */
export function injectScript(html: string): string {
	const [place] =
		/<head(\s[^>]*)?>/i.exec(html) ?? /<html(\s[^>]*)?>/i.exec(html) ?? /^\s*<!doctype[^>]*>/i.exec(html) ?? [];
	if (place === undefined) return SCRIPT + html;
	const end = html.indexOf(place) + place.length;
	return html.slice(0, end) + SCRIPT + html.slice(end);
}
