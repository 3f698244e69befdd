import { REPLAY_DEFAULTS } from '@handreel/webxr';
import { LivePerformer } from '../perform/live-performer.ts';
import type { XRReplay } from '../replay/xr-replay.ts';
import type { PageDescription } from './describe-page.ts';
import { formatTest, listTestObjects, type TestPlan } from './format-test.ts';
import { listDeeds } from './list-deeds.ts';
import { listReplaySteps } from './list-replay-steps.ts';
import { nameObject, type ObjectName } from './name-object.ts';
import { performHolds } from './perform-holds.ts';
import { findPerformer } from './stand.ts';
import type { TestStep } from './test-step.ts';

/** What {@link writeTest} needs besides a description. */
export interface WriteTestOptions {
	/** The path of the recording, relative to the test. */
	readonly recording: string;
	/** The address that the test opens. */
	readonly url: string;
	/** Clicked to enter XR. Default: the button of a known library. */
	readonly enter?: string | undefined;
	/** Opens the page once more for a performer, and enters. */
	readonly open: (performer: LivePerformer) => Promise<XRReplay>;
}

/** A written test. */
export interface WrittenTest {
	/** TypeScript. */
	readonly code: string;
	/** What the test leaves out or does in another way, in words. */
	readonly notes: readonly string[];
}

/**
 * Writes a Playwright test of what hands did in a page, with the verbs of `xr.left` and `xr.right`. The verbs are tried in the
 * page first. What does not end as in the recording is left out, or the test replays the recording instead; notes say so. `xr`
 * is the replay that has been described.
 */
export async function writeTest(
	xr: XRReplay,
	description: PageDescription,
	{ recording, url, enter, open }: WriteTestOptions,
): Promise<WrittenTest> {
	const { holds } = description;
	const all = listDeeds(description);
	const notes: string[] = [];
	const names = new Map<number, ObjectName>();
	const nodes = await xr.listObjects();
	for (const { id, path } of [...holds, ...all.flatMap(({ cause, changes }) => [cause, ...changes])]) {
		const name = nameObject(nodes, id);
		if (name !== null) names.set(id, name);
		else notes.push(`the test leaves out ${path}: other objects look the same`);
	}
	const objects = listTestObjects(names);
	const labels = [
		...new Set([...holds, ...all.map(({ cause }) => cause)].flatMap(({ id }) => names.get(id)?.label ?? [])),
	];
	const title = labels.length === 0 ? 'the recording is replayed' : `hands use ${labels.join(', ')}`;
	const format = (use: TestPlan['use'], steps: readonly TestStep[]): WrittenTest => {
		return { code: formatTest({ url, enter, title, names, objects, use, steps }), notes: [...new Set(notes)] };
	};
	const performer = findPerformer(xr.recording);
	const { frameRate } = REPLAY_DEFAULTS;
	for (const deeds of holds.length > 0 && all.length > 0 ? [all, []] : [all]) {
		if (labels.length === 0) break;
		try {
			const page = await open(new LivePerformer({ frameRate, ...performer }));
			return format({ performer }, await performHolds(page, holds, deeds, objects));
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			const part = deeds.length > 0 && holds.length > 0 ? 'leaves out pokes and presses' : 'replays the recording';
			notes.push(`the test ${part}: hands that do the same by script do not succeed: ${reason}`);
		}
	}
	return format({ recording }, listReplaySteps(holds, all, objects, xr.recording.duration));
}
