import { createRecording } from '../model/create-recording.ts';
import type { Curve } from '../model/curve.ts';
import { isCurve, isVector, mapFields } from '../model/map-curves.ts';
import type { Sections } from '../model/order.ts';
import type { QuatCurves, Vec3Curves } from '../model/recording.ts';

/**
 * The sections of two recordings in one, vector by vector and state by state. A section that only one of them has is
 * met by one without keys.
 */
export function zipCurves(
	first: Sections,
	second: Sections,
	zipVectors: <V extends Vec3Curves | QuatCurves>(first: V, second: V) => V,
	zipStates: (first: Curve, second: Curve) => Curve,
): Sections {
	const empty = createRecording({ head: {}, hands: {}, gaze: {} });
	const visit = (a: unknown, b: unknown): unknown => {
		if (isCurve(a)) return zipStates(a, b as Curve);
		if (isVector(a)) return zipVectors(a, b as typeof a);
		return mapFields(a, (child, key) => visit(child, (b as Record<string, unknown>)[key]));
	};
	const zip = <S extends keyof Sections>(section: S): Sections[S] => {
		const [a, b] = [first[section], second[section]];
		return (a === null && b === null ? null : visit(a ?? empty[section], b ?? empty[section])) as Sections[S];
	};
	return { head: zip('head'), hands: zip('hands'), gaze: zip('gaze') };
}
