/** A recording that is part of the studio. */
export interface SampleFile {
	readonly file: string;
	readonly title: string;
	readonly text: string;
	/** Where the sample shows its point, in seconds. Default: the start. */
	readonly time?: number;
}

/** The sample recordings of the start page, from fixtures/recorded. */
export const SAMPLES: readonly SampleFile[] = [
	{
		file: 'mrtk-2.8.3-full-5s.bin',
		title: 'Two hands, head and gaze',
		text: 'View and measure: five seconds from MRTK 2.8.3',
	},
	{
		file: 'mrtk-2.6.0-full-5s.bin',
		title: 'Missing rotations',
		text: 'Repair: MRTK 2.6.0 did not write W',
		time: 4.2,
	},
	{
		file: 'mrtk-2.8.3-lost.bin',
		title: 'Lost tracking',
		text: 'Edit: hand tracking drops out and returns',
	},
];
