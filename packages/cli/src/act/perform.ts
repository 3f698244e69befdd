import { escapeText } from '../print/escape-text.ts';
import { parseScript } from '../script/parse-script.ts';
import { checkScript } from '../script/verbs.ts';
import { formatChanges, watchChanges } from './changes.ts';
import type { PageSession } from './page-session.ts';
import type { SessionArguments, SessionResult } from './result.ts';
import { prepareStatement } from './run-script.ts';

const MAX_EVENTS = 12;
const MAX_NAME = 60;

/** Lets hands do what a script holds, statement by statement. Nothing runs if a verb of it is wrong. */
export async function runScript(session: PageSession, args: SessionArguments): Promise<SessionResult> {
	const xr = session.requireXR('do');
	if (session.plan.recording !== undefined)
		throw new Error('do: a recording is replayed; open the page without --recording to let hands act');
	const statements = checkScript(parseScript(args['script'] as string));
	const [start, known] = [xr.time, xr.events.length];
	const listChanges = await watchChanges(session.scene);
	for (const [i, statement] of statements.entries()) {
		try {
			await session.act(await prepareStatement(xr, statement));
		} catch (error) {
			const done = i === 0 ? '' : ` (statement ${i + 1}; those before it are done)`;
			throw new Error(`do: ${error instanceof Error ? error.message : String(error)}${done}`, { cause: error });
		}
	}
	const changes = await listChanges();
	const events = xr.events
		.slice(known)
		.map(({ type, side, time }) => ({ type: escapeText(type, MAX_NAME), side, time }));
	const texts = events.slice(-MAX_EVENTS).map(({ type, side }) => (side === undefined ? type : `${type} ${side}`));
	return {
		text: [
			`done in ${(xr.time - start).toFixed(2)} s; the time is ${xr.time.toFixed(3)} s`,
			...(texts.length === 0 ? [] : [`events: ${texts.join(', ')}`]),
			...(changes.length === 0 ? ['no object with a name has changed'] : formatChanges(changes)),
		].join('\n'),
		data: { start, time: xr.time, events, changes },
	};
}
