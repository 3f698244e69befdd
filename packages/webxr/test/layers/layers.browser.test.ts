// What pages can do with layers, and what the canvas then shows.
import { createRecording } from '@handreel/core';
import { encodeReel } from '@handreel/core/reel';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type LayerKit, startLayerKit } from '../support/layer-kit.ts';
import { pose } from '../support/made-recording.ts';
import { useBrowser } from '../support/use-browser.ts';

const openPage = useBrowser();
/** A person who looks ahead, from the origin. */
const recording = encodeReel(createRecording({ head: pose(0, 0, 0) }));

declare const layerKit: LayerKit;

async function open(options = {}): Promise<Page> {
	const page = await openPage({ recording, options: { layers: true, ...options } });
	await page.evaluate(startLayerKit);
	return page;
}

describe('without the option', () => {
	it('pages have no layers', async () => {
		const page = await openPage({ recording });
		const seen = await page.evaluate(async () => {
			const { session } = await kit.start();
			return [
				...['XRWebGLBinding', 'XRMediaBinding', 'XRCompositionLayer', 'XRLayerEvent'].filter(
					(name) => name in globalThis,
				),
				...['layers' in session.renderState, 'maxRenderLayers' in session],
				await kit.errorName(() => session.updateRenderState({ layers: [] })),
				await kit.errorName(() => navigator.xr.requestSession('immersive-vr', { requiredFeatures: ['layers'] })),
			];
		});
		expect(seen).toEqual([false, false, 'NotSupportedError', 'InvalidStateError']);
	});

	it('`true` needs the script of modules', async () => {
		const page = await openPage({ recording });
		const message = await page.evaluate(() => {
			try {
				(handreel as unknown as { install(base64: string, options: object): void }).install('', { layers: true });
				return '';
			} catch (error) {
				return (error as Error).message;
			}
		});
		expect(message).toBe('layers: true needs inject-modules.js, after inject.js');
	});
});

