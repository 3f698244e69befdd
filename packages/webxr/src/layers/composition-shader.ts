/** The three kinds of images that a shader reads. */
export type PictureKind = 'texture' | 'texture-array' | 'cube';

const SAMPLERS: Readonly<Record<PictureKind, string>> = {
	texture: 'sampler2D',
	'texture-array': 'sampler2DArray',
	cube: 'samplerCube',
};
const PLACES: Readonly<Record<PictureKind, string>> = {
	texture: 'at',
	'texture-array': 'vec3(at, slice)',
	cube: 'ray',
};

/** A triangle that covers the viewport. */
export const VERTEX_SHADER = `#version 300 es
out vec2 place;
void main() {
	place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
	gl_Position = vec4(place * 2.0 - 1.0, 0, 1);
}`;

/**
 * The shader that draws one layer for one eye. A ray per pixel meets the surface of the layer, so that curves have no corners:
 * `lens` is the projection, `view` the pose of the eye in the space of the layer, `size` what `Shape.measure` returns. Shape 0
 * is the image itself. `look`: opacity, whether alpha counts, whether colors were decoded. Colors are premultiplied.
 */
export function createFragmentShader(kind: PictureKind): string {
	return `#version 300 es
precision highp float;
precision highp sampler2DArray;
uniform ${SAMPLERS[kind]} picture;
uniform int shape;
uniform float slice;
uniform vec4 part, lens, size;
uniform vec3 look;
uniform mat4 view;
in vec2 place;
out vec4 color;

// Where a ray leaves a sphere or cylinder around the origin.
vec3 leave(vec3 from, vec3 ray, vec3 axes) {
	vec3 f = from * axes, r = ray * axes;
	float a = dot(r, r), b = dot(f, r), c = dot(f, f) - size.x * size.x;
	float d = b * b - a * c;
	float t = (-b + sqrt(max(d, 0.0))) / a;
	if (d < 0.0 || t < 0.0) discard;
	return from + t * ray;
}

void main() {
	vec3 eye = view[3].xyz;
	vec3 ray = mat3(view) * vec3((place * 2.0 - 1.0 + lens.zw) / lens.xy, -1.0);
	vec2 at = place;
	if (shape == 1) {
		// Only the front can be seen.
		if (eye.z <= 0.0 || ray.z >= 0.0) discard;
		at = (eye - eye.z / ray.z * ray).xy / size.xy * 0.5 + 0.5;
	} else if (shape == 2) {
		vec3 point = leave(eye, ray, vec3(1, 0, 1));
		at = vec2(atan(point.x, -point.z) / size.y, point.y / size.z) + 0.5;
	} else if (shape == 3) {
		// A radius of 0 is infinite.
		vec3 point = normalize(size.x > 0.0 ? leave(eye, ray, vec3(1)) : ray);
		at = vec2(atan(point.x, -point.z) / size.y + 0.5, (asin(point.y) - size.w) / (size.z - size.w));
	}
	if (at != clamp(at, 0.0, 1.0)) discard;
	at = part.xy + at * part.zw;
	color = textureLod(picture, ${PLACES[kind]}, 0.0);
	if (look.z > 0.0) {
		color.rgb = mix(12.92 * color.rgb, 1.055 * pow(color.rgb, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, color.rgb));
	}
	if (look.y == 0.0) color.a = 1.0;
	color *= look.x;
}`;
}
