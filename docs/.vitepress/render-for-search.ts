import type { MarkdownEnv } from 'vitepress';

/** The part of markdown-it that is used here. VitePress brings its own types for the rest. */
interface Markdown {
	readonly options: { highlight?: ((code: string, language: string, attributes: string) => string) | null | undefined };
	render(source: string, env: MarkdownEnv): string;
}

/** Renders a page for the search index, which drops all tags: without highlighting, and with the same text. */
export function renderForSearch(source: string, env: MarkdownEnv, markdown: Markdown): string {
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
