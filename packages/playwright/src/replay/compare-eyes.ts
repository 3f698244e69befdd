import type { DeviceView, ReplayDriver } from '@handreel/webxr';
import type { Frame } from '@playwright/test';

/** The difference of both halves of a picture, in pixels. */
export interface EyesDifference {
	readonly count: number;
	/** Columns and rows of an eye, from the upper left; `null` without a difference. */
	readonly box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } | null;
}

/** What both eyes see. */
export interface EyesComparison {
	/** Pixels per eye. */
	readonly pixels: number;
	/** Whether the picture has one color only. */
	readonly isEmpty: boolean;
	/** With both eyes at the same place: any difference is a mistake. */
	readonly together: EyesDifference;
	/** With the right eye turned: no difference is a mistake. */
	readonly turned: EyesDifference;
	/** Both eyes at the same place, and where they differ, as a PNG in base64. */
	readonly picture: string;
}

/** Draws the current frame with both eyes at the same place, then with one of them turned, and compares the halves. */
export async function compareEyes(frame: Frame): Promise<EyesComparison> {
	return frame.evaluate(compareInPage);
}

// Runs in the page.
async function compareInPage(): Promise<EyesComparison> {
	/** Differences of a color below this are rounding. */
	const TOLERANCE = 8;
	/** Radians. */
	const TURN = 0.35;
	const { driver } = (globalThis as unknown as { handreel: { driver: ReplayDriver } }).handreel;
	const scope = globalThis as unknown as { document: Document };
	const read = (canvas: HTMLCanvasElement | OffscreenCanvas): ImageData => {
		const copy = Object.assign(scope.document.createElement('canvas'), { width: canvas.width, height: canvas.height });
		const context = copy.getContext('2d', { willReadFrequently: true })!;
		context.drawImage(canvas as CanvasImageSource, 0, 0);
		return context.getImageData(0, 0, copy.width, copy.height);
	};
	const compare = ({ data, width, height }: ImageData, marks?: Uint8ClampedArray): EyesDifference => {
		const half = Math.floor(width / 2);
		let [count, left, top, right, bottom] = [0, half, height, -1, -1];
		for (let y = 0; y < height; y++) {
			for (let x = 0; x < half; x++) {
				const at = (y * width + x) * 4;
				const other = at + half * 4;
				const isSame = [0, 1, 2].every((i) => Math.abs(data[at + i]! - data[other + i]!) <= TOLERANCE);
				marks?.set(isSame ? [0, 0, 0, 255] : [255, 0, 0, 255], (y * half + x) * 4);
				if (isSame) continue;
				count++;
				[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
			}
		}
		return { count, box: count === 0 ? null : { left, top, right, bottom } };
	};
	const place = (change: (view: DeviceView) => ArrayLike<number>) => (views: readonly DeviceView[]) => {
		if (views.length !== 2) throw new Error(`both eyes cannot be compared: the session has ${views.length} views`);
		const [{ fieldOfView, projection }] = views as [DeviceView, DeviceView];
		return views.map((view) => ({ ...view, fieldOfView, projection, pose: change(view) }));
	};
	const middle = [0, 0, 0, 0, 0, 0, 1];
	const aside = [0, 0, 0, 0, Math.sin(TURN / 2), 0, Math.cos(TURN / 2)];
	const image = await driver.redraw(
		place(() => middle),
		read,
	);
	const marks = new ImageData(Math.max(1, Math.floor(image.width / 2)), image.height);
	const together = compare(image, marks.data);
	const turned = compare(
		await driver.redraw(
			place(({ eye }) => (eye === 'right' ? aside : middle)),
			read,
		),
	);
	// The page shows its own picture again.
	await driver.redraw(
		(views) => views,
		() => null,
	);
	const drawing = Object.assign(scope.document.createElement('canvas'), {
		width: image.width + marks.width,
		height: image.height,
	});
	const context = drawing.getContext('2d')!;
	context.putImageData(image, 0, 0);
	context.putImageData(marks, image.width, 0);
	const isEmpty = image.data.every((value, i) => i % 4 === 3 || value === image.data[i % 4]);
	const picture = drawing.toDataURL('image/png').replace(/^[^,]*,/, '');
	return { pixels: marks.width * marks.height, isEmpty, together, turned, picture };
}
