import type { DeviceName } from '@handreel/webxr';
import type { SessionPlan } from '../act/page-session.ts';
import type { SessionArguments } from '../act/result.ts';
import { readBytes } from '../files/read-file.ts';
import { resolvePageUrl } from '../replay/open-page.ts';
import { OPEN, OPEN_DEFAULTS } from './commands.ts';
import { checkArguments } from './session-command.ts';

const MAX_SIZE = 4096;

/** Returns what a session opens. Throws `TypeError` or `UsageError` for arguments that cannot be. */
export async function readPlan(given: SessionArguments, chromium?: string): Promise<SessionPlan> {
	const { url, xr, device, recording, input, enter, size, timeout, insecure } = checkArguments(OPEN, given) as {
		url: string;
		xr?: boolean;
		device?: DeviceName;
		recording?: string;
		input?: 'hands' | 'controllers';
		enter?: string;
		size?: string;
		timeout: number;
		insecure?: boolean;
	};
	if (recording !== undefined && input !== undefined)
		throw new TypeError('open: a recording has its own input; use recording or input, not both');
	const [width, height] = readSize(size);
	const isXR = [xr || undefined, device, recording, input].some((value) => value !== undefined);
	if (!isXR && enter !== undefined) throw new TypeError('open: enter needs xr');
	return {
		...{ url, resolved: resolvePageUrl(url), isXR, device, input, enter, width, height, chromium },
		...(recording === undefined ? {} : { recordingPath: recording, recording: await readBytes(recording) }),
		timeout: timeout * 1000,
		isInsecure: insecure ?? false,
	};
}

function readSize(text: string = OPEN_DEFAULTS.size): [width: number, height: number] {
	const [, width, height] = /^(\d+)x(\d+)$/i.exec(text) ?? [];
	const size: [number, number] = [Number(width), Number(height)];
	if (size.every((value) => value >= 1 && value <= MAX_SIZE)) return size;
	throw new TypeError(`--size: '${text}' is not a size such as 1280x720, up to ${MAX_SIZE}`);
}