describe('layers that are placed in space', () => {
	it('are where their transform and size put them, in the order of the list', async () => {
		const page = await open();
		const seen = await page.evaluate(async () => {
			const { session, space, binding, fill, show } = layerKit;
			// 90° high: at a distance of 1 m, the picture reaches from −1 to 1 m.
			const quad = (x: number, z: number, size: number): XRCompositionLayer =>
				binding.createQuadLayer({
					space,
					viewPixelWidth: 8,
					viewPixelHeight: 8,
					width: size,
					height: size,
					transform: new XRRigidTransform({ x, y: 0, z }),
				});
			const [red, green, back] = [quad(-0.5, -1, 0.25), quad(-0.25, -1, 0.25), quad(0.5, 1, 0.5)];
			session.updateRenderState({ layers: [red, green, back] });
			const work = (frame: XRFrame): void => {
				fill(red, frame, [255, 0, 0, 255]);
				fill(green, frame, [0, 255, 0, 255]);
				fill(back, frame, [0, 0, 255, 255]);
			};
			const points = [
				[0, -0.6, 0],
				// Near the edges: 0.25 m from the center to each side, eyes 0.0315 m from the middle.
				[0, -0.7, 0.2],
				[0, -0.6, 0.3],
				[0, -0.3, 0],
				[0, 0.04, 0],
				[1, 0.04, 0],
				[0, 0.5, 0],
			] as const;
			const first = await show(work, points);
			session.updateRenderState({ layers: [green, red] });
			const [, , , second] = await show(work, points);
			green.opacity = 0;
			const [, , , third] = await show(work, points);
			return [first, second, third];
		});
		// The left eye sees near things farther right than the right eye does. What is behind the person is not seen.
		expect(seen).toEqual([['red', 'red', 'black', 'green', 'black', 'black', 'black'], 'red', 'red']);
	});

	it('show halves or slices to the eyes', async () => {
		const page = await open();
		const seen = await page.evaluate(async () => {
			const { session, space, binding, fill, show } = layerKit;
			const results: unknown[] = [];
			for (const [layout, textureType] of [
				['stereo-left-right', 'texture'],
				['stereo-top-bottom', 'texture'],
				['stereo', 'texture'],
				['stereo', 'texture-array'],
			] as const) {
				const size = { viewPixelWidth: 8, viewPixelHeight: 8 };
				const transform = new XRRigidTransform({ x: 0, y: 0, z: -1 });
				const layer = binding.createQuadLayer({ space, ...size, layout, textureType, transform });
				session.updateRenderState({ layers: [layer] });
				const work = (frame: XRFrame): void => {
					fill(layer, frame, [255, 0, 0, 255], 'left');
					fill(layer, frame, [0, 255, 0, 255], 'right');
				};
				const points = [
					[0, 0, 0],
					[1, 0, 0],
				] as const;
				const both = await show(work, points);
				layer.forceMonoPresentation = true;
				results.push([layer.layout, ...both, ...(await show(work, points))]);
			}
			return results;
		});
		expect(seen).toEqual([
			['stereo-left-right', 'red', 'green', 'red', 'red'],
			['stereo-top-bottom', 'red', 'green', 'red', 'red'],
			['stereo-left-right', 'red', 'green', 'red', 'red'],
			['stereo', 'red', 'green', 'red', 'red'],
		]);
	});

	it('curve around the person as cylinders and equirects', async () => {
		const page = await open();
		const seen = await page.evaluate(async () => {
			const { session, space, gl, binding, show } = layerKit;
			const size = { viewPixelWidth: 4, viewPixelHeight: 2 };
			// Four columns of colors, from the left.
			const paint = (layer: XRCompositionLayer, frame: XRFrame): void => {
				const { colorTexture } = binding.getSubImage(layer, frame);
				gl.bindTexture(gl.TEXTURE_2D, colorTexture);
				const row = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255];
				gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 4, 2, gl.RGBA, gl.UNSIGNED_BYTE, Uint8Array.from([...row, ...row]));
			};
			const cylinder = binding.createCylinderLayer({
				...{ space, ...size, radius: 4, centralAngle: Math.PI / 2, aspectRatio: Math.PI },
			});
			const equirect = binding.createEquirectLayer({
				...{ space, ...size, radius: 0, centralHorizontalAngle: Math.PI / 2 },
				...{ upperVerticalAngle: Math.PI / 8, lowerVerticalAngle: -Math.PI / 8 },
			});
			// The middles of columns are at ±π/16 and ±3π/16.
			const at = (angle: number, y: number): [number, number, number] => [0, Math.tan(angle), y];
			const quarter = Math.PI / 16;
			const points = [
				at(-3 * quarter, 0),
				at(-quarter, 0),
				at(quarter, 0),
				at(3 * quarter, 0),
				at(quarter, 0.2),
				at(quarter, 0.5),
			];
			const results: unknown[] = [];
			for (const layer of [cylinder, equirect]) {
				session.updateRenderState({ layers: [layer] });
				results.push(await show((frame) => paint(layer, frame), points));
			}
			return results;
		});
		// The cylinder is 2 m high at a distance of 4 m, the equirect reaches 22.5° up.
		expect(seen).toEqual([
			['red', 'green', 'blue', 'white', 'blue', 'black'],
			['red', 'green', 'blue', 'white', 'blue', 'black'],
		]);
	});

	it('surround the person as cubes', async () => {
		const page = await open();
		const seen = await page.evaluate(async () => {
			const { session, space, gl, binding, show } = layerKit;
			const layer = binding.createCubeLayer({ space, viewPixelWidth: 2, viewPixelHeight: 2 });
			session.updateRenderState({ layers: [layer] });
			const ahead: string[] = [];
			for (const y of [0, Math.SQRT1_2, 1]) {
				// Turned by 0°, 90° and 180°.
				layer.orientation = DOMPointReadOnly.fromPoint({ x: 0, y, z: 0, w: Math.sqrt(1 - y * y) });
				ahead.push(
					...(await show(
						(frame) => {
							const { colorTexture } = binding.getSubImage(layer, frame);
							gl.bindTexture(gl.TEXTURE_CUBE_MAP, colorTexture);
							const sides = [
								[255, 0, 0],
								[0, 255, 0],
								[0, 0, 0],
								[0, 0, 0],
								[0, 0, 255],
								[255, 255, 255],
							];
							sides.forEach((color, i) => {
								const pixels = Uint8Array.from(Array.from({ length: 4 }, () => [...color, 255]).flat());
								const face = gl.TEXTURE_CUBE_MAP_POSITIVE_X + i;
								gl.texSubImage2D(face, 0, 0, 0, 2, 2, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
							});
						},
						[[0, 0, 0]],
					)),
				);
			}
			return ahead;
		});
		// −z, then what was at +x, then +z.
		expect(seen).toEqual(['white', 'red', 'blue']);
	});

	it('show videos', async () => {
		const page = await open();
		const seen = await page.evaluate(async () => {
			const { session, space, gl, show } = layerKit;
			const canvas = document.createElement('canvas');
			Object.assign(canvas, { width: 64, height: 32 });
			const picture = canvas.getContext('2d')!;
			picture.fillStyle = '#00f';
			picture.fillRect(0, 0, 64, 32);
			const video = document.createElement('video');
			video.muted = true;
			video.srcObject = canvas.captureStream();
			await video.play();
			const layer = new XRMediaBinding(session).createQuadLayer(video, {
				...{ space, transform: new XRRigidTransform({ x: 0, y: 0, z: -1 }) },
			});
			// A layer with a context decides where videos are seen.
			const screen = layerKit.binding.createProjectionLayer({ colorFormat: gl.RGBA8 });
			session.updateRenderState({ layers: [screen, layer] });
			return [layer.width, layer.height, ...(await show(() => {}, [[0, 0, 0]]))];
		});
		expect(seen).toEqual([1, 0.5, 'blue']);
	});
});

