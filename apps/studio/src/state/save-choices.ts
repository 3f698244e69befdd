import { FORMATS } from '@handreel/convert';
import { LAYOUTS, type LayoutName } from '@handreel/core';
import type { SaveFormat } from '../worker/protocol.ts';

/** A format that a recording can be saved in. */
export interface SaveChoice {
	readonly format: SaveFormat;
	readonly title: string;
	readonly text: string;
}

const MRTK_TITLES: Readonly<Record<string, string>> = {
	'mrtk-1.1': 'MRTK 2.6–2.8',
	'mrtk-1.0': 'MRTK 2.0–2.5',
};
const COMMON_LAYOUTS: readonly LayoutName[] = ['mrtk-1.1', 'mrtk-1.0'];

const capitalize = (text: string): string =>
	text.startsWith('glTF') ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The layouts that MRTK reads. */
export const MRTK_CHOICES: readonly SaveChoice[] = COMMON_LAYOUTS.map((name) => {
	const { writtenBy } = LAYOUTS.find((layout) => layout.name === name)!;
	return { format: name, title: MRTK_TITLES[name]!, text: `Input animation .bin for ${writtenBy}` };
});

/** All formats but `.bin`. */
export const OTHER_CHOICES: readonly SaveChoice[] = FORMATS.filter(({ name, writes }) => writes && name !== 'bin').map(
	({ name, title, description }) => ({ format: name as SaveFormat, title, text: capitalize(description) }),
);

/** Layouts of `.bin` files that no release of MRTK writes. */
export const RARE_CHOICES: readonly SaveChoice[] = LAYOUTS.filter(({ name }) => !COMMON_LAYOUTS.includes(name)).map(
	({ name, origin }) => ({ format: name, title: name, text: capitalize(origin) }),
);
