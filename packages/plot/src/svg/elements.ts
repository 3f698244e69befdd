/** The size of labels in pixels. */
export const FONT_SIZE = 11;
/** The width of a character of the font, which has the same width for all. */
export const CHARACTER_WIDTH: number = FONT_SIZE * 0.6;

/** Returns text that XML can hold. Characters that it cannot hold are left out. */
export function escapeXml(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Returns a number with at most one decimal. */
export function round(value: number): string {
	return String(Math.round(value * 10) / 10);
}

/** Returns text at a place. */
export function drawText(
	x: number,
	y: number,
	text: string,
	style: { readonly fill: string; readonly anchor?: 'start' | 'middle' | 'end'; readonly size?: number },
): string {
	const { fill, anchor = 'start', size } = style;
	const attributes = [
		`x="${round(x)}" y="${round(y)}" fill="${fill}"`,
		...(anchor === 'start' ? [] : [`text-anchor="${anchor}"`]),
		...(size === undefined ? [] : [`font-size="${size}"`]),
	];
	return `<text ${attributes.join(' ')}>${escapeXml(text)}</text>`;
}

/** Returns a straight line. */
export function drawLine(x1: number, y1: number, x2: number, y2: number, stroke: string, extra = ''): string {
	return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${stroke}"${extra}/>`;
}

/** Returns text of at most `length` characters. */
export function cutText(text: string, length: number): string {
	const characters = [...text];
	return characters.length <= length ? text : `${characters.slice(0, Math.max(0, length - 1)).join('')}…`;
}