describe('bindings', () => {
	it('have errors as the specification defines them', async () => {
		const page = await open();
		const seen = await page.evaluate(async () => {
			const { session, space, gl, binding, errorName, show } = layerKit;
			const size = { space, viewPixelWidth: 8, viewPixelHeight: 8 };
			const still = binding.createQuadLayer({ ...size, isStatic: true });
			const stereo = binding.createQuadLayer({ ...size, layout: 'stereo-left-right' });
			const screen = binding.createProjectionLayer({ depthFormat: 0 });
			const other = document
				.createElement('canvas')
				.getContext('webgl2', { xrCompatible: true } as WebGLContextAttributes)!;
			const otherBinding = new XRWebGLBinding(session, other as WebGL2RenderingContext);
			session.updateRenderState({ layers: [screen, still, stereo] });
			const results: Record<string, unknown> = {};
			let last: XRFrame | null = null;
			const note = async (name: string, work: () => unknown): Promise<void> => {
				results[name] = await errorName(work);
			};
			await show((frame) => {
				last = frame;
				void note('static, first', () => binding.getSubImage(still, frame));
				void note('no eye', () => binding.getSubImage(stereo, frame));
				void note('projection as an image', () => binding.getSubImage(screen, frame));
				void note('context', () => otherBinding.getSubImage(still, frame));
				const view = frame.getViewerPose(space)!.views[0]!;
				const image = binding.getViewSubImage(screen, view);
				results['view'] = [image.viewport.width, image.viewport.height, image.depthStencilTexture, screen.textureWidth];
			}, []);
			await show((frame) => void note('static, again', () => binding.getSubImage(still, frame)), []);
			results['needsRedraw'] = [still.needsRedraw, stereo.needsRedraw];
			await note('frame is over', () => binding.getSubImage(stereo, last!, 'left'));
			await note('twice', () => session.updateRenderState({ layers: [still, still] }));
			await note('base layer', () =>
				session.updateRenderState({ layers: [still], baseLayer: new XRWebGLLayer(session, gl) }),
			);
			await note('format', () => binding.createProjectionLayer({ colorFormat: gl.RGB565 }));
			stereo.destroy();
			await note('destroyed', () => session.updateRenderState({ layers: [stereo] }));
			results['layers'] = (session.renderState as unknown as { layers: unknown[] }).layers.length;
			results['base'] = session.renderState.baseLayer;
			await session.end();
			await note('ended', () => binding.createProjectionLayer());
			await note('new binding', () => new XRWebGLBinding(session, gl));
			return results;
		});
		expect(seen).toEqual({
			'static, first': null,
			'no eye': 'TypeError',
			'projection as an image': 'TypeError',
			context: 'InvalidStateError',
			view: [100, 100, null, 200],
			'static, again': 'InvalidStateError',
			needsRedraw: [false, true],
			'frame is over': 'InvalidStateError',
			twice: 'TypeError',
			'base layer': 'NotSupportedError',
			format: 'TypeError',
			destroyed: 'InvalidStateError',
			layers: 3,
			base: null,
			ended: 'InvalidStateError',
			'new binding': 'InvalidStateError',
		});
	});

	it('ask for a redraw after the session was hidden', async () => {
		const page = await open();
		const seen = await page.evaluate(async () => {
			const { session, space, binding, fill, show } = layerKit;
			const layer = binding.createQuadLayer({
				...{ space, viewPixelWidth: 8, viewPixelHeight: 8, isStatic: true },
				transform: new XRRigidTransform({ x: 0, y: 0, z: -1 }),
			});
			session.updateRenderState({ layers: [layer] });
			const asked: boolean[] = [];
			layer.onredraw = (event) => void asked.push(event.layer === layer);
			await show((frame) => fill(layer, frame, [255, 0, 0, 255]), []);
			handreel.driver.setVisibility('hidden');
			await handreel.driver.step();
			handreel.driver.setVisibility('visible');
			const color = await show(
				(frame) => {
					if (layer.needsRedraw) fill(layer, frame, [0, 255, 0, 255]);
				},
				[[0, 0, 0]],
			);
			return [asked, color, layer.needsRedraw];
		});
		expect(seen).toEqual([[true], ['green'], false]);
	});

	it('lose their layers with the context', async () => {
		const page = await open();
		const seen = await page.evaluate(async () => {
			const { session, space, gl, binding, errorName } = layerKit;
			const layer = binding.createQuadLayer({ space, viewPixelWidth: 8, viewPixelHeight: 8 });
			session.updateRenderState({ layers: [layer] });
			await handreel.driver.step();
			const lost = new Promise((resolve) => gl.canvas.addEventListener('webglcontextlost', resolve, { once: true }));
			gl.getExtension('WEBGL_lose_context')!.loseContext();
			await lost;
			// Frames continue, so that pages can recover.
			await handreel.driver.step();
			return [
				await errorName(() => binding.createProjectionLayer()),
				await errorName(() => session.updateRenderState({ layers: [layer] })),
			];
		});
		expect(seen).toEqual(['InvalidStateError', 'InvalidStateError']);
	});
});

