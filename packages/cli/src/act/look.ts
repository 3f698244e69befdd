import type { SceneNode } from '@handreel/playwright/scene';
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
	const { object, depth, size, color, covered, interactive, all } = args as {
		object?: string;
		depth?: number;
		size?: boolean;
		color?: boolean;
		covered?: boolean;
		interactive?: boolean;
		all?: boolean;
	};
	const { scene } = session;
	const within = object === undefined ? undefined : (await findObject(scene, readObject(object))).query;
	// Explains what is there if nothing matches.
	if (within !== undefined) await session.limit(scene.object(within).node());
	const options = { depth, within, size, color, covered, interactive };
	const snapshot = await session.limit(scene.snapshot(options));
	const { nodes, scenes, unread } = await session.limit(scene.list());
	const bare = all ? new Set<number>() : findBare(nodes);
	const lines = snapshot.split('\n').filter((line) => line !== '' && !bare.has(readReference(line)));
	const shown = lines.slice(0, MAX_LINES).map((line) => escapeText(line, MAX_LINE));
	const more =
		lines.length > MAX_LINES
			? [`# ${lines.length - MAX_LINES} more lines; use an object, or --depth, to see a part`]
			: [];
	const rest =
		bare.size > 0 ? [`# ${bare.size} objects with neither name nor shape are left out; --all shows them`] : [];
	const where = scenes.length === 0 ? 'no scene found' : `${nodes.length} objects in ${scenes.join(', ')}`;
	return {
		text: [`# ${escapeText(where, MAX_LINE)}; names and texts are those of the page`, ...shown, ...more, ...rest].join(
			'\n',
		),
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

// Objects without a name that draw nothing, as all that is below them. Hands have dozens.
function findBare(nodes: readonly SceneNode[]): Set<number> {
	const parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
	const bare = new Set(parents.keys());
	for (const { id, name, geometry, text, isInteractive } of nodes) {
		if (name === '' && geometry === undefined && text === undefined && !isInteractive) continue;
		for (let at: number | undefined = id; at !== undefined && bare.has(at); at = parents.get(at)) bare.delete(at);
	}
	return bare;
}

// The reference follows the name, which may be anything in quotation marks.
function readReference(line: string): number {
	return Number(/^\s*- \S+ (?:(?:"(?:[^"\\]|\\.)*"|[^\s[]+) )?\[o(\d+)\]/.exec(line)?.[1] ?? -1);
}
