// What tests of layers call in the page.

/** What tests call in the page. Colors are red, green, blue and alpha of 0 or 255. */
export interface LayerKit {
	readonly session: XRSession;
	readonly space: XRReferenceSpace;
	readonly gl: WebGL2RenderingContext;
	readonly binding: XRWebGLBinding;
	/** Fills the part of a layer for an eye with a color. */
	fill(layer: XRCompositionLayer, frame: XRFrame, color: readonly number[], eye?: string): void;
	/** Runs a frame. Returns the colors of points of the canvas: an eye, x and y from −1 to 1. */
	show(
		work: (frame: XRFrame) => void,
		points: readonly (readonly [eye: number, x: number, y: number])[],
	): Promise<string[]>;
	errorName(work: () => unknown): Promise<string | null>;
}

/** Runs in the page. */
export async function startLayerKit(): Promise<void> {
	const canvas = document.querySelector('canvas')!;
	Object.assign(canvas, { width: 200, height: 100 });
	const { session, space, gl } = await kit.start('immersive-vr', ['layers', 'local']);
	const binding = new XRWebGLBinding(session, gl);
	const names: Readonly<Record<string, string>> = {
		'0,0,0': 'black',
		'255,0,0': 'red',
		'0,255,0': 'green',
		'0,0,255': 'blue',
		'255,255,255': 'white',
	};
	const own: LayerKit = {
		session,
		space,
		gl,
		binding,
		errorName: kit.errorName,
		fill(layer, frame, color, eye) {
			const { colorTexture, viewport, imageIndex } = binding.getSubImage(layer, frame, eye);
			gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
			const [target, place] = [gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0];
			if (imageIndex === null) gl.framebufferTexture2D(target, place, gl.TEXTURE_2D, colorTexture, 0);
			else gl.framebufferTextureLayer(target, place, colorTexture, 0, imageIndex);
			gl.enable(gl.SCISSOR_TEST);
			gl.scissor(viewport.x, viewport.y, viewport.width, viewport.height);
			gl.clearColor(...(color.map((value) => value / 255) as [number, number, number, number]));
			gl.clear(gl.COLOR_BUFFER_BIT);
			gl.disable(gl.SCISSOR_TEST);
			gl.bindFramebuffer(target, null);
		},
		async show(work, points) {
			const pixel = new Uint8Array(4);
			const colors: string[] = [];
			session.requestAnimationFrame((_, frame) => {
				// Callbacks of the window run after the layers were composed.
				requestAnimationFrame(() => {
					gl.bindFramebuffer(gl.FRAMEBUFFER, null);
					for (const [eye, x, y] of points) {
						const [px, py] = [(eye + (x + 1) / 2) * 100, ((y + 1) / 2) * 100];
						gl.readPixels(px, py, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
						// Neighboring texels mix.
						const key = Array.from(pixel.subarray(0, 3), (value) => Math.round(value / 255) * 255).join();
						colors.push(names[key] ?? key);
					}
				});
				work(frame);
			});
			await handreel.driver.step();
			return colors;
		},
	};
	Object.assign(globalThis, { layerKit: own });
	await handreel.driver.step();
}
