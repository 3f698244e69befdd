import type { Curve } from '../model/curve.ts';
import type { PoseCurves, Recording } from '../model/recording.ts';
import { SIDES } from '../model/recording.ts';
import type { ControllerShape, OtherParts } from './others.ts';

// The curves of the section `others`. Objects that are made by hand may have their fields in any order, so each curve is
// found by its name.

/** Lists the curves of the section in file order. */
export function listOtherCurves(recording: Recording, parts: OtherParts): Curve[] {
	return listPlaces(parts).flatMap((keys) => {
		let node: unknown = recording;
		for (const key of keys) node = (node as Readonly<Record<string, unknown>>)[key];
		if (!('position' in (node as PoseCurves))) return [node as Curve];
		const { position, rotation } = node as PoseCurves;
		return [position.x, position.y, position.z, rotation.x, rotation.y, rotation.z, rotation.w];
	});
}

/** Names the curves of the section in file order. */
export function listOtherPaths(parts: OtherParts): string[] {
	return listPlaces(parts).flatMap((keys) => {
		const [section, index, ...rest] = keys as [string, string, ...string[]];
		const track = section === 'tracks' ? parts.tracks[Number(index)]! : null;
		const path = [section, track?.name ?? index, ...rest].join('.');
		const isPose = track?.kind === 'pose' || /\.(aim|grip)$/.test(path);
		return isPose ? POSE_AXES.map((axis) => `${path}.${axis}`) : [path];
	});
}

const POSE_AXES: readonly string[] = [
	'position.x',
	'position.y',
	'position.z',
	'rotation.x',
	'rotation.y',
	'rotation.z',
	'rotation.w',
];

// The fields that lead to each group from the recording.
function listPlaces({ hands, controllers, tracks }: OtherParts): string[][] {
	const places: string[][] = [];
	for (const side of SIDES) {
		if (hands?.[side].aim) places.push(['hands', side, 'aim']);
		if (hands?.[side].pinchStrength) places.push(['hands', side, 'pinchStrength']);
	}
	for (const side of SIDES) {
		const shape = controllers?.[side];
		if (shape) places.push(...listControllerPlaces(shape).map((keys) => ['controllers', side, ...keys]));
	}
	tracks.forEach(({ kind }, i) => {
		if (kind !== 'events' && kind !== 'spans')
			places.push(kind === 'pose' ? ['tracks', `${i}`] : ['tracks', `${i}`, 'value']);
	});
	return places;
}

function listControllerPlaces({ buttons, axes }: ControllerShape): string[][] {
	const places = [['tracked'], ['grip'], ['aim']];
	for (let i = 0; i < buttons; i++) {
		for (const field of ['pressed', 'touched', 'value']) places.push(['buttons', `${i}`, field]);
	}
	for (let i = 0; i < axes; i++) places.push(['axes', `${i}`]);
	return places;
}
