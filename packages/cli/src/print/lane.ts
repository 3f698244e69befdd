import type { TimeSpan } from '@handreel/core';

/** A line of `width` characters that shows when something was true: `━━━━╌╌╌━━━`. Short spans stay visible. */
export function drawLane(spans: readonly TimeSpan[], start: number, end: number, width: number): string {
	const cells = new Array<boolean>(width).fill(false);
	const scale = end > start ? width / (end - start) : 0;
	for (const { start: from, end: to } of spans) {
		const first = Math.min(width - 1, Math.max(0, Math.floor((from - start) * scale)));
		const last = Math.min(width - 1, Math.max(first, Math.ceil((to - start) * scale) - 1));
		cells.fill(true, first, last + 1);
	}
	return cells.map((isTrue) => (isTrue ? '━' : '╌')).join('');
}
