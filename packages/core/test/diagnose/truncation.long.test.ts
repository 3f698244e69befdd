import { readdirSync, readFileSync } from 'node:fs';
import { type Curve, type Outline, readOutline, writeRecording } from '@handreel/core';
import { type Repair, repairBytes } from '@handreel/core/diagnose';
import { describe, expect, it } from 'vitest';
import { listCurves } from '../../src/model/order.ts';
import { createRandom } from '../support/random.ts';

const RECORDED = new URL('../../../../fixtures/recorded/', import.meta.url);
const SMALL_SIZE = 10_000;
/** Split evenly among the large files. */
const SEEDED_CUTS = 2_000;

const FILES = readdirSync(RECORDED)
	.filter((name) => name.endsWith('.bin'))
	.map((name) => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, RECORDED))) }))
	.filter(({ bytes }) => bytes.length > 0);
const SMALL_FILES = FILES.filter(({ bytes }) => bytes.length < SMALL_SIZE);
const LARGE_FILES = FILES.filter(({ bytes }) => bytes.length >= SMALL_SIZE);

/** Repairs all issues, or only the cut if the file has other issues, so that bits can be compared. */
function createRepairer(file: Uint8Array): (bytes: Uint8Array) => Repair {
	const options = repairBytes(file).repaired.length === 0 ? {} : { only: ['truncated'] as const };
	return (bytes) => repairBytes(bytes, options);
}

/** Returns the first error in a repaired prefix, or `null`: it must contain every key before the cut, bit by bit. */
function judge(bytes: Uint8Array, outline: Outline, cut: number, repair: (bytes: Uint8Array) => Repair): string | null {
	const { recording, repaired, remaining } = repair(bytes.subarray(0, cut));
	if (isUndecided(outline, cut)) return null;
	const reasons = [...repaired.map(({ how }) => how), ...remaining.map(({ reason }) => reason)];
	const counts = outline.curves.map(({ keysOffset, keySize, keyCount }) =>
		Math.max(0, Math.min(keyCount, Math.floor((cut - keysOffset) / keySize))),
	);
	const isEmpty = counts.every((count) => count === 0);
	if (reasons.includes('')) return 'no reason';
	if (recording === null) return isEmpty && reasons.length > 0 ? null : 'nothing is left';
	const curves = listCurves(recording);
	const isSame = outline.curves.every(({ keysOffset, keySize }, i) => {
		const { count, stride, start, words } = curves[i] as Curve;
		// An empty curve has no key size.
		if (count !== counts[i]) return false;
		if (count === 0) return true;
		const kept = new Uint8Array(words.buffer, words.byteOffset + start * 4, count * stride * 4);
		return stride * 4 === keySize && Buffer.compare(kept, bytes.subarray(keysOffset, keysOffset + kept.length)) === 0;
	});
	return isSame ? null : `other keys than those before the cut: ${reasons}`;
}

// Inside the first key of a 1.1 file, full and simple keys look the same; MRTK writes simple keys.
function isUndecided(outline: Outline, cut: number): boolean {
	const [first] = outline.curves;
	return outline.layout.version === '1.1' && first?.keySize === 28 && cut < first.keysOffset + first.keySize;
}

describe('a truncated file', () => {
	it('is made from small and large recordings', () => {
		expect(SMALL_FILES.length).toBeGreaterThan(5);
		expect(LARGE_FILES.length).toBeGreaterThan(10);
	});

	it.each(SMALL_FILES)('keeps every complete key wherever $name is cut', ({ bytes }) => {
		const outline = readOutline(bytes);
		const repair = createRepairer(bytes);
		const wrong: string[] = [];
		for (let cut = 0; cut < bytes.length; cut++) {
			const fault = judge(bytes, outline, cut, repair);
			if (fault !== null) wrong.push(`${cut}: ${fault}`);
		}
		expect(wrong).toEqual([]);
	});

	it.each(LARGE_FILES)('keeps every complete key at many cuts of $name', ({ bytes }) => {
		const outline = readOutline(bytes);
		const repair = createRepairer(bytes);
		const random = createRandom(bytes.length);
		const wrong: string[] = [];
		for (let left = Math.ceil(SEEDED_CUTS / LARGE_FILES.length); left > 0; left--) {
			const cut = random.below(bytes.length);
			const fault = judge(bytes, outline, cut, repair);
			if (fault !== null) wrong.push(`${cut}: ${fault}`);
		}
		expect(wrong).toEqual([]);
	});

	it.each(LARGE_FILES)('becomes a file that can be written when $name is cut and repaired', ({ bytes }) => {
		const random = createRandom(bytes.length + 1);
		for (let left = 2; left > 0; left--) {
			const { recording, remaining } = repairBytes(bytes.subarray(0, random.below(bytes.length)));
			if (recording === null) expect(remaining).not.toEqual([]);
			else expect(repairBytes(writeRecording(recording)).recording).not.toBeNull();
		}
	});
});
