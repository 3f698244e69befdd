import { listSimilarNames } from '@handreel/core/internal';
import type { ListOptions, Point, SceneList, SceneNode } from '../probe/types.ts';

/** Properties of an object. All that are given have to match. */
export interface ObjectProperties extends ListOptions {
	readonly name?: string | RegExp;
	/** The end of the path, such as `table/drawer`, or a pattern for the whole path. */
	readonly path?: string | RegExp;
	/** The class, such as `Mesh`. */
	readonly type?: string | RegExp;
	/** The name of the material. */
	readonly material?: string | RegExp;
	/** The name or type of the geometry. */
	readonly geometry?: string | RegExp;
	/** The color of the material, such as `#ff8800`. */
	readonly color?: string | RegExp;
	/** The text that it shows. */
	readonly text?: string | RegExp;
	/** The reference in a snapshot, such as `o4`. */
	readonly ref?: string;
}

/**
 * How to find an object: by name, by the end of its path (`table/drawer`), by a pattern for its name, by properties, or by a
 * function that returns true for it.
 */
export type ObjectQuery = string | RegExp | ObjectProperties | ((node: SceneNode) => boolean);

/** A part of a query. Each narrows what the ones before have found. */
export type QueryStep =
	| { readonly kind: 'match'; readonly query: ObjectQuery }
	| { readonly kind: 'within'; readonly steps: readonly QueryStep[] }
	| { readonly kind: 'nth'; readonly index: number }
	| { readonly kind: 'visible'; readonly isVisible: boolean }
	| { readonly kind: 'near'; readonly point: () => Promise<Point>; readonly meters: number };

/** What a query needs besides the list. */
export interface QueryHelpers {
	/** The ids of the objects with properties that only the page knows. */
	select(options: ListOptions): Promise<readonly number[]>;
	/** The ids of the objects that can be seen. */
	listSeen(): Promise<ReadonlySet<number>>;
}

const MAX_LISTED = 12;
const MAX_NEAREST = 3;

/** Returns the objects that a query matches, in the order of the scene. */
export async function findNodes(
	{ nodes, found }: Pick<SceneList, 'nodes' | 'found'>,
	steps: readonly QueryStep[],
	helpers: QueryHelpers,
): Promise<readonly SceneNode[]> {
	let matches: readonly SceneNode[] = nodes;
	for (const step of steps) matches = await narrow(matches, nodes, found, step, helpers);
	return matches;
}

async function narrow(
	matches: readonly SceneNode[],
	nodes: readonly SceneNode[],
	found: SceneList['found'],
	step: QueryStep,
	helpers: QueryHelpers,
): Promise<readonly SceneNode[]> {
	switch (step.kind) {
		case 'match':
			return matchQuery(matches, found, step.query, helpers);
		case 'nth': {
			const node = matches.at(step.index);
			return node === undefined ? [] : [node];
		}
		case 'within': {
			const outer = new Set((await findNodes({ nodes, found }, step.steps, helpers)).map(({ id }) => id));
			const parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
			const isInside = (id: number | undefined): boolean =>
				id !== undefined && (outer.has(id) || isInside(parents.get(id)));
			return matches.filter(({ parent }) => isInside(parent));
		}
		case 'visible': {
			const seen = await helpers.listSeen();
			return matches.filter(({ id }) => seen.has(id) === step.isVisible);
		}
		case 'near': {
			const point = await step.point();
			const { meters } = step;
			return matches.filter(({ position }) => Math.hypot(...position.map((value, i) => value - point[i]!)) <= meters);
		}
	}
}

async function matchQuery(
	nodes: readonly SceneNode[],
	found: SceneList['found'],
	query: ObjectQuery,
	helpers: QueryHelpers,
): Promise<readonly SceneNode[]> {
	if (typeof query === 'function') return nodes.filter(query);
	if (query instanceof RegExp) return nodes.filter(({ name }) => matchText(name, query));
	if (typeof query === 'string') {
		const known = query.includes('/') ? nodes.find(({ id }) => id === found[query]) : undefined;
		return known === undefined ? matchName(nodes, query) : [known];
	}
	const { userData, props, selector, path, ref, ...texts } = query;
	const options = { userData, props, selector };
	const isPlain = Object.values(options).every((value) => value === undefined);
	const ids = isPlain ? null : new Set(await helpers.select(options as ListOptions));
	const named = typeof path === 'string' ? matchPath(nodes, path) : nodes.filter((node) => matchText(node.path, path));
	return named.filter(
		(node) =>
			(ids === null || ids.has(node.id)) &&
			(ref === undefined || ref === `o${node.id}`) &&
			Object.entries(texts).every(([key, wanted]) => matchText(node[key as 'name'], wanted)),
	);
}

function matchText(actual: string | undefined, wanted: string | RegExp | undefined): boolean {
	if (wanted === undefined) return true;
	if (actual === undefined) return false;
	// A pattern with the flag g would remember where it was.
	return typeof wanted === 'string'
		? actual === wanted
		: new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(actual);
}

