import {
	CanvasTexture,
	Color,
	GridHelper,
	type Group,
	HemisphereLight,
	Mesh,
	MeshBasicMaterial,
	PerspectiveCamera,
	PlaneGeometry,
	Scene,
	SRGBColorSpace,
	Vector3,
	WebGLRenderer,
} from 'three';
import { drawPanel } from './draw-panel.ts';
import { PANEL_HEIGHT, PANEL_PIXELS, PANEL_WIDTH, type PlacedButton, placeButtons } from './panel-layout.ts';
import type { ButtonId, PanelModel } from './panel-model.ts';

/** Meters from the head to the panel: within reach of a finger. */
const DISTANCE = 0.55;
/** Meters from the eyes down to the middle of the panel. */
const DROP = 0.18;
const BACKGROUND = 0x0d1015;

/** The scene inside the session: a floor, and a panel that stays where the person first looked. */
export class SessionScene {
	readonly renderer: WebGLRenderer;
	readonly scene: Scene = new Scene();
	readonly panel: Mesh<PlaneGeometry, MeshBasicMaterial>;
	readonly #camera = new PerspectiveCamera(70, 1, 0.02, 50);
	readonly #context: CanvasRenderingContext2D;
	readonly #texture: CanvasTexture;
	readonly #head = new Vector3();
	readonly #forward = new Vector3();
	#buttons: PlacedButton[] = [];
	#isPlaced = false;

	constructor(canvas: HTMLCanvasElement) {
		this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
		this.renderer.xr.enabled = true;
		const picture = document.createElement('canvas');
		picture.width = PANEL_PIXELS.width;
		picture.height = PANEL_PIXELS.height;
		const context = picture.getContext('2d');
		if (context === null) throw new Error('the browser cannot draw the panel: no 2D canvas');
		this.#context = context;
		this.#texture = new CanvasTexture(picture);
		this.#texture.colorSpace = SRGBColorSpace;
		this.panel = new Mesh(
			new PlaneGeometry(PANEL_WIDTH, PANEL_HEIGHT),
			new MeshBasicMaterial({ map: this.#texture, transparent: true }),
		);
		this.panel.visible = false;
		const floor = new GridHelper(6, 12, 0x5a6676, 0x2b3440);
		this.scene.add(this.panel, floor, new HemisphereLight(0xffffff, 0x445566, 2.5));
	}

	/** The buttons of the panel. */
	get buttons(): readonly PlacedButton[] {
		return this.#buttons;
	}

	/** Prepares a session. With passthrough there is no background. */
	start(hasPassthrough: boolean): void {
		this.scene.background = hasPassthrough ? null : new Color(BACKGROUND);
		this.#isPlaced = false;
		this.panel.visible = false;
	}

	/** Draws the panel's picture. */
	show(model: PanelModel, hovered: ButtonId | null): void {
		this.#buttons = placeButtons(model.buttons);
		drawPanel(this.#context, model, this.#buttons, hovered);
		this.#texture.needsUpdate = true;
	}

	/** Renders a frame. Allocates nothing of its own. */
	render(head: Group | PerspectiveCamera | null): void {
		if (!this.#isPlaced && head !== null) this.#place();
		this.renderer.render(this.scene, this.#camera);
	}

	/** The camera that three.js moves with the head. */
	get camera(): PerspectiveCamera {
		return this.#camera;
	}

	// In front of the first known head pose, at its height, upright, facing the person.
	#place(): void {
		const camera = this.#camera;
		camera.getWorldPosition(this.#head);
		if (this.#head.lengthSq() === 0) return;
		camera.getWorldDirection(this.#forward);
		this.#forward.y = 0;
		if (this.#forward.lengthSq() < 1e-6) this.#forward.set(0, 0, -1);
		this.#forward.normalize();
		this.panel.position.copy(this.#head).addScaledVector(this.#forward, DISTANCE);
		this.panel.position.y -= DROP;
		this.panel.lookAt(this.#head.x, this.panel.position.y + DROP * 0.6, this.#head.z);
		this.panel.visible = true;
		this.#isPlaced = true;
	}
}
