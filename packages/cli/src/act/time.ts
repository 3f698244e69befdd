import { describePage, type XRReplay } from '@handreel/playwright/page';
import { describeHappenings } from '../describe/describe-happenings.ts';
import { escapeText } from '../print/escape-text.ts';
import { quoteText } from '../script/format-script.ts';
import { formatChanges, watchChanges } from './changes.ts';
import type { PageSession } from './page-session.ts';
import type { SessionArguments, SessionResult } from './result.ts';
import type { Step } from './step.ts';

/** Seconds that a command plays at most. */
const MAX_SECONDS = 3600;
const MAX_LINES = 60;
const MAX_LINE = 300;

/** Runs frames. */
export async function stepFrames(session: PageSession, args: SessionArguments): Promise<SessionResult> {
	const xr = session.requireXR('step');
	const frames = args['frames'] as number;
	const listChanges = await watchChanges(session.scene);
	await session.act({ code: `await xr.step(${frames});`, run: async (stage) => stage.xr!.step(frames) });
	const changes = await listChanges();
	return {
		text: [`the time is ${xr.time.toFixed(3)} s`, ...formatChanges(changes)].join('\n'),
		data: { time: xr.time, changes },
	};
}

/** Jumps to a time or marker of the recording. */
export async function seekTime(session: PageSession, args: SessionArguments): Promise<SessionResult> {
	const xr = session.requireXR('seek');
	if (session.plan.recording === undefined)
		throw new Error('seek: no recording is replayed; open the page with --recording');
	const { marker, time } = findPoint(xr, 'seek', args['to'] as string);
	await session.act(
		marker === null
			? { code: `await xr.seek(${time});`, run: async (stage) => stage.xr!.seek(time) }
			: { code: `await xr.seekMarker(${quoteText(marker)});`, run: async (stage) => stage.xr!.seekMarker(marker) },
	);
	return { text: `the time is ${xr.time.toFixed(3)} s`, data: { time: xr.time } };
}

/** Plays until a time or marker, by default to the end of the recording, and reports what happened. */
export async function playUntil(session: PageSession, args: SessionArguments): Promise<SessionResult> {
	const xr = session.requireXR('play');
	const until = args['until'] as string | undefined;
	const hasRecording = session.plan.recording !== undefined;
	if (until === undefined && !hasRecording)
		throw new Error('play: no recording is replayed, so it has no end; give a time, such as play 2.5');
	const { marker, time } =
		until === undefined ? { marker: null, time: xr.recording.duration } : findPoint(xr, 'play', until);
	if (time < xr.time)
		throw new Error(`play: ${time.toFixed(3)} s is before the time now, ${xr.time.toFixed(3)} s; use seek`);
	if (time - xr.time > MAX_SECONDS) throw new Error(`play: at most ${MAX_SECONDS} s at once`);
	const step = listSteps(until, marker, time);
	if (!hasRecording) {
		const listChanges = await watchChanges(session.scene);
		await session.act(step);
		const changes = await listChanges();
		const text = [`the time is ${xr.time.toFixed(3)} s`, ...formatChanges(changes)].join('\n');
		return { text, data: { time: xr.time, changes } };
	}
	const happened = describeHappenings(await describePage(xr, time), time);
	// The same frames, without looking at objects.
	session.steps.push(step);
	const lines = happened.map(({ time: at, text }) => `${at.toFixed(2)} s  ${escapeText(text, MAX_LINE)}`);
	const more = lines.length > MAX_LINES ? [`# ${lines.length - MAX_LINES} more; use --json`] : [];
	return {
		text: [
			`the time is ${xr.time.toFixed(3)} s of ${xr.recording.duration.toFixed(2)} s`,
			...(lines.length === 0 ? ['no object was held, and none has changed its look'] : lines.slice(0, MAX_LINES)),
			...more,
		].join('\n'),
		data: { time: xr.time, happened },
	};
}

function listSteps(until: string | undefined, marker: string | null, time: number): Step {
	if (until === undefined) return { code: 'await xr.playToEnd();', run: async (stage) => stage.xr!.playToEnd() };
	if (marker === null) return { code: `await xr.stepTo(${time});`, run: async (stage) => stage.xr!.stepTo(time) };
	return { code: `await xr.stepToMarker(${quoteText(marker)});`, run: async (stage) => stage.xr!.stepToMarker(marker) };
}

// A marker that is called like a time wins over the time.
function findPoint({ recording }: XRReplay, command: string, text: string): { marker: string | null; time: number } {
	const found = recording.markers.find(({ name }) => name === text);
	if (found !== undefined) return { marker: text, time: found.time };
	const time = text.trim() === '' ? Number.NaN : Number(text);
	if (time >= 0 && time <= MAX_SECONDS * 24) return { marker: null, time };
	const names = recording.markers
		.map(({ name }) => `'${escapeText(name, 60)}'`)
		.slice(0, 20)
		.join(', ');
	throw new TypeError(
		`${command}: '${escapeText(text, 60)}' is neither a time in seconds nor a marker; markers: ${names || 'none'}`,
	);
}
