import { FIGURES, type FigureNumber, listNumbers } from '@handreel/core/measure';

/** A figure with a separate column. */
export interface FigureColumn {
	/** The name of the column. */
	readonly name: string;
	/** Where it is in the measures of a recording. */
	readonly path: string;
}

/** The figures of the catalog, in the order of the columns. `duration` has a column without measuring. */
export const FIGURE_COLUMNS: readonly FigureColumn[] = /* @__PURE__ */ FIGURES.flatMap((section) =>
	section.subjects.flatMap((subject) => listNumbers(section, subject)),
)
	.filter(({ path }: FigureNumber) => path !== 'duration')
	.map(({ path }: FigureNumber) => ({ name: nameColumn(path), path }));

/** `hands.left.motion.thumbTip.speed.p95` → `left_thumb_tip_speed_p95`. */
function nameColumn(path: string): string {
	return path
		.replace(/^hands\./, '')
		.replace(/^controllers\.(\w+)/, '$1.controller')
		.replace('.motion.', '.')
		.replaceAll('.', '_')
		.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A number as the tables hold it: finite, and without a negative zero, which JSON cannot hold. */
export function cleanNumber(value: number): number | null {
	return Number.isFinite(value) ? value + 0 : null;
}
