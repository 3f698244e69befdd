import { describe, expect, it } from 'vitest';

const PAGE = ['ENTER_DEFAULTS', 'PAGE_REPLAY_DEFAULTS', 'XRReplay', 'createHandGlb', 'replayIntoPage'];

describe('the public API', () => {
	it('of pages is this', async () => {
		expect(Object.keys(await import('@handreel/playwright/page')).sort()).toEqual(PAGE);
	});

	it('of tests adds the fixture and its matchers', async () => {
		const names = Object.keys(await import('@handreel/playwright'));
		expect(names.filter((name) => !PAGE.includes(name)).sort()).toEqual([
			'EXPECTED_EVENT_DEFAULTS',
			'XR_DEFAULTS',
			'expect',
			'matchEvents',
			'test',
		]);
	});
});
