import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';

/** Renders a page for the search index, which drops all tags: without highlighting, and with the same text. */
export function renderForSearch(source: string, env: MarkdownEnv, markdown: MarkdownRenderer): string {
	const { options } = markdown;
	const { highlight } = options;
	options.highlight = (code) => `<pre><code>${code.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;')}</code></pre>`;
	try {
		const html = markdown.render(source, env);
		return env.frontmatter?.['search'] === false ? '' : html;
	} finally {
		options.highlight = highlight;
	}
}
