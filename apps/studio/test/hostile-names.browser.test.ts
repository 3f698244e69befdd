import { encodeRecording } from '@handreel/convert';
import { createCurve, createRecording } from '@handreel/core';
import { expect, test } from 'vitest';
import { createRichRecording } from './support/rich-recording.ts';
import { pickFiles, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

/** Each runs if a text becomes a part of the page, an attribute, a style, a link or a script. */
const HOSTILE = [
	'<img src=x onerror="hacked=1">',
	'<svg onload="hacked=1"><script>hacked=1</script>',
	'" onmouseover="hacked=1" style="position:fixed;inset:0',
	"'-(hacked=1)-'",
	'javascript:hacked=1',
	'</script><script>hacked=1</script>',
	'</style><iframe srcdoc="<script>parent.hacked=1</script>">',
	'{@html hacked}{{hacked=1}}',
];
const studio = useStudio();

// `useStudio` fails a test whose page reports an error or a violation of its policy, or asks another host for something.
test('names, markers, tracks and information of a recording are only texts', async () => {
	const rich = createRichRecording();
	const bytes = await encodeRecording(
		createRecording({
			...rich,
			markers: HOSTILE.map((name, i) => ({ time: 0.1 * i, name })),
			info: Object.fromEntries(
				[...HOSTILE.entries()].flatMap(([i, text]) => [
					[text, text],
					[`key ${i}`, { [text]: [text] }],
				]),
			),
			tracks: [
				{ name: 'log', kind: 'events', events: HOSTILE.map((name, i) => ({ time: 0.1 * i, name, data: name })) },
				...HOSTILE.map((name) => ({
					name: name.replaceAll('.', ' '),
					kind: 'scalar' as const,
					value: createCurve([0, 0, 1, 1]),
				})),
			],
			controllers: { left: { ...rich.controllers!.left!, profiles: HOSTILE } },
		}),
		'reel',
	);
	const page = await studio.openPage();
	page.on('dialog', (dialog) => void dialog.dismiss());
	const name = `${HOSTILE[0]!.replaceAll('/', '')}.reel`;
	await pickFiles(page, { [name]: bytes.bytes });
	await waitForRecording(page, name);
	const tabs = page.getByRole('tab');
	let text = '';
	for (let i = 0; i < (await tabs.count()); i++) {
		await tabs.nth(i).click();
		text += await page.locator('body').innerText();
	}
	await page.keyboard.press('/');
	await page.keyboard.type('hacked');
	text += await page.locator('body').innerText();
	for (const hostile of HOSTILE.slice(0, 5)) expect(text).toContain(hostile);
	expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
	expect(
		await page.locator('img[src=x], iframe[srcdoc], [onmouseover], [onerror], a[href^="javascript:"]').count(),
	).toBe(0);
});
