// Changing the pose of a joint in the 3D view, with the gizmo and with numbers. What is saved is judged by `compareRecordings`.
import { readFileSync } from 'node:fs';
import { decodeRecording } from '@handreel/convert';
import { evaluateCurve, JOINTS, type JointName, type Recording, readRecording } from '@handreel/core';
import { compareRecordings, trimRecording } from '@handreel/core/edit';
import { poseHand } from '@handreel/core/internal';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { turnFromAngles } from '../src/view/pose/turn-from-angles.ts';
import { listSerious } from './support/axe.ts';
import { expectSaved } from './support/expect-saved.ts';
import { findOnScreen } from './support/find-on-screen.ts';
import { fixturePath } from './support/fixture-path.ts';
import { saveAs, waitForRecording } from './support/studio-page.ts';
import { useStudio } from './support/use-studio.ts';

const FULL = 'mrtk-2.8.3-full-5s.bin';
const FILE = fixturePath(`recorded/${FULL}`);
const recording = readRecording(readFileSync(FILE));
const TIME = 2;
/** Meters. */
const MAX_BONE_CHANGE = 1e-5;

const studio = useStudio();

async function openPose(joint: string, options = {}): Promise<Page> {
	const hash = `open=samples/${FULL}&t=${TIME}&hands=bones&pick=${joint}&eye=-20,15,0.9,0.3,1.4,0.6`;
	const page = await studio.openPage(hash, { viewport: { width: 1280, height: 800 }, ...options });
	await waitForRecording(page, FULL);
	await page.getByRole('button', { name: /^Pose / }).click();
	await page.getByRole('form', { name: /^Pose of/ }).waitFor();
	return page;
}

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name });

async function enter(page: Page, name: string, text: string): Promise<void> {
	await field(page, name).fill(text);
	await field(page, name).press('Tab');
}

function listBones({ hands }: Recording, time: number): number[] {
	const place = (name: JointName): number[] =>
		Object.values(hands!.right.joints[name].position).map((curve) => evaluateCurve(curve, time));
	return JOINTS.flatMap(({ name, parent }) => {
		if (parent === null) return [];
		const [a, b] = [place(name), place(parent as JointName)];
		return [Math.hypot(...a.map((number, axis) => number - b[axis]!))];
	});
}

test('a finger turns by numbers, blended over a time; undo takes it back', async () => {
	const page = await openPose('right.indexKnuckle');
	expect(await page.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
	await page.getByRole('spinbutton', { name: 'Blend' }).fill('0.4');
	await page.getByRole('spinbutton', { name: 'Blend' }).press('Tab');
	await enter(page, 'Turn x', '30');
	expect(await listSerious(page)).toEqual([]);
	// The result is seen before it is applied.
	await page.getByText('Preview').first().waitFor();
	await page.getByRole('button', { name: 'Apply' }).click();
	await page.getByRole('button', { name: 'Undo: Pose finger' }).waitFor();
	const turn = turnFromAngles([30, 0, 0]);
	await expectSaved(page, poseHand(recording, { side: 'right', joint: 'indexKnuckle', time: TIME, blend: 0.4, turn }));
	await page.locator('body').press('Control+z');
	await page.getByRole('button', { name: 'Redo: Pose finger' }).waitFor();
	await expectSaved(page, recording);
});

test('dragging the gizmo moves a hand, bones keep their lengths, and all else stays; Escape ends a drag without an edit', async () => {
	const page = await openPose('right.wrist');
	await page.getByRole('button', { name: 'Move', exact: true }).click();
	const { x, y } = await findOnScreen(page, FILE, 'right.wrist');
	const drag = async (): Promise<void> => {
		await page.mouse.move(x, y);
		await page.mouse.down();
		await page.mouse.move(x + 60, y - 40, { steps: 6 });
	};
	const readEye = (): Promise<string | null> =>
		page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('eye'));
	const view = await readEye();
	await drag();
	await page.keyboard.press('Escape');
	await page.mouse.up();
	await expect.poll(() => field(page, 'Move x').inputValue()).toBe('0');
	expect(await page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true);

	await drag();
	expect(Number(await field(page, 'Move y').inputValue())).toBeGreaterThan(5);
	await page.mouse.up();
	await page.getByRole('button', { name: 'Undo: Pose hand' }).waitFor();
	expect(await readEye()).toBe(view);
	const { recording: saved } = await decodeRecording((await saveAs(page, 'reel')).bytes);
	const { position } = compareRecordings(recording, saved);
	expect(position!.max).toBeGreaterThan(0.005);
	for (let time = 1.5; time < 2.5; time += 0.007) {
		const before = listBones(recording, time);
		for (const [i, length] of listBones(saved, time).entries()) {
			expect(Math.abs(length - before[i]!)).toBeLessThan(MAX_BONE_CHANGE);
		}
	}
	for (const range of [{ end: TIME - 0.25 }, { start: TIME + 0.25 }]) {
		const outside = compareRecordings(trimRecording(recording, range), trimRecording(saved, range));
		expect(outside.position!.max).toBeLessThan(1e-6);
	}
	expect(saved.hands!.left.joints.wrist.position.x.count).toBe(recording.hands!.left.joints.wrist.position.x.count);
});

test('a phone has the same tools', async () => {
	const page = await openPose('right.wrist', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
	await enter(page, 'Turn z', '20');
	await page.getByRole('button', { name: 'Apply' }).tap();
	await page.locator('.notice', { hasText: 'Pose hand' }).waitFor();
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
