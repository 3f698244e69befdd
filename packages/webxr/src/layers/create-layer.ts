import { checkState, INTERNAL, type SessionState, XRSpace } from '../xr/module-kit.ts';
import {
	COMMON_VALUES,
	LAYOUTS,
	type LayerState,
	type Layout,
	SHAPED_LAYERS,
	type XRCompositionLayer,
} from './composition-layer.ts';
import { LayerImage } from './layer-image.ts';
import { findContextLayers, type LayersHost } from './layers-host.ts';
import { type Members, readMembers, toInstance, toOneOf, toUnsigned } from './members.ts';
import { completePlace, type Measures, SHAPES, type ShapeName } from './shapes.ts';

const toBoolean = (value: unknown): boolean => Boolean(value);
const TEXTURE_TYPE = { convert: toOneOf(['texture', 'texture-array']), initial: 'texture' };
const RGBA = 0x1908;
const DEPTH_COMPONENT = 0x1902;

/** `XRProjectionLayerInit`. */
export const PROJECTION_MEMBERS: Members = {
	textureType: TEXTURE_TYPE,
	colorFormat: { convert: toUnsigned, initial: RGBA },
	depthFormat: { convert: toUnsigned, initial: DEPTH_COMPONENT },
	scaleFactor: { convert: (value) => Number(value), initial: 1 },
	clearOnAccess: { convert: toBoolean, initial: true },
};

const SPACE = { convert: toInstance(() => XRSpace, false), isRequired: true };
const LAYOUT = { convert: toOneOf(LAYOUTS), initial: 'mono' };

/** `XRLayerInit`. */
const LAYER_MEMBERS: Members = {
	space: SPACE,
	textureType: TEXTURE_TYPE,
	colorFormat: { convert: toUnsigned, initial: RGBA },
	depthFormat: { convert: toUnsigned, initial: 0 },
	mipLevels: { convert: toUnsigned, initial: 1 },
	viewPixelWidth: { convert: toUnsigned, isRequired: true },
	viewPixelHeight: { convert: toUnsigned, isRequired: true },
	layout: LAYOUT,
	isStatic: { convert: toBoolean, initial: false },
	clearOnAccess: { convert: toBoolean, initial: true },
};

/** `XRMediaLayerInit`. */
const MEDIA_MEMBERS: Members = {
	space: SPACE,
	layout: LAYOUT,
	invertStereo: { convert: toBoolean, initial: false },
};

interface LayerInit {
	readonly textureType: 'texture' | 'texture-array';
	readonly colorFormat: number;
	readonly depthFormat: number;
	readonly mipLevels: number;
	readonly viewPixelWidth: number;
	readonly viewPixelHeight: number;
	readonly layout: Layout | 'default';
	readonly isStatic: boolean;
	readonly clearOnAccess: boolean;
	readonly invertStereo: boolean;
}

/** Creates a layer that is placed in space, for `XRWebGLBinding`. */
export function createShapedLayer(name: ShapeName, host: LayersHost, given: unknown): XRCompositionLayer {
	const { session, gl } = host;
	const init = readMembers<LayerInit & Record<string, unknown>>({ ...LAYER_MEMBERS, ...SHAPES[name].members }, given);
	checkHost(host);
	const { textureType, viewPixelWidth: width, viewPixelHeight: height, mipLevels, isStatic, clearOnAccess } = init;
	const isCube = name === 'cube';
	if (isCube && width !== height) throw new TypeError('viewPixelWidth, viewPixelHeight: a cube has square sides');
	if (isCube && init.layout !== 'mono') throw new TypeError(`layout: '${init.layout}' is not possible for cubes`);
	const layout = findLayout(init.layout, textureType);
	const levels = Math.min(Math.max(1, mipLevels), 1 + Math.floor(Math.log2(Math.max(1, width, height))));
	const image = (): LayerImage =>
		new LayerImage(gl, {
			kind: isCube ? 'cube' : textureType,
			width: layout === 'stereo-left-right' ? width * 2 : width,
			height: layout === 'stereo-top-bottom' ? height * 2 : height,
			length: layout === 'stereo' ? 2 : 1,
			mipLevels: levels,
			colorFormat: init.colorFormat,
			depthFormat: init.depthFormat,
			isTransient: false,
		});
	const parts = { session, gl, video: null, isInverted: false, isStatic, clearOnAccess, layout };
	return createLayer(name, init, { ...parts, values: { mipLevels: levels } }, image);
}

