import { SIDES } from '../model/recording.ts';
import type { Figure, FigureSection, FigureSubject } from './figure.ts';
import { MEASURED_JOINTS } from './points.ts';

const share = { unit: '', display: '%', digits: 1 } as const;
const millimeters = { unit: 'm', display: 'mm', digits: 0 } as const;

const TRACKING: readonly Figure[] = [
	{ path: 'tracking.seconds', title: 'Tracked for', unit: 's', shown: [], definition: 'the time in tracked spans' },
	{ path: 'tracking.share', title: 'Tracked', ...share, definition: 'their share of the duration' },
	{
		path: 'tracking.losses',
		title: 'Losses',
		unit: 's',
		statistics: 'summary',
		shown: ['count', 'median'],
		definition: 'the gaps between two tracked spans',
	},
];

/** All figures. Command, studio, catalog and MEASURES.md show those that are here. */
export const FIGURES: readonly FigureSection[] = /* @__PURE__ */ listSections();

function listSections(): FigureSection[] {
	return [
		{
			title: 'Recording',
			subjects: [{ path: '', title: 'recording', owner: 'Recording' }],
			figures: [
				{
					path: 'duration',
					title: 'Duration',
					unit: 's',
					digits: 3,
					definition: 'from the first key time to the last',
				},
				{
					path: 'frames.count',
					title: 'Key times',
					unit: '',
					definition: 'distinct key times of head, gaze, wrists, fingertips and controllers',
				},
				{
					path: 'frames.frameRate',
					title: 'Frame rate',
					unit: 'Hz',
					definition: 'the rate of which nearly all intervals are multiples, or that of the median interval',
				},
				{
					path: 'frames.jitter',
					title: 'Jitter',
					unit: 's',
					display: 'ms',
					digits: 2,
					definition: 'the root mean square of interval − n / rate, n the nearest whole number of frames',
				},
				{
					path: 'frames.missedShare',
					title: 'Frames without keys',
					...share,
					definition: '1 − intervals / Σ n. Recorders and optimizers drop keys on straight lines',
				},
				{
					path: 'frames.longestInterval',
					title: 'Longest interval',
					unit: 's',
					digits: 3,
					definition: 'between two key times',
				},
			],
		},
		{
			title: 'Motion',
			subjects: listPoints(),
			figures: [
				{
					path: 'pathLength',
					title: 'Path',
					unit: 'm',
					definition:
						'Σ v / r over the samples that are not still, since noise would add up. The first and the last sample of a span count half. Only its own speed decides whether a sample counts',
				},
				{
					path: 'stillShare',
					title: 'Still',
					...share,
					definition: 'the share of samples below 0.03 m/s (`stillSpeed`). Noise of 0.3 mm stays below it',
				},
				{
					path: 'speed',
					title: 'Speed',
					unit: 'm/s',
					statistics: 'percentiles',
					shown: ['median', 'p95', 'peak'],
					channel: 'speed(*)',
					definition: 'the length of v',
				},
				{
					path: 'acceleration',
					title: 'Acceleration',
					unit: 'm/s²',
					statistics: 'percentiles',
					shown: ['p95'],
					channel: 'acceleration(*)',
					definition: 'the length of a',
				},
				{
					path: 'jerk',
					title: 'Jerk',
					unit: 'm/s³',
					statistics: 'percentiles',
					shown: ['p95'],
					channel: 'jerk(*)',
					definition: 'the length of j',
				},
			],
		},
		{
			title: 'Head',
			subjects: [{ path: 'head', title: 'head', owner: 'Head', point: 'head' }],
			figures: [
				{
					path: 'turning.degrees',
					title: 'Turned',
					unit: '°',
					definition: 'the sum of the angular velocity over samples of at least 3°/s',
				},
				{
					path: 'turning.degreesPerSecond',
					title: 'Turning',
					unit: '°/s',
					statistics: 'percentiles',
					shown: ['peak'],
					channel: 'turning(*)',
					definition:
						'angular velocity from the rotation between the samples before and after, filtered like a position, from sampled means of the four components',
				},
				{
					path: 'height',
					title: 'Height',
					unit: 'm',
					digits: 2,
					statistics: 'range',
					shown: ['median'],
					channel: 'y(*)',
					definition: 'above the origin of the space; the only figure that moving a recording changes',
				},
			],
		},
		{
			title: 'Hands',
			subjects: SIDES.map((side) => ({ path: `hands.${side}`, title: side, owner: `${side} hand`, point: side })),
			figures: [
				...TRACKING.map((figure) => (figure.title === 'Tracked' ? { ...figure, channel: 'tracked(*)' } : figure)),
				{
					path: 'reaches.count',
					title: 'Reaches',
					unit: '',
					definition: 'see [below](#reaches); `listReaches` lists them',
				},
				{
					path: 'reaches.distances',
					title: 'Reach',
					unit: 'm',
					statistics: 'spread',
					shown: ['median'],
					definition: 'the straight line from the start to the end of each reach',
				},
				{
					path: 'reaches.durations',
					title: 'Reach time',
					unit: 's',
					statistics: 'spread',
					shown: [],
					definition: 'from the start to the end of each reach',
				},
				{
					path: 'reaches.peakSpeeds',
					title: 'Reach speed',
					unit: 'm/s',
					statistics: 'spread',
					shown: [],
					definition: 'the peak of each reach',
				},
				{
					path: 'reaches.speedRatios',
					title: 'Peak / mean speed of reaches',
					unit: '',
					digits: 2,
					statistics: 'spread',
					shown: ['median'],
					definition: 'the `speedRatio` of each reach',
				},
				{
					path: 'smoothness',
					title: 'Smoothness',
					unit: '',
					digits: 2,
					definition: 'the median spectral arc length of the reaches',
				},
				{
					path: 'pinches.count',
					title: 'Pinches',
					unit: '',
					channel: 'pinching(*)',
					definition:
						'of the recorded state while the hand is tracked; `listPinches` lists them. Without keys of the state: aperture below 20 mm to above 50 mm',
				},
				{
					path: 'pinches.lengths',
					title: 'Pinch',
					unit: 's',
					statistics: 'spread',
					shown: ['median'],
					definition: 'from the start to the end of each pinch',
				},
				{
					path: 'pinches.intervals',
					title: 'Between pinches',
					unit: 's',
					statistics: 'spread',
					shown: [],
					definition: 'from the start of a pinch to the start of the next',
				},
				{
					path: 'pinches.closingSpeed',
					title: 'Closing speed',
					unit: 'm/s',
					statistics: 'spread',
					shown: ['median'],
					definition:
						'the fastest decrease of the filtered aperture from 0.5 s before to 0.1 s after the start of each pinch',
				},
				{
					path: 'pinches.aperture',
					title: 'Aperture',
					...millimeters,
					statistics: 'range',
					shown: ['min', 'median', 'max'],
					channel: 'aperture(*)',
					definition: 'distance of the tips of thumb and index finger, not filtered',
				},
				{
					path: 'workspace.extents',
					title: 'Workspace',
					unit: 'm',
					digits: 2,
					statistics: 'extents',
					shown: ['0', '1', '2'],
					definition:
						"the range from the 1st to the 99th percentile of the wrist's positions along their principal axes, longest first",
				},
				{
					path: 'workspace.volume',
					title: 'Workspace',
					unit: 'm³',
					shown: [],
					definition: 'the product of the extents',
				},
				{
					path: 'size.length',
					title: 'Hand length',
					...millimeters,
					definition:
						'wrist over the middle finger to its tip, from the median bone lengths at 16 tracked times, as the next two',
				},
				{ path: 'size.palm', title: 'Palm', ...millimeters, shown: [], definition: 'wrist to middle knuckle' },
				{
					path: 'size.finger',
					title: 'Finger',
					...millimeters,
					shown: [],
					definition: 'middle knuckle to the last joint, which can be compared between devices',
				},
				{
					path: 'size.variation',
					title: 'Bones vary by',
					...share,
					definition: 'the median over all bones of standard deviation / mean of the length; 0 for a rigid hand',
				},
				{
					path: 'reach',
					title: 'From the head',
					unit: 'm',
					digits: 2,
					statistics: 'range',
					shown: ['median', 'max'],
					channel: 'distance(*.wrist, head)',
					definition: 'distance of the wrist from the head',
				},
				{
					path: 'height',
					title: 'Above the head',
					unit: 'm',
					digits: 2,
					statistics: 'range',
					shown: ['median'],
					definition: 'height of the wrist above the head, negative below it',
				},
			],
		},
		{
			title: 'Gaze',
			subjects: [{ path: 'gaze', title: 'gaze', owner: 'Eye gaze' }],
			figures: [
				{ path: 'fixationShare', title: 'Time in fixations', ...share, definition: 'share of samples in fixations' },
				{
					path: 'fixations',
					title: 'Fixations',
					unit: 's',
					statistics: 'summary',
					shown: ['count', 'median'],
					definition: 'see [below](#fixations)',
				},
				{
					path: 'saccades.degrees',
					title: 'Saccades',
					unit: '°',
					statistics: 'summary',
					shown: ['count', 'median'],
					definition: 'from each fixation to the next, between their mean directions',
				},
				{
					path: 'saccades.degreesPerSecond',
					title: 'Saccade speed',
					unit: '°/s',
					statistics: 'spread',
					shown: [],
					definition: 'the peak between samples of each saccade',
				},
			],
		},
		{
			title: 'Controllers',
			subjects: SIDES.map((side) => ({ path: `controllers.${side}`, title: side, owner: `${side} controller` })),
			figures: [
				...TRACKING,
				{
					path: 'presses',
					title: 'Button',
					unit: 's',
					statistics: 'summary',
					shown: ['count'],
					each: 'buttons',
					definition: "each press, per button in the order of WebXR's gamepad mapping",
				},
			],
		},
	];
}

function listPoints(): FigureSubject[] {
	const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return [
		{ path: 'head.motion', title: 'head', owner: 'Head', point: 'head' },
		...SIDES.flatMap((side) =>
			MEASURED_JOINTS.map((joint) => ({
				path: `hands.${side}.motion.${joint}`,
				title: `${side} ${words(joint)}`,
				owner: `${side} hand`,
				prefix: words(joint).replace(/^./, (letter) => letter.toUpperCase()),
				point: `${side}.${joint}`,
				isHidden: !['wrist', 'thumbTip', 'indexTip'].includes(joint),
			})),
		),
		...SIDES.map((side) => ({
			path: `controllers.${side}.motion`,
			title: `${side} controller`,
			owner: `${side} controller`,
			point: `${side}.controller`,
		})),
	];
}
