/** Figures under a title. */
export interface FigureGroup {
	readonly title: string;
	readonly figures: readonly string[];
}

const GROUPS: readonly (readonly [title: string, prefix: RegExp])[] = [
	['Left controller', /^left_controller_/],
	['Right controller', /^right_controller_/],
	['Left hand', /^left_/],
	['Right hand', /^right_/],
	['Head', /^head_/],
	['Gaze', /^gaze_/],
	['Recording', /^/],
];

/** `left_thumb_tip_speed_p95` → `Left thumb tip speed p95`. */
export function nameFigure(name: string): string {
	const words = name.replaceAll('_', ' ');
	return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Sorts figures by body part, the recording itself first. */
export function groupFigures(names: readonly string[]): FigureGroup[] {
	const groups = GROUPS.map(([title]) => ({ title, figures: [] as string[] }));
	for (const name of names) groups[GROUPS.findIndex(([, prefix]) => prefix.test(name))]?.figures.push(name);
	return groups.reverse().filter(({ figures }) => figures.length > 0);
}

/** A value of a figure with at most four digits. */
export function formatFigure(value: number | undefined): string {
	if (value === undefined || Number.isNaN(value)) return '–';
	return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}
