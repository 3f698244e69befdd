import { formatPath } from '@handreel/core/internal';

/** A part of a recording that an edit can be limited to. */
export interface RecordingPart {
	/** The start of the paths of its curves, such as `hands.left`. */
	readonly path: string;
	readonly title: string;
}

const PAIRS: readonly string[] = ['hands', 'controllers', 'tracks'];

/** Lists the parts of a recording that have keys, in the order of its curves. */
export function listParts(curves: readonly { readonly path: string; readonly count: number }[]): RecordingPart[] {
	const paths = new Set(
		curves.flatMap(({ path, count }) => {
			const [root = '', name = ''] = path.split('.');
			return count === 0 ? [] : [PAIRS.includes(root) ? `${root}.${name}` : root];
		}),
	);
	return [...paths].map((path) => ({ path, title: nameOf(path) }));
}

function nameOf(path: string): string {
	const [root, name] = path.split('.');
	if (root === 'tracks') return `Track ${name}`;
	const words = root === 'hands' ? `${name} hand` : root === 'controllers' ? `${name} controller` : formatPath(path);
	return words.charAt(0).toUpperCase() + words.slice(1);
}
