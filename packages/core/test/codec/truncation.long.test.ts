import { readdirSync, readFileSync } from 'node:fs';
import {
	describeLayout,
	type Layout,
	type LayoutName,
	type Outline,
	RecordingError,
	readOutline,
} from '@handreel/core';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../support/random.ts';

const FIXTURES = new URL('../../../../fixtures/', import.meta.url);
const SMALL_SIZE = 10_000;
const SEEDED_CUTS = 200;
const EDGED_CURVES = 20;

/** The recordings of the fixtures that have a proper prefix. */
const FILES = ['recorded', 'generated']
	.flatMap((folder) => {
		const names = readdirSync(new URL(folder, FIXTURES)).filter((name) => name.endsWith('.bin'));
		return names
			.sort()
			.map((name) => ({ name: `${folder}/${name}`, bytes: readFileSync(new URL(`${folder}/${name}`, FIXTURES)) }));
	})
	.filter(({ bytes }) => bytes.length > 0);

const MARKED_FILES = FILES.filter(({ bytes }) => readOutline(bytes).layout.markers);

/** Where the last curve ends. */
function curvesEnd({ curves, layout }: Outline): number {
	const last = curves.at(-1);
	if (last === undefined) return layout.version === '1.0' ? 16 : 19;
	return last.keysOffset + last.keyCount * last.keySize;
}

/** Every proper prefix of a small file; of a large one those at both ends of some curves and of the markers, and many others. */
function listCuts(byteLength: number, outline: Outline): number[] {
	if (byteLength < SMALL_SIZE) return Array.from({ length: byteLength }, (_, cut) => cut);
	const random = createRandom(byteLength);
	const seeded = Array.from({ length: SEEDED_CUTS }, () => random.below(byteLength));
	const step = Math.ceil(outline.curves.length / EDGED_CURVES);
	const edges = outline.curves
		.filter((_, i) => i % step === 0)
		.flatMap(({ keysOffset, keyCount, keySize }) => [keysOffset, keysOffset + keyCount * keySize]);
	const end = curvesEnd(outline);
	const around = [...edges, end].flatMap((edge) => [edge - 1, edge, edge + 1]);
	return [...seeded, ...around, end + 4, byteLength - 1].filter((cut) => cut < byteLength);
}

/** How reading a prefix ends: the layout it fits, or the error. */
function attempt(bytes: Uint8Array): Layout | RecordingError {
	try {
		return readOutline(bytes).layout;
	} catch (error) {
		if (error instanceof RecordingError) return error;
		throw error;
	}
}

/** The documented layout that is left of a file when its marker list is cut off. */
function withoutMarkers({ layout, curves }: Outline): LayoutName {
	const hasFloatKeys = curves.some(({ kind, keyCount }) => kind === 'float' && keyCount > 0);
	return describeLayout({ ...layout, keys: hasFloatKeys ? layout.keys : 'full', markers: false }).name;
}

describe('a truncated file', () => {
	it('is made from each fixture', () => {
		expect(FILES.length).toBeGreaterThan(10);
	});

	it.each(FILES)('is refused wherever $name is cut', ({ name, bytes }) => {
		const outline = readOutline(bytes);
		const end = curvesEnd(outline);
		const wrong: string[] = [];
		for (const cut of listCuts(bytes.length, outline)) {
			const result = attempt(bytes.subarray(0, cut));
			if (result instanceof RecordingError) {
				const { byteOffset, code } = result.issue;
				const isInside = byteOffset !== null && byteOffset >= 0 && byteOffset <= cut;
				// What a recorder wrote is plausible up to the cut, so nothing else can be to blame.
				const isBlamed = code === (cut === 0 ? 'empty-file' : 'truncated') || name.startsWith('generated/');
				if (!isInside || !isBlamed) wrong.push(`${cut}: ${code} at ${byteOffset}`);
			} else if (cut !== end || describeLayout(result).name !== withoutMarkers(outline)) {
				// Only a file that lost its whole marker list is whole again, in the documented layout (FORMAT.md).
				wrong.push(`${cut}: read as ${describeLayout(result).name}`);
			}
		}
		expect(wrong).toEqual([]);
	});

	it.each(MARKED_FILES)('is whole again when $name is cut exactly before its marker list', ({ bytes }) => {
		const outline = readOutline(bytes);
		const result = attempt(bytes.subarray(0, curvesEnd(outline)));
		expect(result instanceof RecordingError ? result.message : describeLayout(result).name).toBe(
			withoutMarkers(outline),
		);
	});
});
