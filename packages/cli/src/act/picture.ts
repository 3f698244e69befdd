import type { XRObject } from '@handreel/playwright/page';
import type { PageBox } from '@handreel/playwright/scene';
import type { Page } from 'playwright-core';
import { renderPng } from '../plot/render-png.ts';
import { findObject, readObject } from './find-object.ts';
import type { PageSession } from './page-session.ts';
import type { SessionArguments, SessionResult } from './result.ts';

/** What a picture shows. */
export type Eye = 'left' | 'both' | 'side';

/** Takes a picture of the page, of an object, or of the person from the side. */
export async function takePicture(session: PageSession, args: SessionArguments): Promise<SessionResult> {
	const { object, eye, output } = args as { object?: string; eye?: Eye; output: string };
	const bytes = await takeBytes(session, object, eye);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const [width, height] = [view.getUint32(16), view.getUint32(20)];
	return {
		text: `picture of ${width} × ${height} pixels`,
		data: { width, height },
		file: { path: output, bytes, mediaType: 'image/png' },
	};
}

async function takeBytes(session: PageSession, object: string | undefined, eye: Eye | undefined): Promise<Uint8Array> {
	const { page, xr, scene } = session.stage;
	if (eye !== undefined) session.requireXR('screenshot --eye');
	if (object !== undefined) {
		if (eye !== undefined) throw new TypeError('screenshot: use an object or --eye, not both');
		const { query } = await findObject(scene, readObject(object));
		const found = scene.object(query);
		if (xr !== null) return session.limit((found as XRObject).screenshot());
		const { node, pick } = await session.limit(found.pick());
		if (pick.box === null) throw new Error(`${node.path} is not on the canvas; 'scene --covered' shows what is`);
		return shoot(session, page, growBox(pick.box));
	}
	if (eye === 'side') return renderPng(await session.limit(xr!.drawSideView()), 1);
	if (xr === null || eye === 'both') return shoot(session, page);
	const canvas = await findCanvas(page);
	return shoot(session, page, canvas && { ...canvas, width: canvas.width / 2 });
}

async function shoot(session: PageSession, page: Page, clip?: PageBox | null): Promise<Uint8Array> {
	return session.limit(page.screenshot({ type: 'png', animations: 'disabled', ...(clip && { clip }) }));
}

// The largest canvas of the page: the left half is the left eye.
async function findCanvas(page: Page): Promise<PageBox | null> {
	const boxes = await Promise.all((await page.locator('canvas').all()).map((canvas) => canvas.boundingBox()));
	const shown = boxes.filter((box) => box !== null);
	return shown.sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? null;
}

function growBox({ x, y, width, height }: PageBox): PageBox {
	const [left, top] = [Math.max(0, Math.floor(x) - 2), Math.max(0, Math.floor(y) - 2)];
	return { x: left, y: top, width: Math.ceil(x + width) + 2 - left, height: Math.ceil(y + height) + 2 - top };
}
