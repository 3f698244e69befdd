import type { Curve } from '../model/curve.ts';
import { buildPose } from '../model/order.ts';
import {
	type ControllerCurves,
	type HandCurves,
	type HandsCurves,
	type JointRadii,
	type Marker,
	type PoseCurves,
	type Recording,
	type RecordingInfo,
	SIDES,
	type Side,
	type Span,
	type Track,
} from '../model/recording.ts';

// The parts of a recording that MRTK's files cannot store (REEL.md, "Sections"). Their curves are a section; the tree
// around the curves is in the metadata.

/** The tree around the curves of the section `others`, and the information. */
export interface OtherParts {
	readonly hands: Readonly<Record<Side, OtherHandParts>> | null;
	readonly controllers: Readonly<Record<Side, ControllerShape | null>> | null;
	readonly info: RecordingInfo;
	readonly tracks: readonly TrackShape[];
}

/** Which optional parts a hand has. */
export interface OtherHandParts {
	readonly aim: boolean;
	readonly pinchStrength: boolean;
	readonly radii: JointRadii | null;
}

/** A controller without its curves. */
export interface ControllerShape {
	/** The number of buttons. */
	readonly buttons: number;
	/** The number of axes. */
	readonly axes: number;
	readonly profiles: readonly string[];
}

/** A track without its curves. */
export interface TrackShape {
	readonly name: string;
	readonly kind: Track['kind'];
	/** Empty unless the kind is `events`. */
	readonly events: readonly Marker[];
	/** Empty unless the kind is `spans`. */
	readonly spans: readonly Span[];
}

/** The kind of a group of the section `others`. */
export type OtherKind = 'pose' | 'scalar' | 'boolean';

/** Describes the parts of a recording that MRTK's files cannot store. */
export function describeOthers({ hands, controllers, info, tracks }: Recording): OtherParts {
	const describeHand = (side: Side, { [side]: { aim, pinchStrength, radii } }: HandsCurves): OtherHandParts => {
		return { aim: aim !== null, pinchStrength: pinchStrength !== null, radii };
	};
	const shapes = hands && { left: describeHand('left', hands), right: describeHand('right', hands) };
	const isUsed = shapes !== null && SIDES.some((side) => hasParts(shapes[side]));
	return {
		hands: isUsed ? shapes : null,
		controllers: controllers && {
			left: describeController(controllers.left),
			right: describeController(controllers.right),
		},
		info,
		tracks: tracks.map((track) => {
			const { name, kind } = track;
			const events = track.kind === 'events' ? track.events : [];
			return { name, kind, events, spans: track.kind === 'spans' ? track.spans : [] };
		}),
	};
}

function hasParts({ aim, pinchStrength, radii }: OtherHandParts): boolean {
	return aim || pinchStrength || radii !== null;
}

function describeController(controller: ControllerCurves | null): ControllerShape | null {
	if (controller === null) return null;
	const { buttons, axes, profiles } = controller;
	return { buttons: buttons.length, axes: axes.length, profiles };
}

/** Lists the kinds of the groups of the section in file order. */
export function listOtherKinds({ hands, controllers, tracks }: OtherParts): OtherKind[] {
	const kinds: OtherKind[] = [];
	for (const side of SIDES) {
		if (hands?.[side].aim) kinds.push('pose');
		if (hands?.[side].pinchStrength) kinds.push('scalar');
	}
	for (const side of SIDES) {
		const shape = controllers?.[side];
		if (!shape) continue;
		kinds.push('boolean', 'pose', 'pose');
		for (let i = 0; i < shape.buttons; i++) kinds.push('boolean', 'boolean', 'scalar');
		for (let i = 0; i < shape.axes; i++) kinds.push('scalar');
	}
	for (const { kind } of tracks) if (kind !== 'events' && kind !== 'spans') kinds.push(kind);
	return kinds;
}

/** Adds the other parts to the hands, and builds controllers and tracks. `next` returns the curves in file order. */
export function buildOthers(
	{ hands: shapes, controllers, info, tracks }: OtherParts,
	hands: HandsCurves | null,
	next: () => Curve,
): Pick<Recording, 'hands' | 'controllers' | 'info' | 'tracks'> {
	const nextPose = (): PoseCurves => buildPose(next);
	const buildHand = (side: Side): HandCurves => {
		const { aim, pinchStrength, radii } = shapes![side];
		return { ...hands![side], aim: aim ? nextPose() : null, pinchStrength: pinchStrength ? next() : null, radii };
	};
	const buildController = (shape: ControllerShape | null): ControllerCurves | null =>
		shape && {
			tracked: next(),
			grip: nextPose(),
			aim: nextPose(),
			buttons: repeat(shape.buttons, () => {
				return { pressed: next(), touched: next(), value: next() };
			}),
			axes: repeat(shape.axes, () => next()),
			profiles: shape.profiles,
		};
	return {
		hands: shapes && hands ? { left: buildHand('left'), right: buildHand('right') } : hands,
		controllers: controllers && { left: buildController(controllers.left), right: buildController(controllers.right) },
		info,
		tracks: tracks.map(({ name, kind, events, spans }): Track => {
			if (kind === 'spans') return { name, kind, spans };
			if (kind === 'events') return { name, kind, events };
			return kind === 'pose' ? { name, kind, ...nextPose() } : { name, kind, value: next() };
		}),
	};
}

function repeat<T>(length: number, make: () => T): T[] {
	return Array.from({ length }, make);
}
