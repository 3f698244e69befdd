import { FIGURES, type FigureNumber, listNumbers, type RecordingMeasures, readFigure } from '@handreel/core/measure';
import { formatCount, formatPercent, formatRounded } from './numbers.ts';

/** A figure in words. */
export interface ShownFigure {
	readonly name: string;
	readonly value: string;
	/** The channel that shows it over time. */
	readonly channel?: string | undefined;
}

/** Figures with a heading. */
export interface FigureGroup {
	readonly title: string;
	readonly figures: readonly ShownFigure[];
}

/** What a unit is multiplied with to be read in another. */
const FACTORS = { mm: 1000, ms: 1000 } as const;

/** Formats a figure without its unit: `0.0123` → `12` for millimeters. */
export function formatFigureValue(value: number, { unit, display, digits }: FigureNumber): string {
	if (display === '%') return formatPercent(value, 1);
	const read = value * (display === undefined ? 1 : FACTORS[display]);
	if (digits !== undefined) return read.toFixed(digits);
	return unit === '' && Number.isInteger(read) ? formatCount(read) : formatRounded(read);
}

/** The unit in which a figure is read, as it follows the value: ` mm`, `°`. */
export function formatFigureUnit({ unit, display }: FigureNumber): string {
	const read = display ?? unit;
	if (read === '%' || read === '') return '';
	return read.startsWith('°') ? read : ` ${read}`;
}

/** Lists the figures that people see first, by what they belong to. Leaves out those without data. */
export function groupFigures(measures: RecordingMeasures): FigureGroup[] {
	const groups = new Map<string, ShownFigure[]>();
	for (const section of FIGURES) {
		for (const subject of section.subjects) {
			if (subject.isHidden) continue;
			const figures = listNumbers(section, subject, measures).flatMap((number): ShownFigure[] => {
				const value = number.isShown ? readFigure(measures, number.path) : null;
				if (value === null) return [];
				return [
					{
						name: joinName(subject.prefix, number.title),
						value: `${formatFigureValue(value, number)}${formatFigureUnit(number)}`,
						channel: number.channel,
					},
				];
			});
			if (figures.length === 0) continue;
			const group = groups.get(subject.owner);
			if (group === undefined) groups.set(subject.owner, figures);
			else group.push(...figures);
		}
	}
	return [...groups].map(([title, figures]) => ({ title, figures }));
}

// `Wrist` and `Speed, p95` → `Wrist speed, p95`.
function joinName(prefix: string | undefined, title: string): string {
	return prefix === undefined ? title : `${prefix} ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
