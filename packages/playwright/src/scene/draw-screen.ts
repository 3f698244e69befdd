import type { PageBox, ScenePick } from '../probe/types.ts';

/** Something in a picture of a page. */
export interface ScreenMark {
	readonly name: string;
	readonly box: PageBox | null;
	readonly point: { readonly x: number; readonly y: number } | null;
	/** What covers it. */
	readonly by: readonly string[];
}

const HEADER = 60;
const CHARACTERS = 7.4;

/** Draws a picture of a page (PNG) with boxes around objects, as SVG. The message is above it. */
export function drawScreen(picture: Uint8Array, message: string, marks: readonly ScreenMark[]): string {
	const view = new DataView(picture.buffer, picture.byteOffset, picture.byteLength);
	const [width, height] = [view.getUint32(16), view.getUint32(20)];
	const lines = wrap(message.split('\n')[0] ?? '', Math.floor((width - 24) / CHARACTERS)).slice(0, 3);
	const texts = lines.map((line, i) => `<text x="12" y="${18 + i * 17}" fill="#c2255c">${escapeXml(line)}</text>`);
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + HEADER}" font-family="sans-serif" font-size="13">
<rect width="100%" height="100%" fill="white"/>
${texts.join('\n')}
<g transform="translate(0 ${HEADER})">
<image width="${width}" height="${height}" href="data:image/png;base64,${Buffer.from(picture).toString('base64')}"/>
${marks.map(drawMark).join('\n')}
</g>
</svg>
`;
}

function drawMark({ name, box, point, by }: ScreenMark): string {
	const label = by.length === 0 ? name : `${name}, covered by ${by.join(', ')}`;
	const parts: string[] = [];
	if (box !== null) {
		const { x, y, width, height } = box;
		const shape = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"`;
		parts.push(`<rect ${shape} fill="none" stroke="white" stroke-width="4"/>`);
		parts.push(
			`<rect ${shape} fill="none" stroke="#d9480f" stroke-width="2" stroke-dasharray="${by.length > 0 ? '5 4' : 'none'}"/>`,
		);
	}
	if (point !== null) {
		const cross = `M${(point.x - 9).toFixed(1)} ${point.y.toFixed(1)}h18m-9 -9v18`;
		parts.push(
			`<path d="${cross}" stroke="white" stroke-width="5"/><path d="${cross}" stroke="#d9480f" stroke-width="2"/>`,
		);
	}
	const [x, y] =
		box !== null ? [box.x, Math.max(14, box.y - 6)] : [point?.x ?? 12, Math.max(14, (point?.y ?? 20) - 12)];
	parts.push(
		`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="#d9480f" stroke="white" stroke-width="3" paint-order="stroke">${escapeXml(label)}</text>`,
	);
	return parts.join('');
}

function wrap(text: string, width: number): string[] {
	const lines = [''];
	for (const word of text.split(/\s+/)) {
		const last = lines[lines.length - 1]!;
		if (last === '') lines[lines.length - 1] = word;
		else if (last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}

function escapeXml(text: string): string {
	return text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** How a pick is marked in the picture of a failure. */
export function markPick(path: string, pick: ScenePick): ScreenMark[] {
	if (pick.box === null && pick.canvas === null) return [];
	return [
		{ name: path, box: pick.box, point: pick.reason === 'off-screen' ? null : { x: pick.x, y: pick.y }, by: pick.by },
	];
}
