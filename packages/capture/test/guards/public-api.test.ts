import { describe, expect, it } from 'vitest';

describe('the public API', () => {
	it('of the server is this', async () => {
		expect(Object.keys(await import('@handreel/capture')).sort()).toMatchInlineSnapshot(`
			[
			  "COUNTDOWN_DEFAULT",
			  "STUDIO_PATH",
			  "TAKE_STORE_DEFAULTS",
			  "createCertificate",
			  "startCaptureServer",
			]
		`);
	});

	it('of pages is this', async () => {
		expect(Object.keys(await import('@handreel/capture/client')).sort()).toMatchInlineSnapshot(`
			[
			  "connectCapture",
			  "watchCapture",
			]
		`);
	});
});
