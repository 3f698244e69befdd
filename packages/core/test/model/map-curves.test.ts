import { describe, expect, it } from 'vitest';
import { type Curve, createCurve, createRecording } from '../../src/index.ts';
import { mapCurves, mapMarkers, mapSingleCurves, mapVectors } from '../../src/model/map-curves.ts';
import { slotPaths } from '../../src/model/order.ts';
import { createFullRecording } from '../support/full-recording.ts';

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
		expect(paths.sort()).toEqual([...slotPaths({ head: true, hands: true, gaze: true })].sort());
	});

	it('returns the same recording when nothing changes', () => {
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

	it('returns the same recording when nothing changes', () => {
		expect(mapVectors(recording, (curves) => curves)).toBe(recording);
	});
});

describe('a recording with controllers and tracks', () => {
	const full = createFullRecording();

	it('shares all parts but the edited part', () => {
		const other = createCurve([0, 1]);
		const path = 'controllers.left.buttons.0.value';
		const edited = mapCurves(full, (curve, at) => (at === path ? other : curve));
		expect(edited.controllers!.left!.buttons[0]!.value).toBe(other);
		expect(edited.controllers!.left!.buttons[1]).toBe(full.controllers!.left!.buttons[1]);
		expect(edited.controllers!.left!.profiles).toBe(full.controllers!.left!.profiles);
		expect(edited.controllers!.right).toBe(full.controllers!.right);
		expect([edited.hands, edited.tracks, edited.info]).toEqual([full.hands, full.tracks, full.info]);
		expect(edited.tracks).toBe(full.tracks);
		expect(Array.isArray(edited.controllers!.left!.buttons)).toBe(true);
		expect(mapCurves(full, (curve) => curve)).toBe(full);
	});

	it('has curves that are part of a vector, and others', () => {
		const vectors: string[] = [];
		const singles: string[] = [];
		mapVectors(full, (curves, role, path) => {
			vectors.push(`${role} ${path}`);
			return curves;
		});
		const same = mapSingleCurves(full, (curve, path) => {
			singles.push(path);
			return curve;
		});
		expect(same).toBe(full);
		expect(vectors).toEqual(
			expect.arrayContaining([
				'position hands.left.aim.position',
				'rotation controllers.right.grip.rotation',
				'position tracks.block.position',
			]),
		);
		const perSide = ['tracked', 'buttons.0.pressed', 'buttons.0.touched', 'buttons.0.value'];
		perSide.push('buttons.1.pressed', 'buttons.1.touched', 'buttons.1.value', 'axes.0', 'axes.1', 'axes.2', 'axes.3');
		expect(singles).toEqual([
			...['left', 'right'].flatMap((side) =>
				['tracked', 'pinching', 'pinchStrength'].map((name) => `hands.${side}.${name}`),
			),
			...['left', 'right'].flatMap((side) => perSide.map((name) => `controllers.${side}.${name}`)),
			'tracks.heart rate.value',
			'tracks.seated.value',
		]);
	});

	it('has its markers and the events of its tracks edited together', () => {
		const edited = mapMarkers(full, (markers) => markers.slice(1));
		expect(edited.markers).toEqual([{ time: 1.5, name: 'release' }]);
		expect(edited.tracks[3]).toEqual({ name: 'console', kind: 'events', events: [{ time: 1.75, name: 'clicked' }] });
		expect(edited.tracks[0]).toBe(full.tracks[0]);
		expect(edited.controllers).toBe(full.controllers);
		expect(mapMarkers(full, (markers) => markers)).toBe(full);
	});
});
