/** A recording that comes with the studio. */
export interface SampleFile {
	readonly file: string;
	readonly title: string;
	readonly text: string;
}

/** The recordings that the first page offers. Built from fixtures/recorded. */
export const SAMPLES: readonly SampleFile[] = [
	{
		file: 'mrtk-2.8.3-full-5s.bin',
		title: 'Two hands, head and gaze',
		text: 'Five seconds as MRTK 2.8.3 writes them',
	},
	{
		file: 'mrtk-2.8.3-lost.bin',
		title: 'Lost hands',
		text: 'Tracking comes and goes',
	},
	{
		file: 'mrtk-2.6.0-full-5s.bin',
		title: 'A file with lost rotations',
		text: 'MRTK 2.6.0 forgot W; repair it',
	},
	{
		file: 'mrtk-2.5.4-markers.bin',
		title: 'Markers',
		text: 'Version 1.0 with named moments',
	},
];
