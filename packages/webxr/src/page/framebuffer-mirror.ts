import { keepState } from './keep-state.ts';

const VERTEX = `#version 300 es
out vec2 place;
void main() {
	place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
	gl_Position = vec4(place * 2.0 - 1.0, 0, 1);
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
uniform sampler2D picture;
in vec2 place;
out vec4 color;
void main() {
	color = texture(picture, place);
}`;

/**
 * Draws a texture to the canvas. Copying would be simpler, but is not possible for a canvas with antialiasing. The state
 * of the page stays as it is.
 */
export class FramebufferMirror {
	readonly #gl: WebGL2RenderingContext;
	readonly #texture: WebGLTexture;
	readonly #program: WebGLProgram;
	readonly #vertices: WebGLVertexArrayObject;

	constructor(gl: WebGL2RenderingContext, texture: WebGLTexture) {
		this.#gl = gl;
		this.#texture = texture;
		this.#program = gl.createProgram();
		this.#vertices = gl.createVertexArray();
		for (const [type, source] of [
			[gl.VERTEX_SHADER, VERTEX],
			[gl.FRAGMENT_SHADER, FRAGMENT],
		] as const) {
			const shader = gl.createShader(type)!;
			gl.shaderSource(shader, source);
			gl.compileShader(shader);
			gl.attachShader(this.#program, shader);
		}
		gl.linkProgram(this.#program);
	}

	draw(): void {
		const gl = this.#gl;
		const restore = keepState(gl);
		gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
		gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
		gl.colorMask(true, true, true, true);
		gl.useProgram(this.#program);
		gl.bindVertexArray(this.#vertices);
		gl.bindTexture(gl.TEXTURE_2D, this.#texture);
		gl.bindSampler(0, null);
		gl.drawArrays(gl.TRIANGLES, 0, 3);
		restore();
	}
}
