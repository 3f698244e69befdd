/**
 * Turns off everything that affects drawing with a program to the canvas, and activates the first texture unit. Returns a
 * function that restores the state of the page.
 */
export function keepState(gl: WebGL2RenderingContext): () => void {
	const switches = [
		gl.BLEND,
		gl.CULL_FACE,
		gl.DEPTH_TEST,
		gl.RASTERIZER_DISCARD,
		gl.SAMPLE_ALPHA_TO_COVERAGE,
		gl.SAMPLE_COVERAGE,
		gl.SCISSOR_TEST,
		gl.STENCIL_TEST,
	].filter((name) => gl.isEnabled(name));
	const framebuffer = gl.getParameter(gl.DRAW_FRAMEBUFFER_BINDING);
	const viewport = gl.getParameter(gl.VIEWPORT);
	const mask = gl.getParameter(gl.COLOR_WRITEMASK);
	const program = gl.getParameter(gl.CURRENT_PROGRAM);
	const vertices = gl.getParameter(gl.VERTEX_ARRAY_BINDING);
	const unit = gl.getParameter(gl.ACTIVE_TEXTURE);
	gl.activeTexture(gl.TEXTURE0);
	const texture = gl.getParameter(gl.TEXTURE_BINDING_2D);
	const sampler = gl.getParameter(gl.SAMPLER_BINDING);
	for (const name of switches) gl.disable(name);
	return () => {
		for (const name of switches) gl.enable(name);
		gl.bindTexture(gl.TEXTURE_2D, texture);
		gl.bindSampler(0, sampler);
		gl.activeTexture(unit);
		gl.bindVertexArray(vertices);
		gl.useProgram(program);
		gl.colorMask(...(mask as [boolean, boolean, boolean, boolean]));
		gl.viewport(...(Array.from(viewport) as [number, number, number, number]));
		gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, framebuffer);
	};
}
