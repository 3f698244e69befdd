import type { ByteSpan } from '@handreel/core';

/** A place in the tree of channels: a curve, or what holds curves. */
export interface ChannelNode {
	readonly name: string;
	readonly path: string;
	readonly children: readonly ChannelNode[];
	/** The curves at and below it. */
	readonly paths: readonly string[];
	/** Keys of those curves. */
	readonly keys: number;
}

/** The tree of all curves of a file that match a search: words that all occur in the path. */
export function buildTree(spans: readonly ByteSpan[], search: string, hidesEmpty: boolean): ChannelNode[] {
	const words = search
		.toLowerCase()
		.split(/[\s.]+/)
		.filter(Boolean);
	const keys = new Map<string, number>();
	for (const { what, path, byteLength } of spans) if (what === 'keys') keys.set(path, byteLength);
	const paths = spans
		.filter(({ what, path }) => what === 'curve header' && (!hidesEmpty || keys.has(path)))
		.map(({ path }) => path)
		.filter((path) => {
			const lower = path.toLowerCase();
			return words.every((word) => lower.includes(word));
		});
	return nest(paths, keys, '');
}

function nest(paths: readonly string[], keys: ReadonlyMap<string, number>, parent: string): ChannelNode[] {
	const start = parent === '' ? 0 : parent.length + 1;
	const groups = new Map<string, string[]>();
	for (const path of paths) {
		const dot = path.indexOf('.', start);
		const name = dot < 0 ? path.slice(start) : path.slice(start, dot);
		const group = groups.get(name);
		if (group === undefined) groups.set(name, [path]);
		else group.push(path);
	}
	return [...groups].map(([name, own]) => {
		const path = parent === '' ? name : `${parent}.${name}`;
		const isCurve = own.length === 1 && own[0] === path;
		return {
			name,
			path,
			paths: own,
			children: isCurve ? [] : nest(own, keys, path),
			keys: own.reduce((sum, each) => sum + (keys.get(each) ?? 0), 0),
		};
	});
}
