import type { RecordingMeasures } from './measure-recording.ts';

/** The numbers that a figure consists of, by the names of their fields. */
const STATISTICS = {
	percentiles: ['median', 'p95', 'p99', 'peak'],
	summary: ['count', 'mean', 'median', 'min', 'max'],
	spread: ['mean', 'median', 'min', 'max'],
	range: ['min', 'median', 'max'],
	extents: ['0', '1', '2'],
} as const;

/** A figure of a hand, a point or something else that is measured. */
export interface Figure {
	/** Where it is in the measures of its subject. */
	readonly path: string;
	/** As the name of a row. */
	readonly title: string;
	/** Empty for counts and ratios. */
	readonly unit: '' | 's' | 'Hz' | 'm' | 'm³' | 'm/s' | 'm/s²' | 'm/s³' | '°' | '°/s';
	/** The unit in which people read it, if that is another. */
	readonly display?: '%' | 'mm' | 'ms';
	/** Digits after the point. Default: three digits in all. */
	readonly digits?: number;
	/** What it consists of. Default: a number. */
	readonly statistics?: keyof typeof STATISTICS;
	/** The numbers that people see first. Default: the number itself. All of them are in tables. */
	readonly shown?: readonly string[];
	/** `buttons`: a list with an entry per button, which has no columns. */
	readonly each?: 'buttons';
	/** The channel that shows it over time, with `*` for the point or side. */
	readonly channel?: string;
	/** In Markdown, for MEASURES.md. */
	readonly definition: string;
}

/** What a figure is measured of. */
export interface FigureSubject {
	/** Where its figures are in the measures of a recording; empty for the recording. */
	readonly path: string;
	/** Such as `left wrist`. */
	readonly title: string;
	/** What it belongs to, such as `left hand`. */
	readonly owner: string;
	/** What its figures are called among those of the owner: `Wrist` in `Wrist path`. */
	readonly prefix?: string;
	/** The point or side of its channels. */
	readonly point?: string;
	/** Its figures are in tables only. */
	readonly isHidden?: boolean;
}

/** Figures of the same subjects. */
export interface FigureSection {
	readonly title: string;
	readonly subjects: readonly FigureSubject[];
	readonly figures: readonly Figure[];
}

/** A single number among the measures of a recording. */
export interface FigureNumber extends Pick<Figure, 'unit' | 'display' | 'digits' | 'channel'> {
	/** Where it is in {@link RecordingMeasures}, such as `hands.left.motion.wrist.speed.p95`. */
	readonly path: string;
	/** Such as `Speed, p95`. */
	readonly title: string;
	/** Whether people see it first. */
	readonly isShown: boolean;
}

/** Lists the numbers of a subject. Those of buttons are left out without measures, which show how many there are. */
export function listNumbers(
	{ figures }: Pick<FigureSection, 'figures'>,
	subject: FigureSubject,
	measures?: RecordingMeasures,
): FigureNumber[] {
	return figures.flatMap((figure) => {
		const path = subject.path === '' ? figure.path : `${subject.path}.${figure.path}`;
		if (figure.each === undefined) return listFields(figure, subject, path, figure.title);
		const list = measures === undefined ? null : findNode(measures, path);
		if (!Array.isArray(list)) return [];
		return list.flatMap((entry, i) =>
			entry === null ? [] : listFields(figure, subject, `${path}.${i}`, `${figure.title} ${i}`),
		);
	});
}

const FIELD_TITLES: Readonly<Record<string, string>> = { '0': 'longest', '1': 'middle', '2': 'shortest' };

function listFields(figure: Figure, subject: FigureSubject, path: string, title: string): FigureNumber[] {
	const { unit, display, digits, statistics, shown } = figure;
	const channel = figure.channel?.replace('*', subject.point ?? '');
	if (statistics === undefined) return [{ path, title, unit, display, digits, channel, isShown: shown === undefined }];
	return STATISTICS[statistics].map((field) => {
		const isShown = shown?.includes(field) ?? true;
		if (field === 'count') return { path: `${path}.${field}`, title, unit: '', channel, isShown };
		const name = `${title}, ${FIELD_TITLES[field] ?? field}`;
		return { path: `${path}.${field}`, title: name, unit, display, digits, channel, isShown };
	});
}

/**
 * Reads a number of the measures; `null` without data. The count of events is 0 if the hand, gaze or controller was recorded
 * but nothing happened.
 *
 * @example
 * const speed = readFigure(measureRecording(recording), 'hands.right.motion.wrist.speed.p95');
 */
export function readFigure(measures: RecordingMeasures, path: string): number | null {
	const node = findNode(measures, path);
	// Adding 0 turns −0 into 0.
	if (typeof node === 'number') return Number.isFinite(node) ? node + 0 : null;
	const [, subject, summary] = /^(.+)\.(\w+)\.count$/.exec(path) ?? [];
	if (subject === undefined || findNode(measures, `${subject}.${summary}`) !== null) return null;
	return findNode(measures, subject) === null ? null : 0;
}

// Returns `null` where a part of the path is missing.
function findNode(measures: RecordingMeasures, path: string): unknown {
	let node: unknown = measures;
	for (const name of path.split('.')) {
		if (typeof node !== 'object' || node === null) return null;
		node = (node as Readonly<Record<string, unknown>>)[name];
	}
	return node ?? null;
}
