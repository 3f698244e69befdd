import { readProbe } from './read-probe.ts';
import { Scene, type SceneOptions } from './scene.ts';
import type { ScenePage } from './scene-page.ts';

/** A page that can run a script before its own: of Playwright, or of Puppeteer. */
export type ScriptedPage = {
	readonly mouse: object;
	readonly keyboard: object;
	evaluate(...args: never[]): Promise<unknown>;
} & (
	| { addInitScript(script: { content: string }): Promise<unknown> }
	| { evaluateOnNewDocument(script: string): Promise<unknown> }
);

/** Finds the scenes of the pages that are opened from now on. Call it before `page.goto`. */
export async function attachScene(
	page: ScriptedPage,
	options: SceneOptions & { readonly probe?: string } = {},
): Promise<Scene> {
	const content = readProbe(options.probe);
	if ('addInitScript' in page) await page.addInitScript({ content });
	else await page.evaluateOnNewDocument(content);
	return new Scene(page as unknown as ScenePage, options);
}
