import { tick } from 'svelte';
import type { CommandTools } from '../state/commands.ts';
import { pickOpenFiles } from '../state/file-handles.ts';
import { createShareLink } from '../state/share-link.ts';
import type { Studio } from '../state/studio.svelte.ts';

/** The elements that commands act on. Panels are missing while they are closed. */
export interface PageParts {
	readonly picker: HTMLInputElement;
	readonly openFiles: (files: File[]) => Promise<void>;
	readonly scene: { toPng(): Promise<Blob | null> } | undefined;
	readonly curves: { toSvg(): string | null; toCsv(): string | null } | undefined;
}

/** The commands that need the page. `getParts` is called when a command runs. */
export function createPageTools(studio: Studio, getParts: () => PageParts): CommandTools {
	return {
		pickFiles: async () => {
			const files = await pickOpenFiles();
			if (files === null) getParts().picker.click();
			else await getParts().openFiles(files);
		},
		focusSearch: async () => {
			studio.panels.showLeft('channels');
			await tick();
			document.getElementById('channel-search')?.focus();
		},
		saveImage: async () => {
			const image = await getParts().scene?.toPng();
			if (image) studio.saving.download(image, 'png');
		},
		savePlot: () => {
			const svg = getParts().curves?.toSvg();
			if (svg) studio.saving.download(new Blob([svg], { type: 'image/svg+xml' }), 'svg');
			else studio.say('Select channels to plot first');
		},
		savePlotData: () => {
			const csv = getParts().curves?.toCsv();
			if (csv) studio.saving.download(new Blob([csv], { type: 'text/csv' }), 'csv', `${studio.saving.name}-plot`);
			else studio.say('Select channels to plot first');
		},
		copyLink: async () => {
			const { link, remark } = await createShareLink(studio);
			history.replaceState(null, '', `#${link}`);
			const isCopied = await navigator.clipboard?.writeText(location.href).then(
				() => true,
				() => false,
			);
			studio.say(`${isCopied ? 'Link copied' : 'The address bar has the link'}${remark}`);
		},
	};
}
