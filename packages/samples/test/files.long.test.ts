import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOINT_NAMES, SIDES } from '@handreel/core';
import { diagnoseRecording } from '@handreel/core/diagnose';
import { decodeReel } from '@handreel/core/reel';
import { findSample, getSampleUrl, listSamples } from '@handreel/samples';
import { beforeAll, describe, expect, it } from 'vitest';
import { listSampleFiles } from '../../../scripts/sample-files.ts';
import { root } from '../../../scripts/workspace.mjs';

const folder = join(root, 'packages', 'samples');

describe('the files of the package', () => {
	let files: Map<string, Uint8Array | string>;
	beforeAll(() => {
		files = listSampleFiles();
	}, 300_000);

	it('are those that the scripts make, byte for byte (`npm run tool -- samples` makes them again)', () => {
		const differing = [...files].filter(([path, content]) => {
			if (path.endsWith('.ts')) return false;
			return !Buffer.from(content).equals(readFileSync(join(folder, path)));
		});
		expect(differing.map(([path]) => path)).toEqual([]);
		const recordings = [...files.keys()].filter((path) => path.startsWith('recordings/'));
		expect(
			readdirSync(join(folder, 'recordings'))
				.map((name) => `recordings/${name}`)
				.sort(),
		).toEqual(recordings.sort());
	});

	it('have a list that is that of the scripts', () => {
		// The formatter breaks lines, and adds commas at their ends.
		const compress = (text: string): string => text.replace(/[\s"',|]/g, '');
		expect(compress(readFileSync(join(folder, 'src/samples.ts'), 'utf8'))).toBe(
			compress(String(files.get('src/samples.ts'))),
		);
	});
});

describe('the samples', () => {
	it('are at least 24, below 1 MB', () => {
		expect(listSamples().length).toBeGreaterThanOrEqual(24);
		expect(listSamples().reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1_000_000);
		expect(new Set(listSamples().map(({ name }) => name)).size).toBe(listSamples().length);
	});

	it.each(listSamples().map(({ name }) => name))('%s is plausible, and is marked as performed', (name) => {
		const recording = decodeReel(readFileSync(getSampleUrl(name)));
		const { duration, title, tags } = findSample(name);
		const { info, hands, controllers } = recording;
		expect(recording.duration).toBeCloseTo(duration, 2);
		expect(info).toMatchObject({
			title,
			origin: 'performed',
			license: 'MIT',
			notes: expect.stringMatching(/not captured/),
		});
		expect(duration).toBeLessThan(15);
		if (tags.includes('hands')) {
			const joints = SIDES.map(
				(side) => JOINT_NAMES.filter((joint) => (hands?.[side].joints[joint].position.x.count ?? 0) > 0).length,
			);
			expect(Math.max(...joints)).toBe(26);
		}
		expect(controllers !== null).toBe(tags.includes('controllers'));
		expect(recording.tracks.length > 0).toBe(tags.includes('object'));
		expect(diagnoseRecording(recording).map(({ message }) => message)).toEqual([]);
	});
});
