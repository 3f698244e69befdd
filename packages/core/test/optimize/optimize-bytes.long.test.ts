import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { countKeyBytes } from '../../../../bench/optimize.ts';
import { makeOptimizeData } from '../../../../bench/optimize-data.ts';
import { reduceByRdp } from '../../../../bench/rdp.ts';
import { optimizeRecording } from '../../src/edit.ts';
import { getKeyValue, type Recording, writeRecording } from '../../src/index.ts';

// The benchmark set is the same in every run, and so are these ratios: they are claims, not measurements of time. Only
// what is compressed is a third of it; `npm run bench` takes the whole minute and the best compression.
const given = makeOptimizeData();
const rdp = reduceByRdp(given);

function compress(recording: Recording): number {
	const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
	return brotliCompressSync(writeRecording(recording), { params }).length;
}

// How far the length of a rotation at a key is from 1, at most.
function findOddLength({ head, hands }: Recording): number {
	const poses = [head, ...Object.values(hands?.left.joints ?? {}), ...Object.values(hands?.right.joints ?? {})];
	let most = 0;
	for (const pose of poses) {
		const axes = Object.values(pose?.rotation ?? {});
		for (let key = 0; key < (axes[0]?.count ?? 0); key++) {
			const length = Math.hypot(...axes.map((axis) => getKeyValue(axis, key)));
			most = Math.max(most, Math.abs(length - 1));
		}
	}
	return most;
}

describe('compared with the method of the MRTK recorder, noisy hands take', () => {
	it('at most 0.76 of the key bytes with simple keys', () => {
		const optimized = optimizeRecording(given, { keys: 'simple' });
		expect(countKeyBytes(optimized) / countKeyBytes(rdp)).toBeLessThanOrEqual(0.76);
		expect(findOddLength(optimized)).toBeLessThan(0.002);
	});

	it('at most 0.6 of the key bytes with full keys, which are 3.5 times as large', () => {
		const optimized = optimizeRecording(given, { keys: 'full' });
		expect(countKeyBytes(optimized) / countKeyBytes(rdp)).toBeLessThanOrEqual(0.6);
		expect(findOddLength(optimized)).toBeLessThan(1e-5);
	});

	it('at most 0.55 of the compressed bytes with rounded values', () => {
		const third = makeOptimizeData(20);
		const optimized = optimizeRecording(third, { keys: 'simple', round: true });
		expect(compress(optimized) / compress(reduceByRdp(third))).toBeLessThanOrEqual(0.55);
	});
});
