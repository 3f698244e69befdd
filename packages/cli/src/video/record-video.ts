import { basename } from 'node:path';
import { createFrameSample, type Recording, SIDES, type Side } from '@handreel/core';
import { Recorder } from '@handreel/core/record';
import { type FitOptions, LandmarkFitter, type SeenHand } from '@handreel/landmarks';
import { launchBrowser } from '../replay/launch-browser.ts';
import { PACKAGE_SPECIFIERS } from '../tracker/packages.ts';
import type { OpenedVideo, TrackedFrame } from './track-in-page.ts';
import { VideoTracker } from './video-tracker.ts';

/** What to record. */
export interface VideoPlan {
	readonly video: string;
	/** The folder of the tracker. */
	readonly tracker: string;
	readonly fit: FitOptions;
	readonly chromium?: string | undefined;
	/** Called with the share of the video that is done. */
	readonly onProgress: (share: number) => void;
}

/** What was recorded. */
export interface RecordedVideo {
	readonly recording: Recording;
	readonly video: OpenedVideo;
	readonly frames: number;
	/** In how many frames each hand is tracked. */
	readonly tracked: Readonly<Record<Side, number>>;
	/** In how many frames each advice would have helped, the most frequent first. */
	readonly advice: ReadonlyArray<readonly [advice: string, frames: number]>;
	/** Addresses that the tracker asked for and did not get: none is expected. */
	readonly refused: readonly string[];
}

/**
 * Records the hands in a video, frame by frame, at the times of the video. The same video yields the same recording. Rejects
 * with an `Error` if the video cannot be decoded.
 */
export async function recordVideo(plan: VideoPlan): Promise<RecordedVideo> {
	const browser = await launchBrowser(plan.chromium);
	try {
		const tracker = await VideoTracker.open(browser, plan.tracker);
		const video = await tracker.openVideo(plan.video);
		const fitter = new LandmarkFitter({ ...plan.fit, width: video.width, height: video.height });
		const recorder = new Recorder({ maxDuration: Number.POSITIVE_INFINITY, sections: ['hands'] });
		const { handLength, fieldOfView, camera } = plan.fit;
		recorder.setDetails({
			info: {
				application: 'handreel capture --video',
				device: basename(plan.video),
				landmarks: { packages: [...PACKAGE_SPECIFIERS], handLength, fieldOfView, camera },
			},
			radii: { left: fitter.radii, right: fitter.radii },
		});
		recorder.start();
		const sample = createFrameSample();
		const tracked = { left: 0, right: 0 };
		const advice = new Map<string, number>();
		let frames = 0;
		for await (const frame of tracker.listFrames()) {
			fitter.fit({ time: frame.time, hands: listHands(frame) }, sample);
			if (recorder.capture(sample)) frames++;
			const given = new Set(SIDES.flatMap((side) => fitter.quality[side]?.advice ?? []));
			for (const text of given) advice.set(text, (advice.get(text) ?? 0) + 1);
			for (const side of SIDES) if (sample.hands[side].tracked) tracked[side]++;
			plan.onProgress(Math.min(1, frame.time / video.duration));
		}
		const { refused } = tracker;
		const sorted = [...advice].sort(([, a], [, b]) => b - a);
		return { recording: recorder.toRecording({ keepAllKeys: true }), video, frames, tracked, advice: sorted, refused };
	} finally {
		await browser.close();
	}
}

function listHands({ result }: TrackedFrame): SeenHand[] {
	const flatten = (points: ReadonlyArray<{ readonly x: number; readonly y: number; readonly z: number }>): number[] =>
		points.flatMap(({ x, y, z }) => [x, y, z]);
	return result.landmarks.map((points, i) => {
		const [best] = result.handedness[i] ?? [];
		const world = result.worldLandmarks[i];
		return {
			side: best?.categoryName === 'Left' ? 'left' : 'right',
			score: best?.score ?? 0.5,
			image: flatten(points),
			world: world === undefined ? null : flatten(world),
		};
	});
}
