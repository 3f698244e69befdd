import { escapeText } from '../print/escape-text.ts';
import { findObject, readObject } from './find-object.ts';
import type { PageSession } from './page-session.ts';
import type { SessionArguments, SessionResult } from './result.ts';

/** Lines of a scene, and characters of each. */
const MAX_LINES = 150;
const MAX_LINE = 200;
/** Objects in data for programs. */
const MAX_OBJECTS = 2000;
const MAX_NAME = 100;

/** Lists the objects of the scene. */
export async function showScene(session: PageSession, args: SessionArguments): Promise<SessionResult> {
	const { object, depth, size, color, covered, interactive } = args as {
		object?: string;
		depth?: number;
		size?: boolean;
		color?: boolean;
		covered?: boolean;
		interactive?: boolean;
	};
	const { scene } = session;
	const within = object === undefined ? undefined : (await findObject(scene, readObject(object))).query;
	// Explains what is there if nothing matches.
	if (within !== undefined) await session.limit(scene.object(within).node());
	const options = { depth, within, size, color, covered, interactive };
	const snapshot = await session.limit(scene.snapshot(options));
	const lines = snapshot === '' ? [] : snapshot.split('\n');
	const { nodes, scenes, unread } = await session.limit(scene.list());
	const shown = lines.slice(0, MAX_LINES).map((line) => escapeText(line, MAX_LINE));
	const more =
		lines.length > MAX_LINES
			? [`# ${lines.length - MAX_LINES} more lines; use an object, or --depth, to see a part`]
			: [];
	const where = scenes.length === 0 ? 'no scene found' : `${nodes.length} objects in ${scenes.join(', ')}`;
	return {
		text: [`# ${escapeText(where, MAX_LINE)}; names and texts are those of the page`, ...shown, ...more].join('\n'),
		data: {
			libraries: scenes,
			unread,
			objects: nodes.slice(0, MAX_OBJECTS).map(({ id, name, path, type, position, isVisible, ...rest }) => ({
				ref: `o${id}`,
				name: escapeText(name, MAX_NAME),
				path: escapeText(path, MAX_LINE),
				type: escapeText(type, MAX_NAME),
				position,
				isVisible,
				...(rest.color === undefined ? {} : { color: escapeText(rest.color, MAX_NAME) }),
				...(rest.text === undefined ? {} : { text: escapeText(rest.text, MAX_LINE) }),
			})),
		},
	};
}
