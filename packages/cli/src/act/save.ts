import { encodeReel } from '@handreel/core/reel';
import type { PageSession } from './page-session.ts';
import type { SessionArguments, SessionResult } from './result.ts';

/** Stores what was performed and what the page has seen. */
export async function saveSession(session: PageSession, args: SessionArguments): Promise<SessionResult> {
	const trace = await session.trace('save');
	if (trace === null) throw new Error('save: the page has run no frame yet');
	const { duration } = trace;
	return {
		text: `${duration.toFixed(2)} s of poses and inputs, with events and console messages`,
		data: { duration },
		file: { path: args['file'] as string, bytes: encodeReel(trace), mediaType: 'application/octet-stream' },
	};
}
