import { readFileSync } from 'node:fs';
import { createFrameSample, readRecording, summarizeBytes } from '@handreel/core';
import type { Page } from 'playwright-core';
import { PerspectiveCamera } from 'three';
import { parseLink } from '../../src/state/link.ts';
import { type SceneRecording, sampleTable } from '../../src/state/sample-table.ts';
import { DEFAULT_VIEW } from '../../src/state/view-state.ts';
import { projectPoint } from '../../src/view/scene/pick-point.ts';
import { placeCamera } from '../../src/view/scene/place-camera.ts';
import { bakeTable } from '../../src/worker/bake-table.ts';

/** A place in the window, in CSS pixels. */
export interface ScreenPlace {
	readonly x: number;
	readonly y: number;
}

/** Baked files by their path: tests ask for several points of a file. */
const bakedFiles = new Map<string, SceneRecording>();

function bakeFile(file: string): SceneRecording {
	const known = bakedFiles.get(file);
	if (known !== undefined) return known;
	const bytes = readFileSync(file);
	const summary = summarizeBytes(bytes);
	const baked = { ...bakeTable(readRecording(bytes), summary), summary };
	bakedFiles.set(file, baked);
	return baked;
}

/** Finds where a point of a .bin file is in the window, for a view that the address describes. */
export async function findOnScreen(page: Page, file: string, point: string): Promise<ScreenPlace> {
	// The address follows the view.
	await page.waitForFunction(() => location.hash.includes('eye='));
	const { view, time } = parseLink(await page.evaluate(() => location.hash));
	const box = (await page.locator('.scene canvas').boundingBox())!;
	const frame = sampleTable(bakeFile(file), time ?? 0, createFrameSample());
	const camera = new PerspectiveCamera(40, box.width / box.height, 0.01, 100);
	placeCamera(camera, { ...DEFAULT_VIEW, ...view }, frame);
	const { x, y } = projectPoint(frame, point, camera, box)!;
	return { x: box.x + x, y: box.y + y };
}
