import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../print/usage-error.ts';

/** The URL of a page: http, https and file URLs stay as they are, paths become file URLs. */
export function resolvePageUrl(text: string): string {
	if (/^(https?|file):\/\//i.test(text)) {
		if (!URL.canParse(text)) throw new UsageError(`--url: '${text}' is not a valid URL`);
		return new URL(text).href;
	}
	const stat = statSync(text, { throwIfNoEntry: false });
	if (stat?.isDirectory()) throw new UsageError(`--url: ${text} is a folder; use the path of an HTML file`);
	if (stat === undefined) {
		throw new UsageError(`--url: '${text}' is neither a file nor a URL such as http://localhost:5173`);
	}
	return pathToFileURL(resolve(text)).href;
}
