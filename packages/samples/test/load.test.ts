import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findSample, getSampleUrl, listSamples, loadSample } from '@handreel/samples';
import { afterEach, describe, expect, it, vi } from 'vitest';

describe('samples', () => {
	afterEach(() => vi.unstubAllGlobals());

	it('are listed, all or by tag', () => {
		expect(listSamples('controllers').map(({ name }) => name)).toContain('teleport');
		expect(listSamples('no such tag')).toEqual([]);
		expect(findSample('wave')).toMatchObject({ title: 'Wave', file: 'wave.reel' });
	});

	it('are read from disk in Node', async () => {
		const recording = await loadSample('wave');
		expect(recording.duration).toBeCloseTo(findSample('wave').duration, 2);
		expect(readFileSync(fileURLToPath(getSampleUrl('wave'))).length).toBe(findSample('wave').bytes);
	});

	it('are fetched from a page', async () => {
		const bytes = readFileSync(getSampleUrl('wave'));
		vi.stubGlobal('fetch', async (url: URL) =>
			String(url) === 'https://page.example/samples/wave.reel'
				? new Response(bytes)
				: new Response('', { status: 404 }),
		);
		const recording = await loadSample('wave', { base: 'https://page.example/samples/' });
		expect(recording.info).toMatchObject({ title: 'Wave' });
		await expect(loadSample('wave', { base: 'https://page.example/' })).rejects.toThrow(
			'https://page.example/wave.reel: the sample could not be loaded (404)',
		);
	});

	it.each([
		['waev', /^there is no sample 'waev'; expected one of grab-and-place, drawer/],
		['../../../etc/passwd', /^there is no sample '\.\.\/\.\.\/\.\.\/etc\/passwd'/],
		['', /^there is no sample ''/],
	])('refuse the name %j', async (name, message) => {
		expect(() => getSampleUrl(name)).toThrow(message);
		await expect(loadSample(name as never)).rejects.toThrow(RangeError);
	});
});
