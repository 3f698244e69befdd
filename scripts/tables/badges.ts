// The badges of README: drawn from what the packages state, so that nobody's server is asked.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { isPublished } from './first-page.ts';

interface Manifest {
	readonly version: string;
	readonly license: string;
	readonly engines: { readonly node: string };
	readonly dependencies?: Readonly<Record<string, string>>;
}

/** A label and what it states. */
export type Badge = readonly [label: string, value: string];

const FOLDER = 'docs/badges';
const HEIGHT = 20;
/** Pixels at each side of a text. */
const PADDING = 7;
/** Pixels of an average character, in any of the fonts. */
const CHARACTER = 7;
const COLORS = ['#3b4250', '#1f6feb'] as const;

/** Lists the badges by name. */
export function listBadges(): Readonly<Record<string, Badge>> {
	const { version, license, engines } = readManifest('packages/cli');
	const count = Object.keys(readManifest('packages/core').dependencies ?? {}).length;
	const node = engines.node.replace(/^>=(.*)$/, '$1+');
	return {
		version: ['npm', isPublished() ? version : 'not yet'],
		node: ['node', node],
		core: ['core', count === 0 ? 'no dependencies' : `${count} dependencies`],
		license: ['license', license],
	};
}

/** Returns the line of README that shows the badges. */
export function formatBadges(): string {
	const images = Object.entries(listBadges()).map(([name, badge]) => `![${badge.join(': ')}](${FOLDER}/${name}.svg)`);
	return images.join('\n');
}

/** The file of a badge. */
export function getBadgePath(name: string): string {
	return join(root, FOLDER, `${name}.svg`);
}

/** Draws a badge. */
export function drawBadge([label, value]: Badge): string {
	let left = 0;
	const parts = [label, value].map((text, i) => {
		const width = text.length * CHARACTER + 2 * PADDING;
		const at = left;
		left += width;
		return `	<path fill="${COLORS[i]}" d="M${at} 0h${width}v${HEIGHT}H${at}z"/>
	<text x="${at + width / 2}" y="14" text-anchor="middle">${escapeText(text)}</text>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${left}" height="${HEIGHT}" role="img" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" fill="#fff">
	<title>${escapeText(`${label}: ${value}`)}</title>
	<clipPath id="round"><rect width="${left}" height="${HEIGHT}" rx="3"/></clipPath>
	<g clip-path="url(#round)">
${parts.join('\n')}
	</g>
</svg>
`;
}

function escapeText(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function readManifest(folder: string): Manifest {
	return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}
