import { decodeGlb, encodeGlb } from '@handreel/convert/gltf';
import { loadHandMeshes } from '@handreel/hands';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryLooseRecording } from '../../../core/test/support/arbitrary-recording.ts';
import { findFixture, listFixtures } from '../support/fixture-recordings.ts';
import { validateGlb } from '../support/validate-glb.ts';

const meshes = await loadHandMeshes();

describe('the validator of Khronos', () => {
	it.each(listFixtures())('has no error and no warning for $name, with and without meshes', async ({ recording }) => {
		expect(await validateGlb(encodeGlb(recording).bytes)).toEqual([]);
		expect(await validateGlb(encodeGlb(recording, { meshes, hideLost: false }).bytes)).toEqual([]);
	});

	it('has none for any recording', async () => {
		await fc.assert(
			fc.asyncProperty(arbitraryLooseRecording(), async (recording) => {
				const { bytes: glb } = encodeGlb(recording, { meshes });
				expect(await validateGlb(glb)).toEqual([]);
				expect(decodeGlb(glb).recording.markers).toEqual(recording.markers);
			}),
			{ numRuns: 60, seed: 7 },
		);
	});

	it('would find a mistake', async () => {
		const { bytes: glb } = encodeGlb(findFixture('mrtk-2.8.3-camera-only.bin').recording);
		const text = new TextDecoder('latin1').decode(glb);
		const at = text.indexOf('"VEC4"');
		glb.set(new TextEncoder().encode('"VEC3"'), at);
		expect((await validateGlb(glb)).length).toBeGreaterThan(0);
	});
});
