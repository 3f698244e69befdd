/** A curve of a recording. */
interface ChannelCurve {
	readonly path: string;
	/** The number of keys. */
	readonly count: number;
}

/** A curve, or a group of curves. */
export interface ChannelNode {
	readonly name: string;
	readonly path: string;
	readonly children: readonly ChannelNode[];
	/** The curves at and below it. */
	readonly paths: readonly string[];
	/** Keys of those curves. */
	readonly keys: number;
}

/** Builds the tree of the curves whose path contains every word of the search. */
export function buildTree(curves: readonly ChannelCurve[], search: string, hidesEmpty: boolean): ChannelNode[] {
	const words = search
		.toLowerCase()
		.split(/[\s.]+/)
		.filter(Boolean);
	const found = curves.filter(({ path, count }) => {
		const lower = path.toLowerCase();
		return (!hidesEmpty || count > 0) && words.every((word) => lower.includes(word));
	});
	return nest(found, '');
}

function nest(curves: readonly ChannelCurve[], parent: string): ChannelNode[] {
	const start = parent === '' ? 0 : parent.length + 1;
	const groups = new Map<string, ChannelCurve[]>();
	for (const curve of curves) {
		const dot = curve.path.indexOf('.', start);
		const name = dot < 0 ? curve.path.slice(start) : curve.path.slice(start, dot);
		const group = groups.get(name);
		if (group === undefined) groups.set(name, [curve]);
		else group.push(curve);
	}
	return [...groups].map(([name, own]) => {
		const path = parent === '' ? name : `${parent}.${name}`;
		const isCurve = own.length === 1 && own[0]?.path === path;
		return {
			name,
			path,
			paths: own.map((curve) => curve.path),
			children: isCurve ? [] : nest(own, path),
			keys: own.reduce((sum, each) => sum + each.count, 0),
		};
	});
}
