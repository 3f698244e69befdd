import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Lists the serious and critical problems that axe-core finds, in the page or in the elements of a selector. */
export async function listSerious(page: Page, rules: RunOptions = {}, within = ':root'): Promise<string[]> {
	// Evaluated from outside: the policy of the page forbids inline scripts.
	if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe);
	// Without the elements that pass, which take longer to describe than to check.
	const options = JSON.stringify({ resultTypes: ['violations'], ...rules });
	const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(within)}, ${options})`);
	return violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
