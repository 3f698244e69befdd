import { tick } from 'svelte';
import type { CommandTools } from '../state/commands.ts';
import { createLink } from '../state/follow-link.ts';
import type { Studio } from '../state/studio.svelte.ts';

/** The elements that commands act on. Panels are missing while they are closed. */
export interface PageParts {
	readonly picker: HTMLInputElement;
	readonly scene: { toPng(): Promise<Blob | null> } | undefined;
	readonly curves: { toSvg(): string | null; toCsv(): string | null } | undefined;
}

/** The commands that need the page. `getParts` is called when a command runs. */
export function createPageTools(studio: Studio, getParts: () => PageParts): CommandTools {
	return {
		pickFiles: () => getParts().picker.click(),
		focusSearch: async () => {
			studio.panels.showLeft('channels');
			await tick();
			document.getElementById('channel-search')?.focus();
		},
		saveImage: async () => {
			const image = await getParts().scene?.toPng();
			if (image) studio.download(image, 'png');
		},
		savePlot: () => {
			const svg = getParts().curves?.toSvg();
			if (svg) studio.download(new Blob([svg], { type: 'image/svg+xml' }), 'svg');
			else studio.say('Select channels to plot first');
		},
		savePlotData: () => {
			const csv = getParts().curves?.toCsv();
			if (csv) studio.download(new Blob([csv], { type: 'text/csv' }), 'csv', '-plot');
			else studio.say('Select channels to plot first');
		},
		copyLink: async () => {
			history.replaceState(null, '', `#${createLink(studio)}`);
			const isCopied = await navigator.clipboard?.writeText(location.href).then(
				() => true,
				() => false,
			);
			const result = isCopied ? 'Link copied' : 'The address bar has the link';
			// A browser cannot open local files by address.
			studio.say(studio.active?.address === null ? `${result}. It does not include your local files` : result);
		},
	};
}
