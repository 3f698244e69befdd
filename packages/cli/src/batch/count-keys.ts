import type { Curve, Recording } from '@handreel/core';

/** The number of keys of a recording. */
export function countKeys({ head, hands, gaze }: Recording): number {
	return countBelow(head) + countBelow(hands) + countBelow(gaze);
}

function countBelow(node: object | null): number {
	if (node === null) return 0;
	if ('count' in node) return (node as Curve).count;
	let count = 0;
	for (const child of Object.values(node)) count += countBelow(child);
	return count;
}
