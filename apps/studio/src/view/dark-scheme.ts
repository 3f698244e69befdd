import { theme } from '../state/theme.svelte.ts';

/** Whether the page has dark colors. */
export const darkScheme: { readonly current: boolean } = {
	get current() {
		return theme.isDark;
	},
};
