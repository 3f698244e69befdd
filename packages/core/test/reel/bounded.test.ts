import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createCurve, createRecording, type Recording, readRecording, writeRecording } from '@handreel/core';
import { compareRecordings, listExcesses, type Tolerances, trimRecording } from '@handreel/core/edit';
import { decodeReel, encodeReel } from '@handreel/core/reel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeModel } from '../support/arbitrary-recording.ts';
import { arbitraryScene } from '../support/arbitrary-scene.ts';
import { listFixtures, makeLongRecording } from '../support/reel-files.ts';

function checkTolerances(recording: Recording, tolerances: Tolerances): Uint8Array {
	const reel = encodeReel(recording, { tolerances });
	const decoded = decodeReel(reel);
	const comparison = compareRecordings(recording, decoded);
	expect(listExcesses(comparison, tolerances)).toEqual([]);
	expect(comparison.states.filter(({ seconds }) => seconds > 0)).toEqual([]);
	expect([comparison.onlyInA, comparison.onlyInB]).toEqual([[], []]);
	expect(decoded.markers).toEqual(recording.markers);
	expect(decoded.layout).toEqual(recording.layout);
	expect(decoded.duration).toBe(recording.duration);
	return reel;
}

describe('a reel with tolerances', () => {
	it('stays within them at and between keys', () => {
		for (const name of [
			'recorded/mrtk-2.8.3-n100.bin',
			'recorded/mrtk-2.5.4-none-joint.bin',
			'recorded/mrtk-2.8.3-lost.bin',
		]) {
			checkTolerances(trimRecording(readRecording(listFixtures().get(name)!), { end: 1 }), {});
		}
	});

	it('stays within tolerances of any size, in any scene', () => {
		const tolerance = fc.constantFrom(0, 1e-9, 1e-4, 0.01, 5);
		fc.assert(
			fc.property(arbitraryScene(), tolerance, tolerance, (recording, meters, degrees) => {
				checkTolerances(recording, {
					jointPosition: meters,
					jointRotationDegrees: degrees,
					headPosition: meters,
					headRotationDegrees: degrees,
					gazeOrigin: meters,
					gazeDirectionDegrees: degrees,
				});
			}),
			{ numRuns: 60 },
		);
	});

	it('is much smaller than without', () => {
		const recording = makeLongRecording(10);
		const bounded = checkTolerances(recording, {});
		expect(bounded.length).toBeLessThan(encodeReel(recording).length / 5);
		expect(checkTolerances(recording, { jointPosition: 0.01, headPosition: 0.01 }).length).toBeLessThan(bounded.length);
	});

	it('follows a head that turns around and around', () => {
		const curve = (valueAt: (time: number) => number) =>
			createCurve(Array.from({ length: 600 }, (_, i) => [i / 60, valueAt(i / 60)]).flat());
		const zero = curve(() => 0);
		const rotation = { x: zero, y: curve((t) => Math.sin(1.3 * t)), z: zero, w: curve((t) => Math.cos(1.3 * t)) };
		const recording = createRecording({ head: { position: { x: zero, y: curve((t) => t), z: zero }, rotation } });
		expect(checkTolerances(recording, {}).length).toBeLessThan(2000);
	});

	it('keeps values that are not finite, jumps and tangents bit for bit', () => {
		const jump = createCurve([0, 0, 1, 1, 1, 2, 2, 3]);
		const odd = createCurve([0, Number.NaN, 1, Number.POSITIVE_INFINITY, 2, -0]);
		const bent = createCurve([0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0], { stride: 7 });
		const recording = createRecording({
			head: { position: { x: jump, y: jump, z: jump }, rotation: { x: odd, y: odd, z: odd, w: odd } },
			gaze: { origin: { x: bent, y: bent, z: bent } },
		});
		expect(describeModel(decodeReel(encodeReel(recording, { tolerances: {} })))).toEqual(describeModel(recording));
	});

	it('decodes to the same bits everywhere', () => {
		// An engine that computes differently would give another hash.
		const reel = readFileSync(new URL('../../../../fixtures/reels/mrtk-2.8.3-n100.reel', import.meta.url));
		const hash = createHash('sha256')
			.update(writeRecording(decodeReel(reel)))
			.digest('hex');
		expect(hash).toBe('69e4d3d225ea7873a566a511d3b948165cd3fdb3597f9caf7ab9f937a33cae44');
		const original = readRecording(listFixtures().get('recorded/mrtk-2.8.3-n100.bin')!);
		expect(listExcesses(compareRecordings(original, decodeReel(reel)))).toEqual([]);
	});

	it('refuses tolerances that are none', () => {
		expect(() => encodeReel(makeLongRecording(1), { tolerances: { jointPosition: -1 } })).toThrow(RangeError);
		expect(() => encodeReel(makeLongRecording(1), { tolerances: { joint: 1 } as Tolerances })).toThrow(TypeError);
	});
});