function matchName(nodes: readonly SceneNode[], query: string): readonly SceneNode[] {
	return query.includes('/') ? matchPath(nodes, query) : nodes.filter(({ name }) => name === query);
}

function matchPath(nodes: readonly SceneNode[], query: string): readonly SceneNode[] {
	const wanted = query.split('/').filter((part) => part !== '');
	return nodes.filter(({ path }) => {
		const parts = path.split('/');
		return wanted.every((part, i) => parts[parts.length - wanted.length + i] === part);
	});
}

/** A query as its author wrote it, such as `object('lamp').within('shelf')`. */
export function describeSteps(steps: readonly QueryStep[]): string {
	return steps.map(describeStep).join('');
}

function describeStep(step: QueryStep): string {
	switch (step.kind) {
		case 'match':
			return `object(${describeQuery(step.query)})`;
		case 'within':
			return `.within(${describeSteps(step.steps)})`;
		case 'nth':
			return step.index === 0 ? '.first()' : `.nth(${step.index})`;
		case 'visible':
			return `.filter({ visible: ${step.isVisible} })`;
		case 'near':
			return '.filter({ near })';
	}
}

function describeQuery(query: ObjectQuery): string {
	if (typeof query === 'function') return 'function';
	if (query instanceof RegExp) return String(query);
	if (typeof query === 'string') return `'${query}'`;
	const entries = Object.entries(query).map(
		([key, value]) => `${key}: ${value instanceof RegExp ? String(value) : JSON.stringify(value)}`,
	);
	return `{ ${entries.join(', ')} }`;
}

/** The error of a query that matches nothing. */
export class NoMatchError extends Error {}

/** Explains that a query matches nothing, with what is there, or several objects. */
export function explainMatches(
	{ nodes, scenes, unread }: SceneList,
	shown: string,
	wanted: string | null,
	matches: readonly SceneNode[],
): Error {
	if (matches.length > 0) {
		const list = matches.slice(0, MAX_LISTED).map(describeNode).join('\n  ');
		return new Error(
			`${shown} matches ${matches.length} objects; use more of the path, or a function:\n  ${list}${more(matches.length)}`,
		);
	}
	const reasons = unread.length === 0 ? '' : `; ${unread.join('; ')}`;
	if (scenes.length === 0) {
		return new NoMatchError(
			`${shown}: no scene found. Scenes of three.js, A-Frame, Babylon.js and PlayCanvas are found if the fixture scene or xr is set up before page.goto; for others, call useScene with a handle${reasons}`,
		);
	}
	const names = [...new Set(nodes.flatMap(({ name }) => (name === '' ? [] : [name])))];
	const nearest = wanted === null ? [] : listSimilarNames(wanted, names).slice(0, MAX_NEAREST);
	const hint = nearest.length === 0 ? '' : `; the nearest names are ${nearest.map((name) => `'${name}'`).join(', ')}`;
	const list =
		names.length === 0
			? `no object has a name; there are ${countTypes(nodes)}`
			: `named objects: ${names.slice(0, MAX_LISTED).join(', ')}`;
	return new NoMatchError(
		`${shown} matches none of ${nodes.length} objects in ${scenes.join(', ')}${hint}; ${list}${more(names.length)}${reasons}`,
	);
}

function countTypes(nodes: readonly SceneNode[]): string {
	const counts = new Map<string, number>();
	for (const { type } of nodes) counts.set(type, (counts.get(type) ?? 0) + 1);
	return [...counts].map(([type, count]) => `${count} ${type}`).join(', ');
}

function describeNode({ path, type, position, isVisible }: SceneNode): string {
	const place = position.map((value) => value.toFixed(2)).join(', ');
	return `${path} (${type} at [${place}]${isVisible ? '' : ', hidden'})`;
}

function more(count: number): string {
	return count > MAX_LISTED ? ` and ${count - MAX_LISTED} more` : '';
}

/** Finds the only object that a query matches. Throws `Error` that names what is there if there is none, or more than one. */
export async function findNode(
	list: SceneList,
	steps: readonly QueryStep[],
	helpers: QueryHelpers,
): Promise<SceneNode> {
	const matches = await findNodes(list, steps, helpers);
	const [match] = matches;
	if (match !== undefined && matches.length === 1) return match;
	const [first] = steps;
	const query = first?.kind === 'match' ? first.query : undefined;
	const wanted =
		typeof query === 'string'
			? (query.split('/').at(-1) ?? query)
			: typeof query === 'object' && 'name' in query
				? String(query.name)
				: null;
	const isPlain = steps.length === 1 && query !== undefined;
	const shown = !isPlain ? describeSteps(steps) : typeof query === 'function' ? 'the function' : describeQuery(query);
	throw explainMatches(list, shown, wanted, matches);
}
