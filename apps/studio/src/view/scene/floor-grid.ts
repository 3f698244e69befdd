import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments } from 'three';

const HALF = 4;
const STEP = 0.25;

/** A floor with lines every quarter meter. Full meters are stronger, and the edge fades out. */
export class FloorGrid {
	readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;
	#painted = '';

	constructor() {
		const points: number[] = [];
		for (let i = -HALF / STEP; i <= HALF / STEP; i++) {
			// In pieces, because the color is interpolated per piece.
			for (let j = -HALF; j < HALF; j++) {
				points.push(i * STEP, 0, j, i * STEP, 0, j + 1, j, 0, i * STEP, j + 1, 0, i * STEP);
			}
		}
		const geometry = new BufferGeometry();
		geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
		geometry.setAttribute('color', new BufferAttribute(new Float32Array((points.length / 3) * 4), 4));
		this.object = new LineSegments(
			geometry,
			new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }),
		);
	}

	draw(height: number, weak: number, strong: number): void {
		this.object.position.y = height;
		const paint = `${weak} ${strong}`;
		if (paint === this.#painted) return;
		this.#painted = paint;
		const positions = this.object.geometry.getAttribute('position');
		const colors = this.object.geometry.getAttribute('color');
		const shades = [new Color(weak), new Color(strong)] as const;
		for (let i = 0; i < positions.count; i += 2) {
			const isAlongZ = positions.getX(i) === positions.getX(i + 1);
			const line = isAlongZ ? positions.getX(i) : positions.getZ(i);
			const { r, g, b } = Number.isInteger(line) ? shades[1] : shades[0];
			for (let j = i; j < i + 2; j++) {
				const far = Math.hypot(positions.getX(j), positions.getZ(j)) / HALF;
				colors.setXYZW(j, r, g, b, Math.max(0, 1 - far * far));
			}
		}
		colors.needsUpdate = true;
	}
}
