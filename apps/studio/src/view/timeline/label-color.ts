/** The number of colors of labels in app.css. */
const COLORS = 6;

/** The CSS color of a label, by its place among all labels. Its text distinguishes it from others of the same color. */
export function labelColor(index: number): string {
	return `var(${labelVariable(index)})`;
}

/** The name of the CSS variable of {@link labelColor}. */
export function labelVariable(index: number): string {
	return `--label-${(Math.max(index, 0) % COLORS) + 1}`;
}
