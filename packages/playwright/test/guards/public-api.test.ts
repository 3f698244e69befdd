import { describe, expect, it } from 'vitest';

describe('the public API', () => {
	it('of pages is this', async () => {
		expect(Object.keys(await import('@handreel/playwright/page')).sort()).toMatchInlineSnapshot(`
			[
			  "ENTER_DEFAULTS",
			  "EnterButtonError",
			  "LivePerformer",
			  "LiveSide",
			  "OBJECT_MATCH_DEFAULTS",
			  "PAGE_REPLAY_DEFAULTS",
			  "XRObject",
			  "XRReplay",
			  "XRScene",
			  "replayIntoPage",
			]
		`);
	});

	it('of tests is this', async () => {
		expect(Object.keys(await import('@handreel/playwright')).sort()).toMatchInlineSnapshot(`
			[
			  "EXPECTED_EVENT_DEFAULTS",
			  "XR_DEFAULTS",
			  "expect",
			  "matchEvents",
			  "test",
			]
		`);
	});
});
