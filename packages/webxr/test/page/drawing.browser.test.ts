import type { ReplayOptions } from '@handreel/webxr';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();

describe('drawing', () => {
	it('can be skipped, or limited to the last frame', async () => {
		const draws: Record<string, number[]> = {};
		for (const render of ['all', 'last', 'none'] as const) {
			const page = await open({ options: { render } });
			draws[render] = await page.evaluate(async () => {
				const { session, gl } = await kit.start();
				return kit.inFrames(session, 3, () => {
					gl.clearColor(0, 0, 0, 0);
					gl.disable(gl.SCISSOR_TEST);
					gl.clear(gl.COLOR_BUFFER_BIT);
					gl.clearColor(1, 0, 0, 1);
					gl.clear(gl.COLOR_BUFFER_BIT);
					const pixel = new Uint8Array(4);
					gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
					return pixel[0]!;
				});
			});
		}
		expect(draws).toEqual({ all: [255, 255, 255], last: [0, 0, 255], none: [0, 0, 0] });
	});

	it('leaves the methods of contexts where pages look for them', async () => {
		const page = await open({ options: { render: 'none' } });
		const names = await page.evaluate(async () => {
			const { gl } = await kit.start();
			const names: string[] = [];
			for (const name in gl) names.push(name);
			return names;
		});
		expect(names).toEqual(expect.arrayContaining(['clear', 'clearBufferfv', 'drawElements', 'bindFramebuffer']));
	});
});

/** Functions of the page for drawing to its own framebuffers. */
interface DrawKit {
	readonly gl: WebGL2RenderingContext;
	/** Runs frames, each with a function that gets its number, from 1 on. Returns the results. */
	frames<T>(count: number, work: (frame: number) => T): Promise<T[]>;
	createTexture(): WebGLTexture;
	createFramebuffer(texture: WebGLTexture): WebGLFramebuffer;
	/** Fills the bound framebuffer with a shade of red. */
	fill(red: number): void;
	/** Draws a texture, plus a shade of red, to all of the bound framebuffer. */
	draw(texture: WebGLTexture, red: number): void;
	/** The red of a pixel of the bound framebuffer. */
	read(): number;
}

async function openKit(options: ReplayOptions): Promise<Page> {
	const page = await open({ options });
	await page.evaluate(async () => {
		const { session, gl } = await kit.start();
		const compile = (type: number, source: string): WebGLShader => {
			const shader = gl.createShader(type)!;
			gl.shaderSource(shader, source);
			gl.compileShader(shader);
			return shader;
		};
		const program = gl.createProgram();
		const vertex = `#version 300 es
			void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }`;
		const fragment = `#version 300 es
			precision highp float;
			uniform sampler2D map;
			uniform int red;
			out vec4 color;
			void main() { color = texelFetch(map, ivec2(0), 0) + vec4(float(red) / 255.0, 0, 0, 1); }`;
		gl.attachShader(program, compile(gl.VERTEX_SHADER, vertex));
		gl.attachShader(program, compile(gl.FRAGMENT_SHADER, fragment));
		gl.linkProgram(program);
		gl.useProgram(program);
		const map = gl.getUniformLocation(program, 'map');
		const redness = gl.getUniformLocation(program, 'red');
		gl.uniform1i(map, 2);
		gl.viewport(0, 0, 1, 1);
		const drawKit: DrawKit = {
			gl,
			frames: (count, work) => {
				let frame = 0;
				return kit.inFrames(session, count, () => work(++frame));
			},
			createTexture: () => {
				gl.activeTexture(gl.TEXTURE0);
				const texture = gl.createTexture();
				gl.bindTexture(gl.TEXTURE_2D, texture);
				gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, 1, 1);
				return texture;
			},
			createFramebuffer: (texture) => {
				const framebuffer = gl.createFramebuffer();
				gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
				gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
				return framebuffer;
			},
			fill: (red) => gl.clearBufferfv(gl.COLOR, 0, [red / 255, 0, 0, 1]),
			draw: (texture, red) => {
				gl.activeTexture(gl.TEXTURE2);
				gl.bindTexture(gl.TEXTURE_2D, texture);
				gl.uniform1i(redness, red);
				gl.drawArrays(gl.TRIANGLES, 0, 3);
			},
			read: () => {
				const pixel = new Uint8Array(4);
				gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
				return pixel[0]!;
			},
		};
		Object.assign(globalThis, { drawKit });
	});
	return page;
}

