import { type CommandTools, nameKey, runKey } from '../state/commands.ts';
import type { Studio } from '../state/studio.svelte.ts';

/** Fields in which keys are text. */
const TEXT = 'input:not([type]), input[type=search], input[type=text], input[type=number], textarea';
/** Elements that need Space themselves: it is the only key that toggles them. */
const TOGGLES = 'input[type=checkbox], input[type=radio], summary';
/** Elements that need the arrow keys themselves, after Tab. */
const ARROWS = '[role=tab], [role=treeitem], [role=separator], input[type=range], input[type=radio]';

/** Elements that need the arrow keys also after a click: trees, the ends of ranges, and the overview. */
const STEPPERS = '[role=treeitem], .handle[role=slider], .strip[role=slider]';

/**
 * Runs the commands of keys until the returned function is called. Text fields keep all keys. Other elements keep the keys
 * that operate them after Tab. After a click most keep none: the user has returned to playing.
 */
export function listenToKeys(studio: Studio, tools: CommandTools): () => void {
	let isPointerLast = false;
	let isFocusedByPointer = false;
	const listeners = new AbortController();
	const options = { signal: listeners.signal };
	const capture = { signal: listeners.signal, capture: true };
	addEventListener(
		'pointerdown',
		() => {
			isPointerLast = true;
			isFocusedByPointer = true;
		},
		capture,
	);
	addEventListener('focusin', () => (isFocusedByPointer = isPointerLast), options);
	// Labels move the focus after a click. Later, screen readers move it without a key.
	const onPointerEnd = (): unknown => setTimeout(() => (isPointerLast = false));
	addEventListener('click', onPointerEnd, capture);
	addEventListener('pointercancel', onPointerEnd, capture);
	addEventListener(
		'keydown',
		(event) => {
			isPointerLast = false;
			if (!isFocusedByPointer || isDialogOpen(studio) || keepsKeysAfterClick(event)) return;
			if (!runKey(event, studio, tools)) return;
			event.preventDefault();
			// The element must not use the key, too.
			event.stopPropagation();
		},
		capture,
	);
	addEventListener('keydown', (event) => handleKey(event, studio, tools), options);
	// Browsers press buttons and toggle boxes when Space is released.
	addEventListener(
		'keyup',
		(event) => {
			const target = event.target as HTMLElement;
			if (event.key !== ' ' || studio.showsLibrary || target.closest('dialog') !== null) return;
			if (target.matches('button') || (isFocusedByPointer && target.matches(TOGGLES))) event.preventDefault();
		},
		options,
	);
	return () => listeners.abort();
}

function isDialogOpen(studio: Studio): boolean {
	return studio.dialog !== null || studio.closingId !== null;
}

function keepsKeysAfterClick({ target, key, altKey }: KeyboardEvent): boolean {
	if (!(target instanceof HTMLElement)) return false;
	if (key.startsWith('Arrow') && !altKey && target.matches(STEPPERS)) return true;
	const isOpenList = CSS.supports('selector(:open)') && target.matches('select:open');
	return isOpenList || target.matches(TEXT);
}

// Runs the command of a key, unless the focused element needs the key itself.
function handleKey(event: KeyboardEvent, studio: Studio, tools: CommandTools): void {
	const target = event.target as HTMLElement;
	if (event.key === 'Escape') {
		if (isDialogOpen(studio)) {
			studio.dialog = null;
			studio.closingId = null;
		} else if (target.matches(TEXT)) target.blur();
		else studio.picking.clear();
		return;
	}
	// Until the palette is loaded, it cannot have the focus.
	const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
	if (studio.dialog === 'palette' && isLetter && !target.matches(TEXT)) studio.paletteText += event.key;
	const name = nameKey(event);
	// The browser would save the page.
	if (name === 'Ctrl+S') event.preventDefault();
	if (isDialogOpen(studio) && !(studio.dialog === 'help' && event.key === '?')) return;
	// Undo in a text field takes back typing. Choices have no undo themselves.
	const isOwn = name === 'Ctrl+K' || name === 'Ctrl+S' || (name.startsWith('Ctrl+') && target.matches('select'));
	if (target.matches(`${TEXT}, select`) && !isOwn) return;
	if (event.key === ' ' && target.matches(TOGGLES)) return;
	if (event.key.startsWith('Arrow') && !event.altKey && target.matches(ARROWS)) return;
	if (runKey(event, studio, tools)) event.preventDefault();
}
