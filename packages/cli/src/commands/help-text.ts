/** The part of a help text below the options: examples, and notes if there are any. */
export function formatExamples(examples: readonly string[], notes = ''): string {
	return `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}${notes === '' ? '' : `\n\n${notes}`}`;
}
