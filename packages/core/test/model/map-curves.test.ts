import { describe, expect, it } from 'vitest';
import { type Curve, createCurve, createRecording } from '../../src/index.ts';
import { mapCurves, mapVectors } from '../../src/model/map-curves.ts';
import { slotPaths } from '../../src/model/order.ts';

const still = (): Curve => createCurve([0, 1, 2, 3]);
const recording = createRecording({
	head: { position: { x: still(), y: still(), z: still() } },
	hands: { left: { joints: { palm: { position: { x: still() } } } } },
	gaze: { origin: { x: still() } },
});

describe('mapCurves', () => {
	it('visits every curve with its path', () => {
		const paths: string[] = [];
		mapCurves(recording, (curve, path) => {
			paths.push(path);
			return curve;
		});
		expect(paths.sort()).toEqual(slotPaths({ head: true, hands: true, gaze: true }).sort());
	});

	it('gives the same recording back when nothing changes', () => {
		expect(mapCurves(recording, (curve) => curve)).toBe(recording);
	});

	it('shares what is beside the change, and measures the duration again', () => {
		expect(recording.duration).toBe(2);
		const longer = createCurve([0, 1, 5, 3]);
		const edited = mapCurves(recording, (curve, path) => (path === 'head.position.x' ? longer : curve));
		expect(edited.head?.position.x).toBe(longer);
		expect(edited.head?.position.y).toBe(recording.head?.position.y);
		expect(edited.head?.rotation).toBe(recording.head?.rotation);
		expect(edited.hands).toBe(recording.hands);
		expect(edited.markers).toBe(recording.markers);
		expect(edited.duration).toBe(5);
	});
});

describe('mapVectors', () => {
	it('visits positions, rotations, origins and directions with role and path', () => {
		const seen: string[] = [];
		mapVectors(recording, (curves, role, path) => {
			seen.push(`${role} ${path}`);
			return curves;
		});
		expect(seen).toHaveLength(2 + 2 * 27 * 2 + 2);
		expect(seen).toContain('rotation hands.right.joints.pinkyTip.rotation');
		expect(seen).toContain('position head.position');
		expect(seen).toContain('direction gaze.direction');
	});

	it('gives the same recording back when nothing changes', () => {
		expect(mapVectors(recording, (curves) => curves)).toBe(recording);
	});
});
