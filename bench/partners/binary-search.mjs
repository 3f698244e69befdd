// The obvious port of a curve evaluator: key objects, a binary search for each curve, the result in one frame.

/** Evaluates scalar curves of `{ times, values, size, offset }` groups, each component for itself. */
export function createBinarySearchSampler(groups, outputs) {
	const frame = new Float32Array(outputs);
	const curves = groups.flatMap((group) =>
		Array.from({ length: group.size }, (_, c) => ({
			offset: group.offset + c,
			keys: Array.from(group.times, (time, i) => ({ time, value: group.values[i * group.size + c] })),
		})),
	);
	return (time) => {
		for (const { keys, offset } of curves) frame[offset] = evaluate(keys, time);
		return frame;
	};
}

function evaluate(keys, time) {
	if (time <= keys[0].time) return keys[0].value;
	if (time >= keys[keys.length - 1].time) return keys[keys.length - 1].value;
	let low = 0;
	let high = keys.length - 1;
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if (keys[middle].time <= time) low = middle;
		else high = middle;
	}
	const left = keys[low];
	const right = keys[high];
	return left.value + ((right.value - left.value) * (time - left.time)) / (right.time - left.time);
}
