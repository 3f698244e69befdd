import { Color, type ColorRepresentation, type IUniform, ShaderMaterial } from 'three';

/** The look of a {@link GhostMaterial}. */
export interface GhostMaterialOptions {
	/** The color of the hand. Default light blue. */
	readonly color?: ColorRepresentation | undefined;
	/** How opaque surfaces are that face the camera, from 0 to 1; edges are opaque. Default 0.45. */
	readonly fill?: number | undefined;
}

/** Defaults of {@link GhostMaterialOptions}. */
const GHOST_DEFAULTS: Readonly<Required<GhostMaterialOptions>> = { color: 0x4cb2ff, fill: 0.45 };

const VERTEX = /* glsl */ `
#include <common>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec3 vGhostNormal;
varying vec3 vGhostView;
void main() {
	#include <beginnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vGhostNormal = transformedNormal;
	vGhostView = -mvPosition.xyz;
}
`;

const FRAGMENT = /* glsl */ `
#include <common>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
uniform vec3 color;
uniform float fill;
uniform float opacity;
uniform float glow;
varying vec3 vGhostNormal;
varying vec3 vGhostView;
void main() {
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	vec3 toCamera = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(vGhostView);
	float facing = clamp(dot(normalize(vGhostNormal), toCamera), 0.0, 1.0);
	float edge = pow(1.0 - facing, 2.0);
	vec3 tint = mix(color * (0.8 + 0.3 * facing), mix(color, vec3(1.0), 0.5), edge);
	gl_FragColor = vec4(tint * (1.0 + 0.3 * glow), opacity * mix(mix(fill, 0.9, glow), 1.0, edge));
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}
`;

interface GhostUniforms {
	readonly [name: string]: IUniform;
	readonly color: IUniform<Color>;
	readonly fill: IUniform<number>;
	readonly opacity: IUniform<number>;
	readonly glow: IUniform<number>;
}

/**
 * A translucent material with bright edges (fresnel). Needs no lights. For `WebGLRenderer`; with `WebGPURenderer`, pass a
 * material of your own.
 */
export class GhostMaterial extends ShaderMaterial {
	declare readonly uniforms: GhostUniforms;

	constructor(options: GhostMaterialOptions = {}) {
		const { color = GHOST_DEFAULTS.color, fill = GHOST_DEFAULTS.fill } = options;
		super({
			name: 'GhostMaterial',
			vertexShader: VERTEX,
			fragmentShader: FRAGMENT,
			transparent: true,
			// The figure draws depth first.
			depthWrite: false,
			clipping: true,
			uniforms: {
				color: { value: new Color(color) },
				fill: { value: fill },
				opacity: { value: 1 },
				glow: { value: 0 },
			} satisfies GhostUniforms,
		});
	}

	/** The color, which may be changed at any time. */
	get color(): Color {
		return this.uniforms.color.value;
	}

	/** Sets how visible the whole figure is, from 0 to 1. */
	set fade(opacity: number) {
		this.uniforms.opacity.value = opacity;
	}

	/** Sets how much the figure lights up, from 0 to 1. */
	set glow(glow: number) {
		this.uniforms.glow.value = glow;
	}
}
