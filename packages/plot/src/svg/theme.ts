/** The colors of a plot. */
export interface Theme {
	readonly background: string;
	readonly text: string;
	readonly dim: string;
	readonly grid: string;
	readonly marker: string;
	readonly problem: string;
	/** The colors of lines, repeated if there are more. The first two are left and right. */
	readonly lines: readonly string[];
}

/** The name of a theme. */
export type ThemeName = 'light' | 'dark';

/** The themes. Neighboring colors of lines can be distinguished with any kind of color vision. */
export const THEMES: Readonly<Record<ThemeName, Theme>> = {
	light: {
		background: '#ffffff',
		text: '#1b1f24',
		dim: '#5a6572',
		grid: '#e4e7eb',
		marker: '#7a4fd0',
		problem: '#c4232f',
		lines: ['#1769d2', '#d9660a', '#1d8a5b', '#a03fa8', '#7d6608', '#c2345c', '#1f8a9c', '#5f5f5f'],
	},
	dark: {
		background: '#14171b',
		text: '#e8ebee',
		dim: '#9aa4af',
		grid: '#2a3037',
		marker: '#b69cff',
		problem: '#ff6b72',
		lines: ['#5aa2ff', '#ffa14d', '#4fd09a', '#dd8ae6', '#d8bd4a', '#ff84a5', '#5cd0e2', '#b5b5b5'],
	},
};
