// Places in a span that are looked at before it is narrowed.
const SPAN_SAMPLES = 16;
// Steps of the search for the exact maximum; each narrows it to 0.62 of the span.
const REFINE_STEPS = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The best of a row of times in a span, or a better one around it. */
export function findMaximum(valueAt: (time: number) => number, start: number, end: number): number {
	const step = (end - start) / SPAN_SAMPLES;
	let best = start;
	let highest = Number.NEGATIVE_INFINITY;
	for (let i = 0; i <= SPAN_SAMPLES; i++) {
		const value = valueAt(start + i * step);
		if (value <= highest) continue;
		highest = value;
		best = start + i * step;
	}
	return climb(valueAt, Math.max(start, best - step), Math.min(end, best + step));
}

// Golden-section search in a span in which the function has one maximum.
function climb(valueAt: (time: number) => number, start: number, end: number): number {
	let from = start;
	let to = end;
	let left = to - GOLDEN * (to - from);
	let right = from + GOLDEN * (to - from);
	let leftValue = valueAt(left);
	let rightValue = valueAt(right);
	for (let i = 0; i < REFINE_STEPS; i++) {
		if (leftValue > rightValue) {
			to = right;
			right = left;
			rightValue = leftValue;
			left = to - GOLDEN * (to - from);
			leftValue = valueAt(left);
		} else {
			from = left;
			left = right;
			leftValue = rightValue;
			right = from + GOLDEN * (to - from);
			rightValue = valueAt(right);
		}
	}
	return leftValue > rightValue ? left : right;
}
