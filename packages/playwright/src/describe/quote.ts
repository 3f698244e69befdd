/** Writes a text as a string of JavaScript. */
export function quote(text: string): string {
	return `'${text.replace(/[\\']/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')}'`;
}
