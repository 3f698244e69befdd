/** A recording that is part of the studio. */
export interface SampleFile {
	readonly file: string;
	readonly title: string;
	readonly text: string;
}

/** The sample recordings of the start page, from fixtures/recorded. */
export const SAMPLES: readonly SampleFile[] = [
	{
		file: 'mrtk-2.8.3-full-5s.bin',
		title: 'Two hands, head and gaze',
		text: 'Five seconds from MRTK 2.8.3',
	},
	{
		file: 'mrtk-2.8.3-lost.bin',
		title: 'Lost tracking',
		text: 'Hand tracking drops out and returns',
	},
	{
		file: 'mrtk-2.6.0-full-5s.bin',
		title: 'Missing rotations',
		text: 'MRTK 2.6.0 did not write W: repair it',
	},
	{
		file: 'mrtk-2.5.4-markers.bin',
		title: 'Markers',
		text: 'Format version 1.0 with named markers',
	},
];
