import type { Side } from '@handreel/core';
import { type ColorRepresentation, type Material, MeshBasicMaterial, type Object3D } from 'three';
import { GhostMaterial } from './ghost-material.ts';

/** Colors or materials of figures. */
export interface PaintOptions {
	/** The color of the ghost style, for both hands or for each. */
	readonly color?: ColorRepresentation | Readonly<Record<Side, ColorRepresentation>> | undefined;
	/**
	 * A material instead of the ghost style. It is used as is and never disposed. Materials per hand fade if they are
	 * transparent; a hand with a material that both share is shown and hidden at once.
	 */
	readonly material?: Material | Readonly<Record<Side, Material>> | undefined;
}

/** The default colors. */
export const PAINT_COLORS: Readonly<Record<Side, number>> = { left: 0x4cb2ff, right: 0xffa64c };
const PINCH_GLOW = 0.8;

/** The material of a figure, and how it fades. */
export class Paint {
	readonly material: Material;
	/** Draws depth only, before the material, so that fingers behind fingers do not shine through; `null` if not needed. */
	readonly depth: Material | null;
	readonly #ghost: GhostMaterial | null;
	readonly #canFade: boolean;

	constructor(options: PaintOptions, side: Side) {
		const own = options.material;
		const given = own === undefined ? null : isMaterial(own) ? own : own[side];
		this.#ghost = given === null ? new GhostMaterial({ color: findColor(options, side) }) : null;
		this.material = given ?? (this.#ghost as Material);
		this.depth = given === null ? createDepthMaterial() : null;
		this.#canFade = given === null || (!isMaterial(own) && given.transparent);
	}

	/** Shows a figure with an opacity, brighter while it pinches. */
	show(object: Object3D, opacity: number, isPinching: boolean): void {
		object.visible = this.#canFade ? opacity > 0 : opacity >= 0.5;
		if (!object.visible) return;
		if (this.#ghost !== null) {
			this.#ghost.fade = opacity;
			this.#ghost.glow = isPinching ? PINCH_GLOW : 0;
		} else if (this.#canFade) this.material.opacity = opacity;
	}

	/** Frees its own materials. */
	dispose(): void {
		this.#ghost?.dispose();
		this.depth?.dispose();
	}
}

/** Transparent, so that it comes after all opaque objects: those behind the hands are seen through them. */
function createDepthMaterial(): Material {
	return new MeshBasicMaterial({ colorWrite: false, transparent: true });
}

function isMaterial(value: object | undefined): value is Material {
	return value !== undefined && 'isMaterial' in value;
}

function findColor({ color }: PaintOptions, side: Side): ColorRepresentation {
	if (color === undefined) return PAINT_COLORS[side];
	return typeof color === 'object' && 'left' in color ? color[side] : (color as ColorRepresentation);
}
