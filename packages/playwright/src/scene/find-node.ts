import { listSimilarNames } from '@handreel/core';
import type { SceneNode } from './scene-probe.ts';

/** How to find an object: by name, by the end of its path (`table/drawer`), or by a function that returns true for it. */
export type ObjectQuery = string | ((node: SceneNode) => boolean);

const MAX_LISTED = 12;
const MAX_NEAREST = 3;

/** Finds the node that a query stands for. Throws `Error` that says what is there if there is none, or more than one. */
export function findNode(nodes: readonly SceneNode[], query: ObjectQuery, scenes: readonly string[]): SceneNode {
	const matches = typeof query === 'function' ? nodes.filter(query) : matchName(nodes, query);
	const [match] = matches;
	if (match !== undefined && matches.length === 1) return match;
	const shown = typeof query === 'function' ? 'the function' : `'${query}'`;
	if (match !== undefined) {
		const list = matches.slice(0, MAX_LISTED).map(describeNode).join('\n  ');
		throw new Error(
			`${shown} matches ${matches.length} objects; use more of the path, or a function:\n  ${list}${more(matches.length)}`,
		);
	}
	if (scenes.length === 0) {
		throw new Error(
			`${shown}: no scene found. Scenes of three.js and A-Frame are found if the fixture xr is set up before page.goto, ` +
				'scenes of Babylon.js if BABYLON is global; for others, call xr.useScene with a handle',
		);
	}
	const names = [...new Set(nodes.flatMap(({ name }) => (name === '' ? [] : [name])))];
	const nearest = typeof query === 'function' ? [] : listSimilarNames(query, names).slice(0, MAX_NEAREST);
	const hint = nearest.length === 0 ? '' : `; the nearest names are ${nearest.map((name) => `'${name}'`).join(', ')}`;
	const list = names.length === 0 ? 'no object has a name' : `named objects: ${names.slice(0, MAX_LISTED).join(', ')}`;
	throw new Error(
		`${shown} matches none of ${nodes.length} objects in ${scenes.join(', ')}${hint}; ${list}${more(names.length)}`,
	);
}

function matchName(nodes: readonly SceneNode[], query: string): readonly SceneNode[] {
	const wanted = query.split('/').filter((part) => part !== '');
	if (wanted.length > 1) {
		return nodes.filter(({ path }) => {
			const parts = path.split('/');
			return wanted.every((part, i) => parts[parts.length - wanted.length + i] === part);
		});
	}
	return nodes.filter(({ name }) => name === query);
}

function describeNode({ path, type, position, isVisible }: SceneNode): string {
	const place = position.map((value) => value.toFixed(2)).join(', ');
	return `${path} (${type} at [${place}]${isVisible ? '' : ', hidden'})`;
}

function more(count: number): string {
	return count > MAX_LISTED ? ` and ${count - MAX_LISTED} more` : '';
}
