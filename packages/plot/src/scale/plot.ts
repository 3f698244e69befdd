/** A line of a panel: values at even times. */
export interface PlotSeries {
	/** Such as `left.wrist`, with the name of the recording if there are several. */
	readonly label: string;
	/** Hz. */
	readonly sampleRate: number;
	/** NaN where there is no data, which leaves a gap. */
	readonly values: Float64Array;
	/** The time of the first value in seconds. Default 0. */
	readonly start?: number;
	/** Places to mark on the line, such as keys. SVG documents show them where they are some pixels apart. */
	readonly points?: readonly PlotPoint[];
	/** The index of its color. */
	readonly color: number;
	/** The index of its line style: 0 is solid. */
	readonly dash: number;
}

/** A marked place of a line. */
export interface PlotPoint {
	/** Seconds. */
	readonly time: number;
	readonly value: number;
}

/** Some lines with one vertical axis, or states, which have a lane each. */
export interface PlotPanel {
	readonly title: string;
	/** `''` for states and shares. */
	readonly unit: string;
	readonly kind: 'lines' | 'states';
	readonly series: readonly PlotSeries[];
}

/** A time to point out. */
export interface PlotMark {
	/** Seconds. */
	readonly time: number;
	readonly label: string;
	readonly kind: 'marker' | 'problem';
}

/** Everything that is drawn, as plain data. */
export interface Plot {
	readonly title: string;
	/** Seconds at the left edge. */
	readonly start: number;
	/** Seconds at the right edge. */
	readonly end: number;
	readonly panels: readonly PlotPanel[];
	/** In order of time. */
	readonly marks: readonly PlotMark[];
}