describe('frames that are not drawn', () => {
	it('cost no composition, and keep what is drawn once', async () => {
		const page = await open({ render: 'last' });
		const seen = await page.evaluate(async () => {
			const { session, space, gl, binding, fill } = layerKit;
			const layer = binding.createQuadLayer({
				...{ space, viewPixelWidth: 8, viewPixelHeight: 8, isStatic: true },
				transform: new XRRigidTransform({ x: 0, y: 0, z: -1 }),
			});
			session.updateRenderState({ layers: [layer] });
			let composed = 0;
			const native = gl.drawArrays.bind(gl);
			Object.assign(gl, {
				drawArrays(...args: Parameters<typeof gl.drawArrays>) {
					composed++;
					native(...args);
				},
			});
			const pixel = new Uint8Array(4);
			let count = 0;
			const onFrame = (_: number, frame: XRFrame): void => {
				if (layer.needsRedraw) fill(layer, frame, [255, 0, 0, 255]);
				if (++count === 5) {
					requestAnimationFrame(() => gl.readPixels(50, 50, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel));
				} else session.requestAnimationFrame(onFrame);
			};
			session.requestAnimationFrame(onFrame);
			await handreel.driver.step(5);
			return [composed, Array.from(pixel)];
		});
		// One drawing per eye, in the last frame.
		expect(seen).toEqual([2, [255, 0, 0, 255]]);
	});
});
