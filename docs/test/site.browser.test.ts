// The site as it is published: built once for a folder of a host, and used in Chromium.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { RunOptions } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/workspace.mjs';
import { checkLinks } from '../scripts/check-links.ts';
import { type BuiltSite, buildSite } from './support/built-site.ts';

const BASE = '/handreel/';
const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** Every layout, every live example, and every kind of generated page. */
const PAGES = [
	'',
	'guide/inspect.html',
	'guide/show-hands.html',
	'concepts/curves.html',
	'about/benchmarks.html',
	'reference/core-play.html',
];
/** Other rules of axe-core do not look at colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site: BuiltSite;
beforeAll(async () => {
	site = await buildSite(BASE);
}, 600_000);
afterEach(() => site.closePages());
afterAll(() => site?.close());

describe('the build', () => {
	it('prints no warnings and finds no dead links', () => {
		expect(site.status, site.output).toBe(0);
		expect(site.output).not.toMatch(/warn|deprecat|error/i);
	});

	it('would find dead links, missing anchors and links that leave the site', () => {
		const folder = join(site.folder, 'probe');
		mkdirSync(folder);
		const page = (body: string) => writeFileSync(join(folder, 'index.html'), `<h1 id="here">x</h1>${body}`);
		try {
			for (const [link, problem] of [
				['/probe/gone.html', 'does not exist'],
				['#there', 'has no such anchor'],
				['/elsewhere/', 'is outside of /probe/'],
				['/probe/studio/', 'needs a <StudioLink>, because it is not a page of VitePress'],
				['http://example.com/', 'is not encrypted'],
			]) {
				page(`<a href="${link}">x</a>`);
				expect(checkLinks(folder, '/probe/')).toEqual([`index.html: ${link} ${problem}`]);
			}
			page('<a href="#here">x</a> <a href="/probe/">x</a> <a href="https://example.com/">x</a>');
			expect(checkLinks(folder, '/probe/')).toEqual([]);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});

describe('the live examples', () => {
	it('show samples that move, once they are in view', async () => {
		const page = await site.open('guide/samples.html');
		const first = page.locator('[data-name=grab-and-place] .hand-player[data-ready=true] canvas');
		await first.waitFor();
		const last = page.locator('.sample-gallery li').last();
		expect(await last.locator('.hand-player').count()).toBe(0);
		await last.scrollIntoViewIfNeeded();
		await last.locator('.hand-player[data-ready=true]').waitFor();
		expect(await page.locator('.sample-gallery + [role=alert]').count()).toBe(0);
	});

	it('play a recording', async () => {
		const page = await site.open('');
		await page.locator('.hand-player[data-ready=true]').waitFor();
		await page.getByRole('button', { name: 'Pause' }).click();
		const slider = page.locator('.hand-player input');
		const draw = async (time: string) => {
			await slider.fill(time);
			return page.locator('.hand-player canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
		};
		const [first, second, again] = [await draw('0.5'), await draw('2.2'), await draw('0.5')];
		expect(first.length).toBeGreaterThan(5000);
		expect(second).not.toBe(first);
		expect(again).toBe(first);
		await draw('2.2');
		expect(await page.locator('.hand-player .state').textContent()).toBe('right pinching');
	});

	it('evaluate a curve whose keys are moved', async () => {
		const page = await site.open('concepts/curves.html');
		const value = page.locator('.curve-lab output');
		await page.getByRole('button', { name: 'Straight, as MRTK writes' }).click();
		expect(await value.textContent()).toBe('0.5000');
		await page.getByRole('slider', { name: 'Key 2, value' }).press('ArrowDown');
		expect(await value.textContent()).toBe('0.4750');
		await page.getByRole('button', { name: 'Step' }).click();
		expect(await value.textContent()).toBe('0.0000');
	});

	it('show the tutorial and the gallery, also in separate pages', async () => {
		const page = await site.open('guide/show-hands.html');
		const frame = page.locator('iframe[title^="A ghost"]');
		await frame.scrollIntoViewIfNeeded();
		const tutorial = frame.contentFrame();
		await tutorial.getByText('Follow its fingertip with the pointer').waitFor();
		await tutorial.locator('canvas').hover();
		await tutorial.locator('#score', { hasText: '%' }).waitFor();
		const links = page.getByRole('link', { name: 'Open the example' });
		expect(await links.evaluateAll((all: HTMLAnchorElement[]) => all.map(({ pathname }) => pathname))).toEqual([
			`${BASE}examples/tutorial/`,
			`${BASE}examples/gallery/`,
		]);
		const [gallery] = await Promise.all([page.waitForEvent('popup'), links.nth(1).click()]);
		const player = gallery.locator('handreel-player').first();
		await player.locator('canvas').waitFor();
		// The view is the first stop of the keyboard.
		await gallery.keyboard.press('Tab');
		await gallery.keyboard.press('Space');
		await player.getByRole('button', { name: 'Pause' }).waitFor();
	});

	it('read a file', async () => {
		const page = await site.open('guide/inspect.html');
		const input = page.locator('.file-reader input[type=file]');
		await input.setInputFiles(join(root, 'fixtures', 'recorded', 'mrtk-2.8.3-full-5s.bin'));
		const facts = page.locator('.file-reader .facts');
		await facts.getByText('No problems found').waitFor();
		expect(await facts.locator('dl').textContent()).toMatch(/mrtk-1\.1.*4\.933 s.*head, hands, gaze.*44,589/);
		await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no recording') });
		await facts.getByText('notes.txt').waitFor();
		expect(await facts.locator('.count').textContent()).toBe('1 problem');
	});
});

describe('the site', () => {
	it('finds pages without a service', async () => {
		const page = await site.open('guide/getting-started.html');
		await page.keyboard.press('/');
		await page.locator('#localsearch-input').fill('rotation-w-lost');
		await page.locator('.VPLocalSearchBox .result').first().click();
		await page.waitForURL(/\/handreel\/(format|guide)\//);
	});

	it('has the studio, which opens a sample', async () => {
		const page = await site.open('guide/inspect.html');
		await page.getByRole('link', { name: 'two hands, five seconds' }).click();
		await page.getByRole('button', { name: 'mrtk-2.8.3-full-5s.bin', exact: true }).waitFor();
		expect(new URL(page.url()).pathname).toBe(`${BASE}studio/`);
	});

	it.each([
		['wide', WIDE],
		['phone', PHONE],
	] satisfies [string, BrowserContextOptions][])('is accessible and fits the screen: %s', async (_, options) => {
		const media = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
		for await (const { path, page } of site.openEach(PAGES, { ...options, ...media })) {
			await page.locator('.VPContent').waitFor();
			// Colors on their way to the other scheme have too little contrast.
			await page.addStyleTag({ content: '* { transition: none !important; }' });
			await page.evaluate(AXE);
			expect(await listViolations(page), `${path}, light`).toEqual([]);
			await page.emulateMedia({ colorScheme: 'dark' });
			await page.locator('html.dark').waitFor();
			expect(await listViolations(page, { runOnly: COLOR_RULES }), `${path}, dark`).toEqual([]);
			const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
			await page.emulateMedia(media);
		}
	});

	it('has no page that misses a file or complains', async () => {
		const paths = [
			'guide/convert.html',
			'concepts/joints.html',
			'format/input-animation.html',
			'reference/core.html',
			'reference/command.html',
			'about/comparison.html',
		];
		for await (const { path, page } of site.openEach(paths)) {
			await page.waitForLoadState('networkidle');
			expect(await page.locator('h1').count(), path).toBe(1);
		}
		expect(site.listComplaints()).toEqual([]);
	});
});

/** What axe-core considers serious or critical. */
async function listViolations(page: Page, rules: RunOptions = {}): Promise<string[]> {
	return page.evaluate(async (options) => {
		const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
		const { violations } = await axe.run({ resultTypes: ['violations'], ...options });
		return violations
			.filter(({ impact }) => impact === 'serious' || impact === 'critical')
			.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
	}, rules);
}
