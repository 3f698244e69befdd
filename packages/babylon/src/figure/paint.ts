import { FresnelParameters } from '@babylonjs/core/Materials/fresnelParameters.js';
import type { Material } from '@babylonjs/core/Materials/material.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Side } from '@handreel/core';

/** Colors or materials of figures. */
export interface PaintOptions {
	/** The color of the ghost style as `#rrggbb`, for both hands or for each. */
	readonly color?: string | Readonly<Record<Side, string>> | undefined;
	/**
	 * A material instead of the ghost style. It is used as is and never disposed. Materials per hand fade; a hand with a material
	 * that both share is shown and hidden at once.
	 */
	readonly material?: Material | Readonly<Record<Side, Material>> | undefined;
}

/** The default colors. */
export const PAINT_COLORS: Readonly<Record<Side, string>> = { left: '#4cb2ff', right: '#ffa64c' };
/** How opaque surfaces are that face the camera. */
const FILL = 0.45;
const PINCH_FILL = 0.85;
/** Makes the material blend. */
const BASE_ALPHA = 0.001;

/** The material of a figure, and how it fades. */
export class Paint {
	readonly material: Material;
	readonly #ghost: StandardMaterial | null;
	readonly #canFade: boolean;

	constructor(scene: Scene, options: PaintOptions, side: Side) {
		const own = options.material;
		const given = own === undefined ? null : isMaterial(own) ? own : own[side];
		this.#ghost = given === null ? createGhost(scene, findColor(options, side)) : null;
		this.material = given ?? (this.#ghost as Material);
		this.#canFade = given === null || !isMaterial(own);
	}

	/** Shows a figure with an opacity, brighter while it pinches. */
	show(node: TransformNode, opacity: number, isPinching: boolean): void {
		const isShown = this.#canFade ? opacity > 0 : opacity >= 0.5;
		if (node.isEnabled(false) !== isShown) node.setEnabled(isShown);
		if (!isShown || !this.#canFade) return;
		const fresnel = this.#ghost?.opacityFresnelParameters;
		if (!fresnel) {
			this.material.alpha = opacity;
			return;
		}
		const fill = opacity * (isPinching ? PINCH_FILL : FILL);
		fresnel.leftColor.set(opacity, opacity, opacity);
		fresnel.rightColor.set(fill, fill, fill);
	}

	/** Frees its own materials. */
	dispose(): void {
		this.#ghost?.dispose();
	}
}

/** A translucent material with bright edges that needs no lights. */
function createGhost(scene: Scene, color: string): StandardMaterial {
	const material = new StandardMaterial('ghost', scene);
	const tint = Color3.FromHexString(color);
	material.disableLighting = true;
	material.diffuseColor = Color3.Black();
	material.specularColor = Color3.Black();
	material.emissiveColor = Color3.White();
	material.emissiveFresnelParameters = new FresnelParameters({
		power: 2,
		leftColor: Color3.Lerp(tint, Color3.White(), 0.5),
		rightColor: tint,
	});
	material.opacityFresnelParameters = new FresnelParameters({
		power: 2,
		leftColor: Color3.White(),
		rightColor: Color3.White().scale(FILL),
	});
	// The opacity of the edges and of the rest is added to this.
	material.alpha = BASE_ALPHA;
	// Fingers behind fingers do not shine through.
	material.needDepthPrePass = true;
	return material;
}

function isMaterial(value: object | undefined): value is Material {
	return value !== undefined && 'getClassName' in value;
}

function findColor({ color }: PaintOptions, side: Side): string {
	return color === undefined ? PAINT_COLORS[side] : typeof color === 'string' ? color : color[side];
}