/** Creates a layer that shows a video, for `XRMediaBinding`. */
export function createMediaLayer(
	name: ShapeName,
	session: SessionState,
	video: HTMLVideoElement,
	given: unknown,
): XRCompositionLayer {
	if (!(video instanceof HTMLVideoElement)) throw new TypeError('video: not an HTMLVideoElement');
	const shape = SHAPES[name].members;
	// What the video decides has no default.
	const free = ['width', 'height', 'aspectRatio'].filter((key) => key in shape);
	const optional = Object.fromEntries(free.map((key) => [key, { convert: shape[key]!.convert }]));
	const members = { ...MEDIA_MEMBERS, ...shape, ...optional };
	const init = readMembers<LayerInit & Record<string, unknown>>(members, given);
	checkState(!session.isEnded, 'the session has ended');
	const layout = findLayout(init.layout, 'texture');
	if (init.layout === 'stereo') throw new TypeError("layout: 'stereo' is not possible for videos");
	const [columns, rows] = [layout === 'stereo-left-right' ? 2 : 1, layout === 'stereo-top-bottom' ? 2 : 1];
	const aspect = video.videoWidth / columns / (video.videoHeight / rows) || 1;
	const { width, height, aspectRatio } = init as Partial<Record<string, number>>;
	const fitted = { width: width ?? (height ?? 1 / aspect) * aspect, height: height ?? (width ?? 1) / aspect };
	const fit: Measures = { ...fitted, aspectRatio: aspectRatio ?? aspect };
	const filled = { ...init, ...Object.fromEntries(free.map((key) => [key, fit[key]])) };
	const parts = {
		session,
		gl: null,
		video,
		isInverted: init.invertStereo,
		isStatic: false,
		clearOnAccess: false,
		layout,
	};
	return createLayer(name, filled, { ...parts, values: { mipLevels: 1 } }, () => null);
}

type LayerParts = Omit<LayerState, 'kind' | 'image' | 'needsRedraw' | 'isUsed' | 'isGone'>;

function createLayer(
	name: ShapeName,
	init: Record<string, unknown>,
	parts: LayerParts,
	createImage: () => LayerImage | null,
): XRCompositionLayer {
	const shape = SHAPES[name];
	const own = Object.fromEntries(Object.keys(shape.members).map((key) => [key, init[key]]));
	const problem = shape.check(own as Measures);
	if (problem !== null) throw new TypeError(problem);
	const values = { ...COMMON_VALUES, ...parts.values, ...completePlace(own), space: init['space'] };
	const state = { ...parts, values, kind: name, image: createImage(), needsRedraw: true, isUsed: false, isGone: false };
	return register(new SHAPED_LAYERS[name](INTERNAL, state), state);
}

/** Throws `InvalidStateError` if a binding cannot create layers any more. */
export function checkHost({ session, gl }: LayersHost): void {
	checkState(!session.isEnded, 'the session has ended');
	checkState(!gl.isContextLost(), 'the context is lost');
}

/** Notes a layer, so that it is gone when its context is lost. */
export function register<T extends XRCompositionLayer>(layer: T, state: LayerState): T {
	if (state.gl !== null) findContextLayers(state.gl).add(state);
	return layer;
}

function findLayout(layout: Layout | 'default', textureType: string): Layout {
	if (layout === 'default') throw new TypeError("layout: 'default' is only for projection layers");
	return layout === 'stereo' && textureType === 'texture' ? 'stereo-left-right' : layout;
}
