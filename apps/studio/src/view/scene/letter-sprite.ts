import { CanvasTexture, Color, Sprite, SpriteMaterial } from 'three';

const SIZE = 64;
const HEIGHT = 0.035;

/** A letter below the wrist, so that hands differ by more than color. */
export class LetterSprite {
	readonly object: Sprite;
	readonly #color = new Color();

	constructor(letter: string) {
		const canvas = document.createElement('canvas');
		canvas.width = canvas.height = SIZE;
		const context = canvas.getContext('2d');
		if (context !== null) {
			context.font = `700 ${SIZE * 0.7}px system-ui, sans-serif`;
			context.textAlign = 'center';
			context.textBaseline = 'middle';
			context.fillStyle = '#fff';
			context.fillText(letter, SIZE / 2, SIZE / 2);
		}
		this.object = new Sprite(
			new SpriteMaterial({ map: new CanvasTexture(canvas), transparent: true, depthTest: false }),
		);
		this.object.scale.setScalar(HEIGHT);
		this.object.renderOrder = 3;
	}

	draw(joints: Float32Array, offset: number, color: number, isTracked: boolean): void {
		if (!this.object.visible) return;
		this.object.position.set(joints[offset]!, joints[offset + 1]! - HEIGHT, joints[offset + 2]!);
		this.object.material.color.copy(this.#color.set(color));
		this.object.material.opacity = isTracked ? 1 : 0.5;
	}
}
