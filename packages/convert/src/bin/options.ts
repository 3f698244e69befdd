import { LAYOUTS, type LayoutName, type OptionsOf } from '@handreel/core';

const LAYOUT_NAMES: readonly LayoutName[] = /* @__PURE__ */ LAYOUTS.map(({ name }) => name);

/** The options of MRTK files. */
export const BIN_OPTIONS = {
	layout: {
		type: 'choice',
		choices: LAYOUT_NAMES,
		title: 'Layout',
		text: 'layout of the file',
		otherwise: 'as the input, if it can hold the result',
	},
} as const;

/** How MRTK files are written. */
export type BinOptions = OptionsOf<typeof BIN_OPTIONS>;
