import { type ExportSettings, getExportSize, widenView } from '../../state/export-plan.ts';
import type { SceneRecording } from '../../state/sample-table.ts';
import { fitPoints } from '../../state/view-state.ts';
import { loadMeshHands } from '../scene/mesh-hands.ts';
import { SceneView } from '../scene/scene-view.ts';
import { DARK_THEME, LIGHT_THEME, type SceneTheme } from '../scene/theme.ts';

/** What frames are drawn of. */
export interface ExportSource {
	readonly recording: SceneRecording;
	/** The overlay of a comparison. */
	readonly ghost: SceneRecording | null;
	/** Width divided by height of the 3D view, which the camera position was chosen for. */
	readonly viewAspect: number;
	/** The places that the camera keeps in sight, as x, y and z in meters; `null` for the camera of the 3D view. */
	readonly places: Float32Array | null;
	/** Whether figures before a transparent background have the colors of the dark scheme. */
	readonly isDark: boolean;
}

/** Draws frames for a file on a separate canvas. The 3D view stays as it is. */
export class FrameRenderer {
	readonly canvas: HTMLCanvasElement = document.createElement('canvas');
	readonly #view: SceneView;
	#meshes: Promise<void> | null = null;

	/** Throws if the browser has no WebGL. */
	constructor() {
		const antialias = new URLSearchParams(location.search).get('aa') !== '0';
		this.#view = new SceneView(this.canvas, { antialias, alpha: true });
	}

	/** True after the browser took the graphics context away. */
	get isLost(): boolean {
		return this.#view.isLost;
	}

	/** Loads what the settings need. Call it before {@link draw}. */
	async prepare({ view }: ExportSettings): Promise<void> {
		if (view.handStyle !== 'mesh') return;
		this.#meshes ??= loadMeshHands().then((meshes) => {
			this.#view.meshes = meshes;
		});
		await this.#meshes;
	}

	/** Draws a moment, in the size of the settings or in another. Throws an `Error` if the browser cannot draw it. */
	draw(source: ExportSource, settings: ExportSettings, time: number, size = getExportSize(settings)): void {
		const { width, height } = size;
		this.#view.resize(width, height, 1);
		if (this.isLost) throw new Error('the browser stopped drawing. Close other tabs, or choose a smaller size');
		const drawn = this.#view.drawnSize;
		if (drawn.width !== width || drawn.height !== height) {
			throw new Error(`this browser draws at most ${drawn.width} × ${drawn.height} pixels in this shape`);
		}
		this.#view.draw({
			recording: source.recording,
			ghost: source.ghost,
			time,
			view:
				source.places === null
					? widenView(settings.view, source.viewAspect, width / height)
					: fitPoints(settings.view, source.places, width / height),
			theme: chooseTheme(settings, source.isDark),
			isTransparent: settings.background === 'transparent',
		});
	}

	/** The last frame as PNG. */
	toPng(): Promise<Blob> {
		return this.#view.toPng();
	}

	dispose(): void {
		this.#view.dispose();
	}
}

function chooseTheme({ background, color }: ExportSettings, isDark: boolean): SceneTheme {
	if (background === 'dark') return DARK_THEME;
	if (background === 'light') return LIGHT_THEME;
	if (background === 'transparent') return isDark ? DARK_THEME : LIGHT_THEME;
	const value = Number.parseInt(color.slice(1), 16);
	const [red, green, blue] = [value >> 16, (value >> 8) & 0xff, value & 0xff] as const;
	const lightness = (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
	return { ...(lightness < 0.5 ? DARK_THEME : LIGHT_THEME), background: value };
}
