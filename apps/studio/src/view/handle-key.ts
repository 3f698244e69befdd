import { type CommandTools, nameKey, runKey } from '../state/commands.ts';
import type { Studio } from '../state/studio.svelte.ts';

/** Elements in which letters are text. */
const TEXT = 'input:not([type]), input[type=search], input[type=text], input[type=number], select, textarea';
/** Elements that need Space themselves: it is the only key that toggles them. */
const TOGGLES = 'input[type=checkbox], input[type=radio], summary';
/** Elements that need the arrow keys themselves. */
const ARROWS = '[role=tab], [role=treeitem], [role=separator], input';

/** Runs the command of a key, unless the focused element needs the key itself. */
export function handleKey(event: KeyboardEvent, studio: Studio, tools: CommandTools): void {
	const target = event.target as HTMLElement;
	const isDialogOpen = studio.dialog !== null || studio.closingId !== null;
	if (event.key === 'Escape') {
		if (isDialogOpen) {
			studio.dialog = null;
			studio.closingId = null;
		} else if (target.matches(TEXT)) target.blur();
		else studio.picking.clear();
		return;
	}
	// Until the palette is loaded, it cannot have the focus.
	const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
	if (studio.dialog === 'palette' && isLetter && !target.matches(TEXT)) studio.paletteText += event.key;
	if (isDialogOpen && !(studio.dialog === 'help' && event.key === '?')) return;
	if (target.matches(TEXT) && nameKey(event) !== 'Ctrl+K') return;
	if (event.key === ' ' && target.matches(TOGGLES)) return;
	if (event.key.startsWith('Arrow') && !event.altKey && target.matches(ARROWS)) return;
	if (runKey(event, studio, tools)) event.preventDefault();
}

/** Space plays, also while a button has the focus. Browsers press buttons when Space is released. */
export function handleKeyUp(event: KeyboardEvent): void {
	const target = event.target as HTMLElement;
	if (event.key === ' ' && target.matches('button') && target.closest('dialog') === null) event.preventDefault();
}
