// The part of WebXR Layers that tests use.
interface XRCompositionLayer extends EventTarget {
	readonly layout: string;
	readonly needsRedraw: boolean;
	opacity: number;
	forceMonoPresentation: boolean;
	readonly width: number;
	readonly height: number;
	readonly textureWidth: number;
	orientation: DOMPointReadOnly;
	onredraw: ((event: Event & { readonly layer: XRCompositionLayer }) => void) | null;
	destroy(): void;
}
interface XRWebGLSubImage {
	readonly viewport: XRViewport;
	readonly colorTexture: WebGLTexture;
	readonly depthStencilTexture: WebGLTexture | null;
	readonly imageIndex: number | null;
}
type CreateLayer = (init: object) => XRCompositionLayer;
declare class XRWebGLBinding {
	constructor(session: XRSession, gl: WebGL2RenderingContext);
	createProjectionLayer(init?: object): XRCompositionLayer;
	createQuadLayer: CreateLayer;
	createCylinderLayer: CreateLayer;
	createEquirectLayer: CreateLayer;
	createCubeLayer: CreateLayer;
	getSubImage(layer: XRCompositionLayer, frame: XRFrame, eye?: string): XRWebGLSubImage;
	getViewSubImage(layer: XRCompositionLayer, view: XRView): XRWebGLSubImage;
}
declare class XRMediaBinding {
	constructor(session: XRSession);
	createQuadLayer(video: HTMLVideoElement, init: object): XRCompositionLayer;
}
