import { PanelSurface } from '@handreel/immersive';
import { Color, GridHelper, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import type { ButtonId } from './panel-model.ts';

const BACKGROUND = 0x0d1015;

/** The scene inside the session: a floor and a panel. */
export class SessionScene {
	readonly renderer: WebGLRenderer;
	readonly scene: Scene = new Scene();
	readonly panel: PanelSurface<ButtonId> = new PanelSurface();
	readonly #camera = new PerspectiveCamera(70, 1, 0.02, 50);

	constructor(canvas: HTMLCanvasElement) {
		this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
		this.renderer.xr.enabled = true;
		const floor = new GridHelper(6, 12, 0x5a6676, 0x2b3440);
		this.scene.add(this.panel.mesh, floor, new HemisphereLight(0xffffff, 0x445566, 2.5));
	}

	/** Prepares a session. With passthrough there is no background. */
	start(hasPassthrough: boolean): void {
		this.scene.background = hasPassthrough ? null : new Color(BACKGROUND);
		this.panel.reset();
	}

	/** Renders a frame at a time in milliseconds. Allocates nothing itself. */
	render(time: number): void {
		this.panel.follow(this.renderer.xr, time);
		this.renderer.render(this.scene, this.#camera);
	}
}
