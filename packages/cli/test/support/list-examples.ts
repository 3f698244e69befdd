/** The examples in a help text. */
export function listExamples(help: string): string[] {
	const text = help.split('Examples:\n')[1]?.split('\n\n')[0] ?? '';
	return text
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line.startsWith('handreel '));
}

/** The calls of the command in a document. */
export function listReadmeExamples(text: string): string[] {
	return [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
		.flatMap((match) => (match[1] ?? '').split('\n'))
		.map((line) =>
			line
				.replace(/^npx /, '')
				.replace(/\s+#.*/, '')
				.trim(),
		)
		.filter((line) => line.startsWith('handreel '));
}
