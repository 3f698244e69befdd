import { nameObject } from '@handreel/playwright/page';
import type { ObjectQuery, Scene } from '@handreel/playwright/scene';
import { quoteText } from '../script/format-script.ts';
import { parseValue } from '../script/parse-script.ts';
import { isScriptObject, type ScriptObject } from '../script/value.ts';

/** An object that was found, and how a test finds it. */
export interface FoundObject {
	readonly query: ObjectQuery;
	/** The query as code, such as `'drawer/handle'`. */
	readonly code: string;
}

const REFERENCE = /^o\d+$/;

/** Reads an object as users write it: `drawer`, `table/drawer`, `o4` or `object("crate").nth(1)`. */
export function readObject(text: string): ScriptObject {
	if (!/^\s*(?:object\s*\(|["'])/.test(text)) return { kind: 'object', query: text };
	const value = parseValue(text);
	if (typeof value === 'string') return { kind: 'object', query: value };
	if (isScriptObject(value)) return value;
	throw new TypeError(`${text}: not an object; use a name such as drawer, or object("drawer")`);
}

/**
 * Finds an object. References and positions among matches become names that hold in another run, too. Throws `Error` that names what
 * is there if nothing matches.
 */
export async function findObject(scene: Scene, { query, nth }: ScriptObject): Promise<FoundObject> {
	if (nth === undefined && !REFERENCE.test(query)) return { query, code: quoteText(query) };
	const list = await scene.list();
	const isNamed = list.nodes.some(({ name }) => name === query);
	const own = REFERENCE.test(query) && !isNamed ? { ref: query } : query;
	const nodes = await scene.object(own).nodes();
	const node = nodes.at(nth ?? 0);
	if (node === undefined || (nth === undefined && nodes.length > 1)) {
		if (nodes.length > 0 && nth !== undefined)
			throw new Error(`object("${query}") matches ${nodes.length} objects, so there is none at ${nth}`);
		// The error explains what is there.
		await scene.object(own).now.node();
		throw new Error(`${query} is gone`);
	}
	const name = nameObject(list.nodes, node.id);
	const reference = `o${node.id}`;
	return name ?? { query: { ref: reference }, code: `{ ref: '${reference}' }` };
}
