import type { SceneNode } from '../probe/types.ts';
import type { ObjectQuery } from '../scene/find-node.ts';
import { quote } from './quote.ts';

/** How a test finds an object. */
export interface ObjectName {
	/** In words. */
	readonly label: string;
	readonly query: ObjectQuery;
	/** The query as code. */
	readonly code: string;
}

/** Meters: objects without a name are found by where they are first. */
const SAME_PLACE = 0.01;

/**
 * Returns how a test finds an object: by the shortest end of its path that names it alone, or else by its type and where it
 * was first; `null` if others are the same.
 */
export function nameObject(nodes: readonly SceneNode[], id: number): ObjectName | null {
	const node = nodes.find((other) => other.id === id);
	if (node === undefined) return null;
	const { path, type, firstPosition } = node;
	const parts = path.split('/');
	for (let count = 1; count <= parts.length; count++) {
		const name = parts.slice(-count).join('/');
		const isMatch = (other: SceneNode): boolean =>
			count === 1 ? other.name === name : other.path === name || other.path.endsWith(`/${name}`);
		if (nodes.filter(isMatch).length === 1) return { label: name, query: name, code: quote(name) };
	}
	const [x = 0, y = 0, z = 0] = firstPosition.map((value) => Number(value.toFixed(3)));
	const isSame = (other: SceneNode): boolean => {
		const [ox, oy, oz] = other.firstPosition;
		return other.type === type && Math.hypot(ox - x, oy - y, oz - z) < SAME_PLACE;
	};
	if (nodes.filter(isSame).length !== 1) return null;
	const distance = `Math.hypot(${[`p[0] - ${x}`, `p[1] - ${y}`, `p[2] - ${z}`].join(', ').replaceAll('- -', '+ ')})`;
	return {
		label: `the ${type} at ${x}, ${y}, ${z}`,
		query: isSame,
		code: `({ type, firstPosition: p }) => type === ${quote(type)} && ${distance} < ${SAME_PLACE}`,
	};
}
