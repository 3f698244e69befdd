// Each built script in an empty page: it runs, and defines what pages use.
import { expect, it } from 'vitest';
import { openTestPage } from '../test-page.ts';
import { listPageScripts } from './page-scripts.ts';

/** A page for a script. */
interface Page {
	/** What is true once the script has run. */
	readonly defines: string;
	/** HTML before the script. */
	readonly html?: string;
	/** Whether the script needs a server that is not there. */
	readonly isAlone?: boolean;
}

const PAGES: Readonly<Record<string, Page>> = {
	'packages/capture/dist/page.js': { defines: 'handreelCapture.flow', html: '<main id="app"></main>', isAlone: true },
	'packages/capture/dist/record.js': { defines: '!/native code/.test(navigator.xr.requestSession)', isAlone: true },
	'packages/cli/dist/encode-in-page.js': { defines: 'encoder.start' },
	'packages/cli/dist/track-in-page.js': { defines: 'tracker.next' },
	'packages/player/dist/standalone/handreel-player.js': { defines: 'customElements.get("handreel-player")' },
	'packages/playwright/dist/scene-probe.js': { defines: 'handreelScene' },
	'packages/three/dist/handreel-aframe.js': {
		defines: 'AFRAME.components["recorded-hands"]',
		html: '<script src="/files/node_modules/aframe/dist/aframe-master.min.js"></script>',
	},
	'packages/webxr/dist/inject.js': { defines: 'handreel.install' },
	'packages/webxr/dist/inject-iwer.js': { defines: 'handreel.install' },
	'packages/webxr/dist/inject-modules.js': {
		defines: 'handreel.modules.room',
		html: '<script src="/files/packages/webxr/dist/inject.js"></script>',
	},
	'packages/webxr/dist/inject-test-api.js': { defines: 'navigator.xr.test' },
	'packages/webxr/dist/record.js': { defines: 'handreelRecorder.toBytes' },
};

const scripts = await listPageScripts();

it('each script has a page', () => {
	expect(scripts.map(({ path }) => path).sort()).toEqual(Object.keys(PAGES).sort());
});

it.each(scripts)('$path runs, and defines what pages use', async ({ path, config }) => {
	const { defines, html = '', isAlone = false } = PAGES[path]!;
	const type = config.format === 'iife' ? '' : ' type="module"';
	const { page, complaints, close } = await openTestPage({
		html: `<!doctype html><title>script</title>${html}<script${type} src="/files/${path}"></script>`,
	});
	try {
		// A script may define it only after it has waited for something, and a name that is not defined yet throws.
		await page.waitForFunction(`(() => { try { return Boolean(${defines}); } catch { return false; } })()`);
		expect(isAlone ? complaints.filter((line) => line.startsWith('error:')) : complaints).toEqual([]);
	} finally {
		await close();
	}
});
