/** A start tag of a page, or its doctype. */
export interface Tag {
	/** In lower case. That of the doctype is `!doctype`. */
	readonly name: string;
	/** The offset after the tag. */
	readonly end: number;
	/** By name in lower case. The first of two equal ones counts. */
	readonly attributes: ReadonlyMap<string, string>;
}

/** Elements that contain text and no tags. */
const RAW_TEXT: readonly string[] = ['script', 'style', 'textarea', 'title'];
const NAME = /<(!?[a-z][^\s/>]*)/iy;
// One expression for both would try every character between attributes as the first.
const BETWEEN = /[\s/=]*/y;
const ATTRIBUTE = /([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;

/**
 * Reads the start tags of a page in order. Comments and scripts contain none. Each character is read a fixed number of times,
 * however broken the page is.
 */
export function* readTags(html: string): Generator<Tag, void> {
	for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
		if (html.startsWith('<!--', at)) {
			at = html.indexOf('-->', at);
			if (at < 0) return;
			continue;
		}
		const [whole, name = ''] = matchAt(NAME, html, at) ?? [];
		if (whole === undefined) {
			at++;
			continue;
		}
		const tag = readAttributes(html, at + whole.length, name.toLowerCase());
		if (tag === null) return;
		yield tag;
		at = RAW_TEXT.includes(tag.name) ? findEndTag(html, tag) : tag.end;
		if (at < 0) return;
	}
}

// `null` if the page ends before the tag.
function readAttributes(html: string, start: number, name: string): Tag | null {
	const attributes = new Map<string, string>();
	for (let at = start; ; ) {
		at += matchAt(BETWEEN, html, at)![0].length;
		const match = matchAt(ATTRIBUTE, html, at);
		// The end of the tag, or of the page.
		if (match === null) return at < html.length ? { name, end: at + 1, attributes } : null;
		const [whole, key = '', double, single, plain] = match;
		if (!attributes.has(key.toLowerCase())) attributes.set(key.toLowerCase(), double ?? single ?? plain ?? '');
		at += whole.length;
	}
}

function findEndTag(html: string, { name, end }: Tag): number {
	const pattern = new RegExp(`</${name}`, 'gi');
	pattern.lastIndex = end;
	return pattern.exec(html)?.index ?? -1;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}
