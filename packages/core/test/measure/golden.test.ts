// The figures of recorded files. A change here changes what users compare: explain it in the commit.
//
// MRTK's recorder made all files from one script, so they agree: a hand of 165 mm whose wrist waves at up to 1.2 m/s, a
// head that turns at up to 115°/s. The bones vary by 3 to 10 %, because the script blends positions instead of angles. Its
// right wrist changes its direction at once, which causes the jerk of 796 m/s³. In `lost` the left hand leaves three times
// and the right hand is never tracked. `pruned` is the start of `full-5s`. The gaze moves all the time: its fixations are
// slow moments.
import { readFileSync } from 'node:fs';
import { type Recording, readRecording, SIDES } from '@handreel/core';
import { measureRecording, type Percentiles } from '@handreel/core/measure';
import { expect, it } from 'vitest';

const FILES = ['mrtk-2.8.3-full-5s', 'mrtk-2.5.4-lost', 'mrtk-2.8.3-lost', 'mrtk-2.8.3-pruned', 'doc-1.1-8byte'];

it.each(FILES)('%s has the figures that it had', async (name) => {
	const recording = readRecording(readFileSync(new URL(`../../../../fixtures/recorded/${name}.bin`, import.meta.url)));
	await expect(describeMeasures(recording)).toMatchFileSnapshot(`goldens/${name}.txt`);
});

// The main figures in three digits, so that the last bits of other machines do not matter.
function describeMeasures(recording: Recording): string {
	const { duration, frames, head, hands, gaze } = measureRecording(recording);
	const lines = [
		`duration ${digits(duration)} s, ${frames.count} frames at ${digits(frames.frameRate)} Hz, jitter ${digits(frames.jitter)} s, missed ${digits(frames.missedShare)}`,
		`head: speed ${percentiles(head?.motion?.speed)} m/s, turned ${digits(head?.turning?.degrees)}°, ${percentiles(head?.turning?.degreesPerSecond)} °/s`,
		`gaze: ${gaze?.fixations?.count ?? 0} fixations, ${digits(gaze?.fixationShare)} of the time`,
	];
	for (const side of SIDES) {
		const hand = hands?.[side];
		if (!hand) continue;
		const { tracking, motion, pinches, reaches, size, workspace, smoothness, reach, height } = hand;
		lines.push(
			`${side}: tracked ${digits(tracking.share)}, ${tracking.losses?.count ?? 0} losses of ${digits(tracking.losses?.median)} s`,
			`  hand ${digits(size?.length)} m, palm ${digits(size?.palm)} m, variation ${digits(size?.variation)}`,
			`  wrist ${digits(motion.wrist?.pathLength)} m, still ${digits(motion.wrist?.stillShare)}`,
			`    speed ${percentiles(motion.wrist?.speed)} m/s`,
			`    acceleration ${percentiles(motion.wrist?.acceleration)} m/s²`,
			`    jerk ${percentiles(motion.wrist?.jerk)} m/s³`,
			`  index tip ${digits(motion.indexTip?.pathLength)} m, speed ${percentiles(motion.indexTip?.speed)} m/s`,
			`  ${pinches.count} pinches of ${digits(pinches.lengths?.median)} s, aperture ${digits(pinches.aperture?.min)} to ${digits(pinches.aperture?.max)} m, closing ${digits(pinches.closingSpeed?.median)} m/s`,
			`  ${reaches.count} reaches of ${digits(reaches.distances?.median)} m in ${digits(reaches.durations?.median)} s, peak / mean ${digits(reaches.speedRatios?.median)}, smoothness ${digits(smoothness)}`,
			`  workspace ${workspace?.extents.map(digits).join(' × ') ?? '–'} m, reach ${digits(reach?.median)} m, height ${digits(height?.median)} m`,
		);
	}
	return `${lines.join('\n')}\n`;
}

function digits(value: number | null | undefined): string {
	return value === null || value === undefined ? '–' : String(Number(value.toPrecision(3)));
}

function percentiles(values: Percentiles | null | undefined): string {
	return values ? [values.median, values.p95, values.p99, values.peak].map(digits).join(' ') : '–';
}
