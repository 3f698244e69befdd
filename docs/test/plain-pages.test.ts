import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writePlainPages } from '../scripts/write-plain-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'hr-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('pages as Markdown', () => {
	it('have no front matter and no components, and llms.txt lists them in the order of the sidebar', () => {
		const [pages, out] = [join(folder, 'pages'), join(folder, 'out')];
		mkdirSync(join(pages, 'guide'), { recursive: true });
		mkdirSync(out);
		writeFileSync(
			join(pages, 'guide', 'b.md'),
			`---\ntitle: "Second"\norder: 2\n---\n\n<script setup>\nimport x from 'x';\n</script>\n\n# Second\n\n<FileReader />\n\nText < more.\n`,
		);
		writeFileSync(join(pages, 'guide', 'a.md'), '---\ntitle: First\norder: 1\n---\n# First\n');
		expect(writePlainPages(pages, out, '/x/')).toBe(2);
		expect(readFileSync(join(out, 'guide', 'b.md'), 'utf8')).toBe('# Second\n\n\nText < more.\n');
		const list = readFileSync(join(out, 'llms.txt'), 'utf8');
		expect(list).toContain('## Guides\n\n- [First](/x/guide/a.md)\n- [Second](/x/guide/b.md)\n');
	});

	it('are all written pages of the site', () => {
		const pages = join(import.meta.dirname, '..', 'pages');
		const out = join(folder, 'site');
		mkdirSync(out);
		const count = writePlainPages(pages, out, '/');
		expect(count).toBeGreaterThan(20);
		const list = readFileSync(join(out, 'llms.txt'), 'utf8');
		for (const name of readdirSync(join(pages, 'guide')).filter((own) => own.endsWith('.md')))
			expect(list).toContain(`(/guide/${name})`);
		expect(list).not.toContain('undefined');
	});
});
