import { readOptions } from '@handreel/core/internal';
import { FIT_OPTIONS, type FitOptions } from './options.ts';

/** The size of a picture in pixels. Only the ratio matters. */
export interface PictureSize {
	readonly width: number;
	readonly height: number;
}

/** Meters from the origin of recordings, which is where the head usually starts, to a camera that faces the person. */
const FACING_DISTANCE = 0.6;

/** A camera ready for use. */
export interface Camera {
	/** The focal length in widths of the picture. */
	readonly focal: number;
	/** The height of the picture in widths. */
	readonly aspect: number;
	/** Meters from the crease of the wrist to the tip of the middle finger. */
	readonly handLength: number;
	/** The size of the hand model. */
	readonly size: number;
	/** The pose of the camera in the space of WebXR: it looks along −z. */
	readonly pose: readonly number[];
	readonly isSmooth: boolean;
}

/** Checks options. Throws `RangeError` or `TypeError` with the name of the option. */
export function readCamera({ width, height, ...options }: PictureSize & FitOptions): Camera {
	const { fieldOfView, handLength, camera, unsmoothed } = readOptions(FIT_OPTIONS, options);
	for (const [name, pixels] of Object.entries({ width, height })) {
		if (!(pixels >= 1 && pixels <= 1e6)) throw new RangeError(`${name}: ${pixels} is not a number of pixels`);
	}
	return {
		focal: 0.5 / Math.tan((fieldOfView * Math.PI) / 360),
		aspect: height / width,
		handLength,
		size: handLength / FIT_OPTIONS.handLength.default,
		pose: camera === 'worn' ? [0, 0, 0, 0, 0, 0, 1] : [0, 0, -FACING_DISTANCE, 0, 1, 0, 0],
		isSmooth: unsmoothed !== true,
	};
}
