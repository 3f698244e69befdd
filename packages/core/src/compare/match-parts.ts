import { type Curve, createCurve } from '../model/curve.ts';
import { JOINT_NAMES } from '../model/joints.ts';
import {
	type ControllerCurves,
	type HandCurves,
	hasKeys,
	type PoseCurves,
	type Recording,
	SIDES,
	type Track,
} from '../model/recording.ts';
import { type Item, POSE_FIELDS, RAY_FIELDS, type Shared, VALUE_FIELDS } from './compare-item.ts';

/** A state that both recordings have. */
export interface SharedState {
	readonly path: string;
	readonly inA: Curve;
	readonly inB: Curve;
}

/** What two recordings have in common, in file order, and the paths of everything else. */
export interface MatchedParts {
	readonly items: readonly Shared[];
	readonly states: readonly SharedState[];
	readonly onlyInA: readonly string[];
	readonly onlyInB: readonly string[];
}

/** Pairs the parts of two recordings. With `onlyTracked`, poses of hands and controllers count while both track them. */
export function matchParts(a: Recording, b: Recording, onlyTracked: boolean): MatchedParts {
	const matcher = new Matcher(onlyTracked);
	const { both } = matcher;
	both('head', withKeys(a.head), withKeys(b.head), (inA, inB) => matcher.addItem('head', inA, inB));
	both('hands', a.hands, b.hands, (inA, inB) => {
		for (const side of SIDES) matcher.addHand(`hands.${side}`, inA[side], inB[side]);
	});
	both('gaze', withKeys(a.gaze), withKeys(b.gaze), (inA, inB) => matcher.addItem('gaze', inA, inB));
	for (const side of SIDES) {
		matcher.addHandExtras(`hands.${side}`, a.hands?.[side] ?? null, b.hands?.[side] ?? null);
	}
	for (const side of SIDES) {
		const path = `controllers.${side}`;
		both(path, a.controllers?.[side] ?? null, b.controllers?.[side] ?? null, (inA, inB) =>
			matcher.addController(path, inA, inB),
		);
	}
	for (const { name, kind } of listTrackNames(a, b)) {
		const find = ({ tracks }: Recording): Track | null =>
			tracks.find((track) => track.name === name && track.kind === kind) ?? null;
		both(`tracks.${name}`, find(a), find(b), (inA, inB) => matcher.addTrack(`tracks.${name}`, inA, inB));
	}
	return matcher;
}

class Matcher implements MatchedParts {
	readonly items: Shared[] = [];
	readonly states: SharedState[] = [];
	readonly onlyInA: string[] = [];
	readonly onlyInB: string[] = [];
	readonly #onlyTracked: boolean;

	constructor(onlyTracked: boolean) {
		this.#onlyTracked = onlyTracked;
	}

	readonly both = <T>(path: string, inA: T | null, inB: T | null, add: (inA: T, inB: T) => void): void => {
		if (inA !== null && inB !== null) add(inA, inB);
		else if (inA !== null) this.onlyInA.push(path);
		else if (inB !== null) this.onlyInB.push(path);
	};

	addItem<T extends Item>(path: string, inA: T, inB: T, states: readonly Curve[] = []): void {
		this.items.push({ path, inA, inB, states, fields: 'position' in inA ? POSE_FIELDS : RAY_FIELDS });
	}

	addHand(path: string, inA: HandCurves, inB: HandCurves): void {
		for (const state of ['tracked', 'pinching'] as const) this.#addState(`${path}.${state}`, inA[state], inB[state]);
		for (const name of JOINT_NAMES)
			this.#addPose(`${path}.joints.${name}`, inA, inB, inA.joints[name], inB.joints[name]);
	}

	addHandExtras(path: string, inA: HandCurves | null, inB: HandCurves | null): void {
		this.#addPose(`${path}.aim`, inA, inB, inA?.aim ?? null, inB?.aim ?? null);
		this.#addValues(`${path}.pinchStrength`, inA?.pinchStrength ?? null, inB?.pinchStrength ?? null);
	}

	addController(path: string, inA: ControllerCurves, inB: ControllerCurves): void {
		this.#addState(`${path}.tracked`, inA.tracked, inB.tracked);
		for (const name of ['grip', 'aim'] as const) this.#addPose(`${path}.${name}`, inA, inB, inA[name], inB[name]);
		for (let i = 0; i < Math.max(inA.buttons.length, inB.buttons.length); i++) {
			const button = `${path}.buttons.${i}`;
			this.both(button, inA.buttons[i] ?? null, inB.buttons[i] ?? null, (one, other) => {
				this.#addState(`${button}.pressed`, one.pressed, other.pressed);
				this.#addState(`${button}.touched`, one.touched, other.touched);
				this.#addValues(`${button}.value`, one.value, other.value);
			});
		}
		for (let i = 0; i < Math.max(inA.axes.length, inB.axes.length); i++)
			this.#addValues(`${path}.axes.${i}`, inA.axes[i] ?? null, inB.axes[i] ?? null);
	}

	addTrack(path: string, inA: Track, inB: Track): void {
		if (inA.kind === 'pose' && inB.kind === 'pose') this.addItem(path, inA, inB);
		else if (inA.kind === 'boolean' && inB.kind === 'boolean') this.#addState(path, inA.value, inB.value);
		else if (inA.kind === 'scalar' && inB.kind === 'scalar') this.#addValues(path, inA.value, inB.value);
	}

	// Adds a pose of a hand or controller.
	#addPose(
		path: string,
		ownerA: { readonly tracked: Curve } | null,
		ownerB: { readonly tracked: Curve } | null,
		poseA: PoseCurves | null,
		poseB: PoseCurves | null,
	): void {
		const states = this.#onlyTracked && ownerA !== null && ownerB !== null ? [ownerA.tracked, ownerB.tracked] : [];
		this.both(path, withKeys(poseA), withKeys(poseB), (inA, inB) => this.addItem(path, inA, inB, states));
	}

	#addState(path: string, inA: Curve, inB: Curve): void {
		this.states.push({ path, inA, inB });
	}

	#addValues(path: string, valuesA: Curve | null, valuesB: Curve | null): void {
		this.both(path, valuesA, valuesB, (inA, inB) => {
			if (inA.count === 0 && inB.count === 0) return;
			this.items.push({ path, inA: wrapValue(inA), inB: wrapValue(inB), states: [], fields: VALUE_FIELDS });
		});
	}
}

function wrapValue(curve: Curve): PoseCurves {
	const empty = createCurve([]);
	const rest = { y: empty, z: empty };
	return { position: { x: curve, ...rest }, rotation: { x: empty, ...rest, w: empty } };
}

// The names and kinds of the tracks of either recording, each once.
function listTrackNames(a: Recording, b: Recording): Pick<Track, 'name' | 'kind'>[] {
	const found = new Map<string, Pick<Track, 'name' | 'kind'>>();
	for (const { name, kind } of [...a.tracks, ...b.tracks]) found.set(`${kind} ${name}`, { name, kind });
	return [...found.values()];
}

function withKeys<T extends Item>(item: T | null): T | null {
	return item !== null && hasKeys(item) ? item : null;
}
