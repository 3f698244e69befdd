import { MediaQuery } from 'svelte/reactivity';

/** The color schemes to choose from. `'system'` follows the browser. */
export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
/** A choice of color scheme. */
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const STORAGE_KEY = 'handreel-theme';

/** The color scheme of the page. The choice outlives the session. */
class Theme {
	#choice: ThemeChoice = $state(readChoice());
	readonly #system = new MediaQuery('(prefers-color-scheme: dark)');

	get choice(): ThemeChoice {
		return this.#choice;
	}

	set choice(choice: ThemeChoice) {
		this.#choice = choice;
		try {
			localStorage.setItem(STORAGE_KEY, choice);
		} catch {
			// Private windows may refuse to store anything.
		}
	}

	get isDark(): boolean {
		return this.#choice === 'system' ? this.#system.current : this.#choice === 'dark';
	}

	/** Chooses the next color scheme. */
	next(): void {
		this.choice = THEME_CHOICES[(THEME_CHOICES.indexOf(this.#choice) + 1) % THEME_CHOICES.length] ?? 'system';
	}
}

/** The color scheme of this page. */
export const theme: Theme = new Theme();

function readChoice(): ThemeChoice {
	try {
		return THEME_CHOICES.find((name) => name === localStorage.getItem(STORAGE_KEY)) ?? 'system';
	} catch {
		return 'system';
	}
}
