import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { openContext } from '../../../../scripts/test-browser.ts';
import { root } from '../../../../scripts/workspace.mjs';
import type { FakeXRDeviceInit, XRTest } from '../../src/test-api.ts';

const DIST = join(root, 'packages', 'webxr', 'dist');

/** Functions and data of the page that tests of the test API call. */
export interface TestKit {
	readonly test: XRTest;
	readonly init: FakeXRDeviceInit;
	/** The error of a session that was requested before any click. Playwright clicks, so to speak, in every call. */
	readonly early: Promise<string | null>;
	/** An immersive session with a layer. */
	start(features?: readonly string[]): Promise<XRSession>;
	/** Returns the result of a function inside an animation frame, after changes of the device have taken effect. */
	inFrame<T>(session: XRSession, work: (frame: XRFrame) => T): Promise<T>;
	errorName(work: () => unknown): Promise<string | null>;
}

// Runs in the page.
function installTestKit(): void {
	const { test } = navigator.xr as unknown as { test: XRTest };
	const view = (eye: 'left' | 'right', x: number): FakeXRDeviceInit['views'][number] => ({
		eye,
		projectionMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0],
		viewOffset: { position: [x, 0, 0], orientation: [0, 0, 0, 1] },
		resolution: { width: 40, height: 30 },
	});
	const errorName = async (work: () => unknown): Promise<string | null> => {
		try {
			await work();
			return null;
		} catch (error) {
			return (error as Error).name;
		}
	};
	const kit: TestKit = {
		test,
		early: errorName(() => navigator.xr.requestSession('immersive-vr')),
		init: {
			supportedModes: ['inline', 'immersive-vr', 'immersive-ar'],
			views: [view('left', -0.03), view('right', 0.03)],
			supportedFeatures: ['viewer', 'local', 'local-floor', 'bounded-floor', 'hand-tracking'],
			viewerOrigin: { position: [0, 0, 0], orientation: [0, 0, 0, 1] },
		},
		start: (features = []) =>
			new Promise((resolve, reject) => {
				test.simulateUserActivation(async () => {
					try {
						const session = await navigator.xr.requestSession('immersive-vr', { requiredFeatures: features });
						const canvas = document.createElement('canvas');
						const gl = canvas.getContext('webgl2', { xrCompatible: true } as WebGLContextAttributes);
						session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl as WebGL2RenderingContext) });
						resolve(session);
					} catch (error) {
						reject(error);
					}
				});
			}),
		inFrame: (session, work) =>
			new Promise((resolve, reject) => {
				session.requestAnimationFrame(() =>
					session.requestAnimationFrame((_, frame) => {
						try {
							resolve(work(frame));
						} catch (error) {
							reject(error);
						}
					}),
				);
			}),
		errorName,
	};
	Object.assign(globalThis, { testKit: kit });
}

declare global {
	const testKit: TestKit;
}

/** Opens an empty page with the test API. Close its context. */
export async function openTestPage(): Promise<{ page: Page; context: BrowserContext }> {
	const context = await openContext({ viewport: { width: 160, height: 120 } });
	await context.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
	await context.addInitScript({ path: join(DIST, 'inject-test-api.js') });
	await context.addInitScript(installTestKit);
	const page = await context.newPage();
	await page.goto('http://localhost:7/');
	return { page, context };
}
