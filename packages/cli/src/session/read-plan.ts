import type { SessionPlan } from '../act/page-session.ts';
import type { SessionArguments } from '../act/result.ts';
import { resolvePageUrl } from '../replay/open-page.ts';
import { OPEN, OPEN_DEFAULTS } from './commands.ts';
import { checkArguments } from './session-command.ts';

const MAX_SIZE = 4096;

/** Returns what a session opens. Throws `TypeError` or `UsageError` for arguments that cannot be. */
export async function readPlan(
	given: SessionArguments,
	chromium: string | undefined,
	_read: (path: string) => Promise<Uint8Array>,
): Promise<SessionPlan> {
	const {
		url,
		enter,
		size,
		timeout,
		insecure = false,
	} = checkArguments(OPEN, given) as {
		url: string;
		enter?: string;
		size?: string;
		timeout: number;
		insecure?: boolean;
	};
	const [width, height] = readSize(size);
	return {
		...{ url, resolved: resolvePageUrl(url), enter, width, height, chromium },
		isXR: false,
		timeout: timeout * 1000,
		isInsecure: insecure,
	};
}

function readSize(text: string = OPEN_DEFAULTS.size): [width: number, height: number] {
	const [, width, height] = /^(\d+)x(\d+)$/i.exec(text) ?? [];
	const size: [number, number] = [Number(width), Number(height)];
	if (size.every((value) => value >= 1 && value <= MAX_SIZE)) return size;
	throw new TypeError(`--size: '${text}' is not a size such as 1280x720, up to ${MAX_SIZE}`);
}
