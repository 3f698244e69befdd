/** Enter leaves a text field: undo takes back the entry, and Space plays. */
export function leaveField(event: KeyboardEvent): void {
	if (event.key === 'Enter' && !event.isComposing) (event.currentTarget as HTMLElement).blur();
}
