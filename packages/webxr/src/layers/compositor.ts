import { writePoseMatrix } from '@handreel/core';
import { invertPose } from '@handreel/core/internal';
import { type Pose, placePose } from '../device/pose.ts';
import { keepState } from '../page/keep-state.ts';
import {
	getSpaceState,
	getTransformPose,
	type ViewPlan,
	type XRFrame,
	type XRRigidTransform,
	type XRSpace,
} from '../xr/module-kit.ts';
import type { LayerState } from './composition-layer.ts';
import { createFragmentShader, type PictureKind, VERTEX_SHADER } from './composition-shader.ts';
import { type Measures, SHAPES } from './shapes.ts';
import { findPart, type ImagePart } from './sub-image.ts';
import { findViewPart } from './xr-webgl-binding.ts';

/** Poses of nothing: the layer is not placed in space. */
const IDENTITY_MATRIX: Float32Array = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

interface Program {
	readonly program: WebGLProgram;
	readonly find: (name: string) => WebGLUniformLocation | null;
}

interface Picture {
	readonly kind: PictureKind;
	readonly texture: WebGLTexture;
	readonly width: number;
	readonly height: number;
}

const compositors: WeakMap<WebGL2RenderingContext, Compositor> = new WeakMap();

/** Draws layers to the canvas of a context, as a person would see them. */
export class Compositor {
	readonly #gl: WebGL2RenderingContext;
	readonly #programs: Map<PictureKind, Program> = new Map();
	readonly #videos: Map<LayerState, WebGLTexture> = new Map();
	readonly #vertices: WebGLVertexArrayObject;
	/** For images that have as many pixels as their place on the canvas, and for others. */
	readonly #samplers: readonly [exact: WebGLSampler, smooth: WebGLSampler];

	private constructor(gl: WebGL2RenderingContext) {
		this.#gl = gl;
		this.#vertices = gl.createVertexArray();
		this.#samplers = [this.#createSampler(gl.NEAREST), this.#createSampler(gl.LINEAR)];
	}

	/** Returns the compositor of a context. A context that was lost gets a new one. */
	static find(gl: WebGL2RenderingContext): Compositor {
		const known = compositors.get(gl);
		if (known !== undefined) return known;
		const compositor = new Compositor(gl);
		compositors.set(gl, compositor);
		gl.canvas.addEventListener('webglcontextlost', () => compositors.delete(gl), { once: true });
		return compositor;
	}

	/** Draws layers, the last in front. `background`: red, green, blue and alpha; `null` to draw over what is there. */
	draw(layers: readonly LayerState[], frame: XRFrame, plans: readonly ViewPlan[], background: number[] | null): void {
		const gl = this.#gl;
		const restore = this.#keepState();
		gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
		gl.colorMask(true, true, true, true);
		if (background !== null) gl.clearBufferfv(gl.COLOR, 0, background);
		gl.enable(gl.BLEND);
		gl.blendEquation(gl.FUNC_ADD);
		gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
		gl.bindVertexArray(this.#vertices);
		const pictures = layers.map((layer) => this.#findPicture(layer));
		const places = layers.map((layer) => findPlace(layer, frame));
		const width = Math.floor(gl.drawingBufferWidth / plans.length);
		const height = gl.drawingBufferHeight;
		for (const plan of plans) {
			gl.viewport(plan.attributes.index * width, 0, width, height);
			layers.forEach((layer, i) => {
				const [picture, place] = [pictures[i]!, places[i]!];
				if (picture !== null && place !== null) this.#drawLayer(layer, picture, place, plan, frame, [width, height]);
			});
		}
		restore();
	}

	#drawLayer(
		layer: LayerState,
		picture: Picture,
		place: Pose,
		{ attributes, pose, scale }: ViewPlan,
		frame: XRFrame,
		[width, height]: readonly [number, number],
	): void {
		const gl = this.#gl;
		const { kind, values } = layer;
		const { program, find } = this.#findProgram(picture.kind);
		const eye = values['forceMonoPresentation'] ? 0 : attributes.index;
		const isProjection = kind === 'projection';
		const { slice, area }: ImagePart = isProjection
			? findViewPart(layer, eye, scale.use(frame))
			: findPart(layer, attributes.eye === 'right' && !values['forceMonoPresentation'] ? 1 : 0);
		gl.useProgram(program);
		gl.bindTexture(this.#findTarget(picture.kind), picture.texture);
		const isExact = isProjection && area.width === width && area.height === height;
		gl.bindSampler(0, this.#samplers[isExact ? 0 : 1]);
		const { x, y } = area;
		const [w, h] = [picture.width, picture.height];
		gl.uniform1i(find('shape'), isProjection ? 0 : SHAPES[kind].code);
		gl.uniform1f(find('slice'), slice);
		gl.uniform4f(find('part'), x / w, y / h, area.width / w, area.height / h);
		const matrix = attributes.projectionMatrix;
		gl.uniform4f(find('lens'), matrix[0]!, matrix[5]!, matrix[8]!, matrix[9]!);
		gl.uniform4fv(find('size'), isProjection ? [0, 0, 0, 0] : [...SHAPES[kind].measure(values as Measures)]);
		const isEncoded = layer.image?.isEncoded ? 1 : 0;
		gl.uniform3f(find('look'), values['opacity'] as number, values['blendTextureSourceAlpha'] ? 1 : 0, isEncoded);
		const view = isProjection ? IDENTITY_MATRIX : toMatrix(placePose(invertPose(place), pose));
		gl.uniformMatrix4fv(find('view'), false, view);
		gl.drawArrays(gl.TRIANGLES, 0, 3);
	}

	#findTarget(kind: PictureKind): number {
		const gl = this.#gl;
		return { texture: gl.TEXTURE_2D, 'texture-array': gl.TEXTURE_2D_ARRAY, cube: gl.TEXTURE_CUBE_MAP }[kind];
	}

	#findPicture(layer: LayerState): Picture | null {
		const { image, video } = layer;
		if (image !== null) {
			const { kind, width, height } = image.plan;
			return { kind, texture: image.color, width, height };
		}
		if (video === null || video.readyState < video.HAVE_CURRENT_DATA) return null;
		return { kind: 'texture', texture: this.#upload(layer, video), width: video.videoWidth, height: video.videoHeight };
	}

	#upload(layer: LayerState, video: HTMLVideoElement): WebGLTexture {
		const gl = this.#gl;
		const texture = this.#videos.get(layer) ?? gl.createTexture();
		this.#videos.set(layer, texture);
		gl.bindTexture(gl.TEXTURE_2D, texture);
		gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, video);
		return texture;
	}

