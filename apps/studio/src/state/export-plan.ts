import type { TimeSpan } from '@handreel/core';
import type { ViewState } from './view-state.ts';

/** The files that an export makes. */
export const EXPORT_FORMATS = ['webm', 'mp4', 'gif', 'png', 'svg', 'html'] as const;
/** A file that an export makes. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The names of the files, and what they are for. */
export const EXPORT_TITLES: Readonly<Record<ExportFormat, readonly [title: string, text: string]>> = {
	webm: ['WebM', 'Video for browsers'],
	mp4: ['MP4', 'Video for all players and slides'],
	gif: ['GIF', 'Short loop for chats and issues'],
	png: ['PNG', 'Image at the playhead'],
	svg: ['SVG', 'Plot of the channels over time'],
	html: ['HTML', 'Page to send that plays it'],
};

/** The whole recording, its loop, or the visible part of the timeline. */
export type ExportRange = 'all' | 'loop' | 'visible';

/** A background of exported pictures. `'color'` is a color of the user's choice. */
export type ExportBackground = 'dark' | 'light' | 'color' | 'transparent';

/** Qualities of videos in bits per pixel. */
export const VIDEO_QUALITIES = { small: 0.05, good: 0.12, best: 0.3 } as const;
/**
 * Sizes of key frames in bytes, divided by the square root of their pixels: they grow with the length of outlines. Pictures of
 * hands take 20 to 40 bytes if the bitrate allows it.
 */
const KEY_FRAME_BYTES = { small: 20, good: 30, best: 40 } as const satisfies Record<
	keyof typeof VIDEO_QUALITIES,
	number
>;
/**
 * Qualities of the transparency of videos: how coarse alpha values are, from 0 to 63, and about how many bits per pixel that takes.
 * Coarse values leave a haze where nothing is.
 */
export const ALPHA_QUALITIES = {
	small: { quantizer: 44, bits: 0.25 },
	good: { quantizer: 20, bits: 0.2 },
	best: { quantizer: 8, bits: 0.3 },
} as const satisfies Record<keyof typeof VIDEO_QUALITIES, object>;
/** A quality of videos. */
export type VideoQuality = keyof typeof VIDEO_QUALITIES;

/** Sizes to choose from, in pixels. */
export const EXPORT_SIZES = [
	{ name: '720p', width: 1280, height: 720 },
	{ name: '1080p', width: 1920, height: 1080 },
	{ name: '4K', width: 3840, height: 2160 },
	{ name: 'Square', width: 1080, height: 1080 },
	{ name: 'Upright', width: 1080, height: 1920 },
	{ name: 'Small', width: 480, height: 360 },
] as const;

/** Seconds between frames of a video that can be decoded by themselves, which players seek to. */
export const KEY_FRAME_INTERVAL = 1;
/** Bytes of the headers of a video file, and of each frame beside its pixels. */
const FILE_BYTES = 1500;
const FRAME_BYTES = 80;
/** Key frames at the start that may be as large as those of the best quality. */
const SLOW_KEY_FRAMES = 3;

/** Limits of the settings. */
export const EXPORT_LIMITS = {
	size: [16, 8192],
	frameRate: [1, 240],
	/** Browsers slow down GIF files with more frames per second. */
	gifFrameRate: [1, 50],
	speed: [0.05, 20],
} as const;

/** GIF files with more frames than this get a warning. */
const MANY_GIF_FRAMES = 300;
/** A video is kept in memory until it is complete. */
const MAX_BYTES = 1.5e9;

/** What an export draws. */
export interface ExportSettings {
	readonly format: ExportFormat;
	readonly range: ExportRange;
	/** Pixels. */
	readonly width: number;
	readonly height: number;
	/** Frames per second. */
	readonly frameRate: number;
	/** 1 is real time. */
	readonly speed: number;
	readonly quality: VideoQuality;
	readonly background: ExportBackground;
	/** For the background `'color'`: `#` and six hexadecimal digits. */
	readonly color: string;
	/** What the pictures show, and from where. */
	readonly view: ViewState;
	/** Whether the camera is moved so that hands and controllers are in sight over the whole range. */
	readonly fits: boolean;
}

/** The moments of a recording that become frames. */
export interface FramePlan {
	readonly count: number;
	/** Frames per second of the file. */
	readonly frameRate: number;
	/** Seconds of the recording at the first frame. */
	readonly start: number;
	/** Seconds of the recording from frame to frame. */
	readonly step: number;
}

/** A message about settings. Errors prevent the export. */
export interface ExportRemark {
	readonly severity: 'error' | 'warning';
	readonly text: string;
}

/** True for formats with several frames. */
export function isMoving(format: ExportFormat): boolean {
	return format === 'webm' || format === 'mp4' || format === 'gif';
}

/** True for formats that show what the 3D view shows, from where it looks. */
export function isPicture(format: ExportFormat): boolean {
	return format !== 'svg' && format !== 'html';
}