declare global {
	const drawKit: DrawKit;
}

const listErrors = (page: Page): Promise<string[]> =>
	page.evaluate(() => handreel.driver.errors.map(({ error }) => String(error)));

describe("drawing to framebuffers of the page with render: 'none'", () => {
	it('runs in the first frame, and is skipped after that if the page does not read it', async () => {
		const contents: Record<string, number> = {};
		for (const render of ['last', 'none'] as const) {
			const page = await openKit({ render });
			contents[render] = await page.evaluate(async () => {
				const { gl, createTexture, createFramebuffer, fill, frames, read } = drawKit;
				const framebuffer = createFramebuffer(createTexture());
				await frames(4, (frame) => {
					gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
					fill(frame);
				});
				return read();
			});
		}
		expect(contents).toEqual({ last: 4, none: 1 });
	});

	it('is skipped with methods of extensions, too', async () => {
		const page = await openKit({ render: 'none' });
		const content = await page.evaluate(async () => {
			const { gl, createTexture, createFramebuffer, draw, fill, frames, read } = drawKit;
			const extension = gl.getExtension('WEBGL_multi_draw');
			const empty = createTexture();
			const framebuffer = createFramebuffer(createTexture());
			await frames(2, (frame) => {
				gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
				if (frame === 1) fill(50);
				else extension?.multiDrawArraysWEBGL(gl.TRIANGLES, [0], 0, [3], 0, 1);
			});
			// The same call runs outside of frames.
			const skipped = read();
			draw(empty, 9);
			extension?.multiDrawArraysWEBGL(gl.TRIANGLES, [0], 0, [3], 0, 1);
			return [skipped, read()];
		});
		expect(content).toEqual([50, 9]);
	});

	it('leaves right pixels to a page that reads in each frame', async () => {
		const page = await openKit({ render: 'none' });
		const pixels = await page.evaluate(() => {
			const { gl, createTexture, createFramebuffer, fill, frames, read } = drawKit;
			const framebuffer = createFramebuffer(createTexture());
			return frames(4, (frame) => {
				gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
				fill(frame);
				return read();
			});
		});
		expect([pixels, await listErrors(page)]).toEqual([[1, 2, 3, 4], []]);
	});

	it('leaves right pixels to a page that draws and reads now and then, through another framebuffer', async () => {
		const page = await openKit({ render: 'none' });
		const pixels = await page.evaluate(() => {
			const { gl, createTexture, createFramebuffer, fill, frames, read } = drawKit;
			const texture = createTexture();
			const framebuffer = createFramebuffer(texture);
			const reader = createFramebuffer(texture);
			return frames(6, (frame) => {
				if (frame % 2 === 1) return null;
				gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
				fill(frame);
				gl.bindFramebuffer(gl.FRAMEBUFFER, reader);
				return read();
			});
		});
		expect([pixels, await listErrors(page)]).toEqual([[null, 2, null, 4, null, 6], []]);
	});

	it('runs where it is drawn into what the page reads, however indirectly', async () => {
		const page = await openKit({ render: 'none' });
		const pixels = await page.evaluate(() => {
			const { gl, createTexture, createFramebuffer, draw, fill, frames, read } = drawKit;
			const [first, second, third] = [createTexture(), createTexture(), createTexture()];
			const framebuffers = [first, second, third].map(createFramebuffer);
			const smooth = gl.createFramebuffer();
			gl.bindFramebuffer(gl.FRAMEBUFFER, smooth);
			const samples = gl.createRenderbuffer();
			gl.bindRenderbuffer(gl.RENDERBUFFER, samples);
			gl.renderbufferStorageMultisample(gl.RENDERBUFFER, 4, gl.RGBA8, 1, 1);
			gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, samples);
			return frames(4, (frame) => {
				gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffers[0]!);
				fill(frame);
				gl.bindFramebuffer(gl.FRAMEBUFFER, smooth);
				draw(first, 10);
				gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, framebuffers[1]!);
				gl.blitFramebuffer(0, 0, 1, 1, 0, 0, 1, 1, gl.COLOR_BUFFER_BIT, gl.NEAREST);
				gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffers[2]!);
				draw(second, 100);
				return read();
			});
		});
		expect([pixels, await listErrors(page)]).toEqual([[111, 112, 113, 114], []]);
	});

	it('is not needed for what a program does not use, although it is bound', async () => {
		const page = await openKit({ render: 'none' });
		const result = await page.evaluate(async () => {
			const { gl, createTexture, createFramebuffer, draw, fill, frames, read } = drawKit;
			const empty = createTexture();
			const unused = createTexture();
			const [shadow, picked] = [createFramebuffer(unused), createFramebuffer(createTexture())];
			const pixels = await frames(4, (frame) => {
				gl.bindFramebuffer(gl.FRAMEBUFFER, shadow);
				fill(frame);
				gl.activeTexture(gl.TEXTURE1);
				gl.bindTexture(gl.TEXTURE_2D, unused);
				if (frame < 3) return null;
				gl.bindFramebuffer(gl.FRAMEBUFFER, picked);
				draw(empty, frame);
				return read();
			});
			const errors = handreel.driver.errors.length;
			gl.bindFramebuffer(gl.FRAMEBUFFER, shadow);
			return { pixels, errors, shadow: read() };
		});
		expect(result).toEqual({ pixels: [null, null, 3, 4], errors: 0, shadow: 1 });
	});

	it('reports an error once if a page reads what was skipped, and draws it from the next frame on', async () => {
		const page = await openKit({ render: 'none' });
		const pixels = await page.evaluate(() => {
			const { gl, createTexture, createFramebuffer, fill, frames, read } = drawKit;
			const framebuffer = createFramebuffer(createTexture());
			return frames(6, (frame) => {
				gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
				fill(frame);
				return frame < 4 ? null : read();
			});
		});
		expect(pixels).toEqual([null, null, null, 1, 5, 6]);
		expect(await listErrors(page)).toEqual([expect.stringContaining("use 'last' or 'all'")]);
	});

	it('runs for transform feedback, whose buffers a page may use later', async () => {
		for (const render of ['none', 'last'] as const) {
			const page = await openKit({ render });
			const values = await page.evaluate(async () => {
				const { gl, frames } = drawKit;
				const program = gl.createProgram();
				const sources = [
					[gl.VERTEX_SHADER, '#version 300 es\nout float value; void main() { value = float(gl_VertexID) + 5.0; }'],
					[gl.FRAGMENT_SHADER, '#version 300 es\nvoid main() {}'],
				] as const;
				for (const [type, source] of sources) {
					const shader = gl.createShader(type)!;
					gl.shaderSource(shader, source);
					gl.compileShader(shader);
					gl.attachShader(program, shader);
				}
				gl.transformFeedbackVaryings(program, ['value'], gl.INTERLEAVED_ATTRIBS);
				gl.linkProgram(program);
				gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, gl.createBuffer());
				gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 8, gl.DYNAMIC_READ);
				await frames(2, (frame) => {
					if (frame > 1) return;
					gl.useProgram(program);
					gl.enable(gl.RASTERIZER_DISCARD);
					gl.beginTransformFeedback(gl.POINTS);
					gl.drawArrays(gl.POINTS, 0, 2);
					gl.endTransformFeedback();
				});
				const values = new Float32Array(2);
				gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, values);
				return [...values];
			});
			expect(values).toEqual([5, 6]);
		}
	});
});
