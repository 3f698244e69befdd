// Unmodified pages built on well-known libraries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	createFrameSample,
	getKeyTime,
	getKeyValue,
	type Recording,
	readRecording,
	type Side,
	sampleFrame,
} from '@handreel/core';
import { writeWebXRJoints } from '@handreel/core/internal';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/workspace.mjs';
import { enterPage } from '../support/enter-page.ts';
import { useBrowser } from '../support/use-browser.ts';

const FILE = 'fixtures/recorded/mrtk-2.8.3-full-5s.bin';
const CLAMP = 8;
const FRAME = 1 / 60;
const open = useBrowser();
const recording = readRecording(readFileSync(join(root, FILE)), { require: ['hands'] });

interface SeenEvent {
	readonly type: string;
	readonly side: Side;
	/** The page's own clock, in milliseconds. */
	readonly now: number;
}

interface Seen {
	/** The time of the session's first frame, which is the start of the recording. */
	readonly start: number;
	readonly frames: { readonly now: number; readonly joints: Partial<Record<Side, Record<string, number[]>>> }[];
	readonly events: SeenEvent[];
}

declare const seen: Seen;

/** Clicks the page's own button, plays the recording and returns what the page saw. */
async function replay(library: string, runtime: 'own' | 'iwer'): Promise<Seen> {
	const page = await open({
		url: `/packages/webxr/test/pages/${library}.html`,
		recording: FILE,
		runtime,
		options: { render: 'none' },
	});
	const errors: string[] = [];
	page.on('pageerror', ({ message }) => errors.push(message));
	await enterPage(page);
	await page.evaluate(() => handreel.driver.stepToEnd());
	expect(errors).toEqual([]);
	// As JSON: Playwright takes seconds to copy that many values one by one.
	return JSON.parse(await page.evaluate(() => JSON.stringify(seen)));
}

/** The largest distance between the joints that the page read and the recorded joints. */
function worstJoint({ frames, start }: Seen): number {
	const sample = createFrameSample();
	const joints = new Float32Array(175);
	let worst = 0;
	for (const { now, joints: read } of frames) {
		const time = Math.min((now - start) / 1000, recording.duration);
		sampleFrame(recording, time, sample, { space: 'webxr', defaultWrap: CLAMP });
		for (const side of ['left', 'right'] as const) {
			const positions = Object.values(read[side] ?? {});
			if (positions.length !== 25) throw new Error(`${positions.length} joints at ${time} s`);
			writeWebXRJoints(sample.hands[side], joints);
			positions.forEach((position, i) => {
				worst = Math.max(worst, ...position.map((value, axis) => Math.abs(value - joints[i * 7 + axis]!)));
			});
		}
	}
	return worst;
}

interface Edge {
	readonly time: number;
	readonly side: Side;
	readonly isPinching: boolean;
}

function listPinches({ hands }: Recording): Edge[] {
	const edges: Edge[] = [];
	for (const side of ['left', 'right'] as const) {
		const curve = hands![side].pinching;
		for (let i = 0, last = false; i < curve.count; i++) {
			const isPinching = getKeyValue(curve, i) > 0.5;
			if (isPinching !== last) edges.push({ time: getKeyTime(curve, i), side, isPinching });
			last = isPinching;
		}
	}
	return edges.sort((a, b) => a.time - b.time);
}

/** Seconds from an event of the page to the nearest recorded change of that kind. */
function distanceToPinch({ side, now }: SeenEvent, isPinching: boolean, start: number): number {
	const times = listPinches(recording).filter((edge) => edge.side === side && edge.isPinching === isPinching);
	return Math.min(...times.map(({ time }) => Math.abs((now - start) / 1000 - time)));
}

describe.each([
	['three', 'own'],
	['babylon', 'own'],
	['aframe', 'own'],
	['three', 'iwer'],
	['babylon', 'iwer'],
	['aframe', 'iwer'],
] as const)('a page built on %s, in the runtime %s', (library, runtime) => {
	it('reads the recorded joints, receives the recorded pinches and detects them itself', async () => {
		const result = await replay(library, runtime);
		const { frames, events, start } = result;
		const withHands = frames.filter(({ joints }) => joints.left && joints.right);
		// A library may need a frame or two until it shows hands that have just appeared.
		expect(withHands.length).toBeGreaterThan(recording.duration * 60 - 3);
		expect(worstJoint({ ...result, frames: withHands })).toBeLessThan(1e-6);

		const selections = events.filter(({ type }) => type.startsWith('select'));
		const expected = listPinches(recording).flatMap(({ isPinching, side }) =>
			(isPinching ? ['selectstart'] : ['select', 'selectend']).map((type) => `${type} ${side}`),
		);
		expect(selections.map(({ type, side }) => `${type} ${side}`)).toEqual(expected);
		for (const event of selections) {
			expect(distanceToPinch(event, event.type === 'selectstart', start)).toBeLessThan(FRAME + 0.001);
		}

		const pinches = events.filter(({ type }) => type.startsWith('pinch'));
		expect(pinches.filter(({ side }) => side === 'left').map(({ type }) => type)).toEqual(['pinchstart', 'pinchend']);
		for (const event of pinches) {
			expect(distanceToPinch(event, event.type === 'pinchstart', start)).toBeLessThan(0.1);
		}
	});
});