/** True for formats whose pixels can be transparent. */
export function canBeTransparent(format: ExportFormat): boolean {
	return format === 'webm' || format === 'gif' || format === 'png';
}

/** Plans the frames of a range. The end is not part of it, so a loop has no frame twice. */
export function planFrames({ start, end }: TimeSpan, { frameRate, speed }: ExportSettings): FramePlan {
	const step = speed / frameRate;
	// A range of 148 frames must not lose its last frame to rounding.
	return { count: Math.max(1, Math.round((end - start) / step)), frameRate, start, step };
}

/** The size of the file: videos have even sizes, because two by two pixels share their color. */
export function getExportSize({ format, width, height }: ExportSettings): { width: number; height: number } {
	const fit = (size: number): number => (format === 'webm' || format === 'mp4' ? size - (size % 2) : size);
	return { width: fit(width), height: fit(height) };
}

/** Bits per second of a video. Includes a key frame per second, which takes most of small and slow videos. */
export function getBitrate(settings: ExportSettings): number {
	const { frameRate, quality } = settings;
	const { width, height } = getExportSize(settings);
	const keyFrameRate = Math.min(frameRate, 1 / KEY_FRAME_INTERVAL);
	const keyFrame = KEY_FRAME_BYTES[quality] * Math.sqrt(width * height);
	return Math.round(width * height * frameRate * VIDEO_QUALITIES[quality] + keyFrameRate * keyFrame * 8);
}

/** Bits per second of the transparency of a video. */
export function getAlphaBitrate(settings: ExportSettings): number {
	if (settings.background !== 'transparent') return 0;
	const { width, height } = getExportSize(settings);
	return Math.round(width * height * settings.frameRate * ALPHA_QUALITIES[settings.quality].bits);
}

/** The largest size of a video in bytes. Transparent videos may be larger. */
export function estimateVideoSize(settings: ExportSettings, plan: FramePlan): number {
	const { width, height } = getExportSize(settings);
	const pictures = ((getBitrate(settings) + getAlphaBitrate(settings)) * plan.count) / plan.frameRate / 8;
	// It takes an encoder some frames to find the quality that meets the rate.
	const excess = Math.min(plan.count, SLOW_KEY_FRAMES) * KEY_FRAME_BYTES.best * Math.sqrt(width * height);
	return Math.round(FILE_BYTES + plan.count * FRAME_BYTES + excess + pictures);
}

/** The delays of GIF frames in hundredths of a second. They add up without drifting away from the frame rate. */
export function listGifDelays({ count, frameRate }: FramePlan): number[] {
	const at = (frame: number): number => Math.round((frame * 100) / frameRate);
	return Array.from({ length: count }, (_, frame) => at(frame + 1) - at(frame));
}

/** Lists what is wrong with settings, and what to know before the export. */
export function checkSettings(settings: ExportSettings, plan: FramePlan): ExportRemark[] {
	const { format, width, height, frameRate, speed } = settings;
	const remarks: ExportRemark[] = [];
	const expect = (name: string, value: number, [low, high]: readonly [number, number], isWhole = false): void => {
		const isGood = value >= low && value <= high && (!isWhole || Number.isInteger(value));
		if (isGood) return;
		remarks.push({
			severity: 'error',
			text: `${name} must be ${isWhole ? 'a whole number ' : ''}from ${low} to ${high}`,
		});
	};
	if (format === 'html') return [];
	if (format === 'svg') expect('Width', width, [320, EXPORT_LIMITS.size[1]], true);
	else {
		expect('Width', width, EXPORT_LIMITS.size, true);
		expect('Height', height, EXPORT_LIMITS.size, true);
	}
	if (isMoving(format)) {
		expect('Frame rate', frameRate, format === 'gif' ? EXPORT_LIMITS.gifFrameRate : EXPORT_LIMITS.frameRate);
		expect('Speed', speed, EXPORT_LIMITS.speed);
	}
	if (remarks.length > 0 || !isMoving(format)) return remarks;
	if (format === 'gif' && plan.count > MANY_GIF_FRAMES) {
		remarks.push({ severity: 'warning', text: 'GIF files of this length are large. A video is smaller and sharper' });
	}
	if (format !== 'gif' && estimateVideoSize(settings, plan) > MAX_BYTES) {
		remarks.push({
			severity: 'error',
			text: 'This video may need more memory than a page has. Choose a shorter range, a smaller size or a lower quality',
		});
	}
	const used = getExportSize(settings);
	if (used.width !== width || used.height !== height) {
		remarks.push({ severity: 'warning', text: `Videos have even sizes: ${used.width} × ${used.height}` });
	}
	return remarks;
}

/** Moves a camera back for pictures that are narrower than the 3D view, so that nothing at the sides is cut off. */
export function widenView(view: ViewState, viewAspect: number, aspect: number): ViewState {
	return aspect >= viewAspect ? view : { ...view, distance: view.distance * (viewAspect / aspect) };
}