	#findProgram(kind: PictureKind): Program {
		const known = this.#programs.get(kind);
		if (known !== undefined) return known;
		const gl = this.#gl;
		const program = gl.createProgram();
		for (const [type, source] of [
			[gl.VERTEX_SHADER, VERTEX_SHADER],
			[gl.FRAGMENT_SHADER, createFragmentShader(kind)],
		] as const) {
			const shader = gl.createShader(type)!;
			gl.shaderSource(shader, source);
			gl.compileShader(shader);
			gl.attachShader(program, shader);
		}
		gl.linkProgram(program);
		const places = new Map<string, WebGLUniformLocation | null>();
		const find = (name: string): WebGLUniformLocation | null => {
			if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
			return places.get(name)!;
		};
		this.#programs.set(kind, { program, find });
		return { program, find };
	}

	#createSampler(filter: number): WebGLSampler {
		const gl = this.#gl;
		const sampler = gl.createSampler();
		gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, filter);
		gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, filter);
		gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
		gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
		return sampler;
	}

	// Besides what every drawing to the canvas changes: blending, the other textures of the first unit, how images are read.
	#keepState(): () => void {
		const gl = this.#gl;
		const isBlending = gl.isEnabled(gl.BLEND);
		const restore = keepState(gl);
		const read = (name: number): number => gl.getParameter(name);
		const equations = [read(gl.BLEND_EQUATION_RGB), read(gl.BLEND_EQUATION_ALPHA)] as const;
		const sources = [read(gl.BLEND_SRC_RGB), read(gl.BLEND_DST_RGB)] as const;
		const alphas = [read(gl.BLEND_SRC_ALPHA), read(gl.BLEND_DST_ALPHA)] as const;
		const slices = gl.getParameter(gl.TEXTURE_BINDING_2D_ARRAY);
		const cube = gl.getParameter(gl.TEXTURE_BINDING_CUBE_MAP);
		const buffer = gl.getParameter(gl.PIXEL_UNPACK_BUFFER_BINDING);
		const unpacking = [
			[gl.UNPACK_FLIP_Y_WEBGL, true],
			[gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true],
			[gl.UNPACK_SKIP_PIXELS, 0],
			[gl.UNPACK_SKIP_ROWS, 0],
			[gl.UNPACK_ROW_LENGTH, 0],
		] as const;
		const before = unpacking.map(([name]) => gl.getParameter(name));
		for (const [name, value] of unpacking) gl.pixelStorei(name, value);
		gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
		return () => {
			unpacking.forEach(([name], i) => {
				gl.pixelStorei(name, before[i]);
			});
			gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, buffer);
			gl.blendEquationSeparate(...equations);
			gl.blendFuncSeparate(...sources, ...alphas);
			gl.bindTexture(gl.TEXTURE_2D_ARRAY, slices);
			gl.bindTexture(gl.TEXTURE_CUBE_MAP, cube);
			if (!isBlending) gl.disable(gl.BLEND);
			restore();
		};
	}
}

// The pose of a layer relative to the head; `null` if it is unknown.
function findPlace({ kind, values, session }: LayerState, frame: XRFrame): Pose | null {
	if (kind === 'projection') return [0, 0, 0, 0, 0, 0, 1];
	const space = values['space'] as XRSpace;
	if (getSpaceState(space).session !== session) return null;
	const pose = frame.getPose(space, session.viewerSpace);
	if (pose === null) return null;
	const base = getTransformPose(pose.transform);
	if (kind !== 'cube') return placePose(base, getTransformPose(values['transform'] as XRRigidTransform));
	const { x, y, z, w } = values['orientation'] as DOMPointReadOnly;
	return placePose(base, [0, 0, 0, x, y, z, w]);
}

function toMatrix(pose: Pose): Float32Array {
	return writePoseMatrix(pose, new Float32Array(16), 0, 0);
}
