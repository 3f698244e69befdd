import { type CommandTools, runKey } from '../state/commands.ts';
import type { Studio } from '../state/studio.svelte.ts';

/** Runs the command of a key, unless the focused element needs the key itself. */
export function handleKey(event: KeyboardEvent, studio: Studio, tools: CommandTools): void {
	const target = event.target as HTMLElement;
	if (event.key === 'Escape') {
		if (studio.dialog !== null) studio.dialog = null;
		else if (target.id === 'channel-search') target.blur();
		return;
	}
	if (studio.dialog !== null && event.key !== '?') return;
	if (target.matches('input[type=search], input[type=text], select')) return;
	if (event.key === ' ' && target.matches('button, summary, input, [role=treeitem], [role=tab]')) return;
	if (event.key.startsWith('Arrow') && !event.altKey && target.matches('[role=tab], [role=treeitem], input')) return;
	if (runKey(event, studio, tools)) event.preventDefault();
}
