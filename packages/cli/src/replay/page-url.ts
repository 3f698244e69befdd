import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../print/usage-error.ts';

/** The address of a page: http, https and file addresses as they are, paths of files as file addresses. */
export function resolvePageUrl(text: string): string {
	if (/^(https?|file):\/\//i.test(text)) {
		if (!URL.canParse(text)) throw new UsageError(`--url: '${text}' is no valid address`);
		return new URL(text).href;
	}
	const stat = statSync(text, { throwIfNoEntry: false });
	if (stat?.isDirectory()) throw new UsageError(`--url: ${text} is a folder; name a page in it`);
	if (stat === undefined) {
		throw new UsageError(`--url: '${text}' is neither a file nor an address such as http://localhost:5173`);
	}
	return pathToFileURL(resolve(text)).href;
}
