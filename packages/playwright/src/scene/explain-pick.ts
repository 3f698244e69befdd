import type { ScenePick } from '../probe/types.ts';

/** Explains why an object cannot be seen or acted on. */
export function explainPick(path: string, { reason, by, visiblePixels, pixels, canvas, box }: ScenePick): string {
	const list = by.join(', ');
	const size = canvas === null ? '' : ` of ${Math.round(canvas.width)} × ${Math.round(canvas.height)} pixels`;
	switch (reason) {
		case 'gone':
			return `${path} is gone from the scene`;
		case 'hidden':
			return `${path} is hidden: it, or something above it, is not visible`;
		case 'empty':
			return by.length === 0 && pixels > 0
				? `${path} is not at this point`
				: `${path} draws nothing: it has no geometry, its material is invisible, or no camera shows its layer`;
		case 'undrawn':
			return `${path}: no camera has drawn its scene to a canvas that can be read`;
		case 'off-screen':
			return `${path} is outside the view of the camera; its canvas${size} does not show it`;
		case 'outside':
			return `${path} is on a part of the canvas that is outside the window, and scrolling does not help`;
		case 'covered': {
			const part = visiblePixels === 0 ? `all of its ${pixels} pixels` : 'this point';
			return `${path} is covered by ${list} (${part})`;
		}
		case 'intercepted':
			return `${path} can be seen, but ${list} receives the pointer events there instead of the canvas`;
		case 'too-small':
			return `${path} is smaller than a pixel`;
		case null: {
			const place = box === null ? '' : ` at ${Math.round(box.x)}, ${Math.round(box.y)}`;
			return `${path} is visible${place} (${visiblePixels} of ${pixels} pixels)`;
		}
	}
}
