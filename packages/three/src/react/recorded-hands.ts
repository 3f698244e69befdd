import { type Recording, SIDES } from '@handreel/core';
import type { Player, PlayerEvents } from '@handreel/core/play';
import type { LiveFrames } from '@handreel/hands';
import { type ThreeElements, useFrame, useThree } from '@react-three/fiber';
import { createElement, type ReactElement, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { RecordedHandsOptions } from '../hands/options.ts';
import { RecordedHands as HandsObject } from '../hands/recorded-hands.ts';

/** Listeners of `RecordedHands`, one per event of the player. */
export interface RecordedHandsListeners {
	readonly onPinch?: (event: PlayerEvents['pinch']) => void;
	readonly onTracked?: (event: PlayerEvents['tracked']) => void;
	readonly onMarker?: (event: PlayerEvents['marker']) => void;
	readonly onButton?: (event: PlayerEvents['button']) => void;
	readonly onController?: (event: PlayerEvents['controller']) => void;
	readonly onTrackEvent?: (event: PlayerEvents['event']) => void;
	readonly onLooped?: (event: PlayerEvents['looped']) => void;
	readonly onEnded?: (event: PlayerEvents['ended']) => void;
}

type GroupProps = Omit<ThreeElements['group'], 'ref' | 'dispose' | 'children' | 'color' | 'material'>;

/** Properties of the component `RecordedHands`: those of a group, the options of the object, and playback. */
export interface RecordedHandsProps extends GroupProps, RecordedHandsListeners, Omit<RecordedHandsOptions, 'autoplay'> {
	/** The recording to show. A new recording replaces the hands. */
	readonly recording?: Recording;
	/** A player with `space: 'webxr'` that you advance, instead of a recording. */
	readonly player?: Player;
	/** Live frames, instead of a recording. */
	readonly live?: LiveFrames;
	/** Shows this time of the recording, in seconds. Playback stops as long as it is set. */
	readonly time?: number;
	/** Whether the recording plays. Default true. */
	readonly playing?: boolean;
	/** Called when the meshes are there. */
	readonly onReady?: (hands: HandsObject) => void;
	/** Called if the meshes cannot be loaded. The hands are then drawn as joints and bones. */
	readonly onError?: (error: unknown) => void;
	readonly ref?: Ref<HandsObject | null>;
}

/** The events with their properties. `satisfies` makes a new event of the player an error here. */
const EVENTS = {
	pinch: 'onPinch',
	tracked: 'onTracked',
	marker: 'onMarker',
	button: 'onButton',
	controller: 'onController',
	event: 'onTrackEvent',
	looped: 'onLooped',
	ended: 'onEnded',
} as const satisfies Record<keyof PlayerEvents, keyof RecordedHandsListeners>;
/** The events of live frames. */
const LIVE_EVENTS: readonly string[] = ['pinch', 'tracked', 'controller'];

/**
 * Recorded or live hands in a scene of React Three Fiber. They move with the frame loop of the canvas.
 *
 * @example
 * import { RecordedHands } from '@handreel/three/react';
 * import { createElement } from 'react';
 * // <RecordedHands recording={recording} position={[0, 1, 0]} onPinch={({ side }) => console.log(side)} />
 * createElement(RecordedHands, { recording, position: [0, 1, 0], onPinch: ({ side }) => console.log(side) });
 */
export function RecordedHands(props: RecordedHandsProps): ReactElement | null {
	const { recording, player, live, handStyle, head, gaze, controllers } = props;
	const {
		fade,
		range: _range,
		createSampler,
		defaultWrap,
		speed,
		wrap,
		time,
		playing,
		ref,
		onReady,
		onError,
		...rest
	} = omitOptions(props);
	const models = useSteady(props.models);
	const bones = useSteady(props.bones);
	const sides = useSteady(props.sides);
	const color = useSteady(props.color);
	const material = useSteady(props.material);
	const range = useSteady(props.range);
	const recordedWrap = wrap === 'recorded' ? wrap : undefined;
	const source = recording ?? player ?? live;
	const [hands, setHands] = useState<HandsObject | null>(null);
	const invalidate = useThree((state) => state.invalidate);
	/** Whether the last frame asked for this one. */
	const isMoving = useRef(false);
	const listeners = useRef(props);
	listeners.current = props;
	// Everything that the object is made of: a change makes another object.
	useEffect(() => {
		if (source === undefined) return;
		const options = {
			handStyle,
			sides,
			models,
			bones,
			color,
			material,
			head,
			gaze,
			controllers,
			fade,
			createSampler,
			defaultWrap,
			wrap: recordedWrap,
		};
		const object = new HandsObject(source, {
			...options,
			autoplay: false,
		});
		for (const type of Object.keys(EVENTS) as (keyof PlayerEvents)[]) {
			if (object.player === null && !LIVE_EVENTS.includes(type)) continue;
			object.on(type, (event) => {
				const listener = listeners.current[EVENTS[type]] as ((event: object) => void) | undefined;
				listener?.(event);
			});
		}
		let isDisposed = false;
		const finish = (tell: () => void): void => {
			if (isDisposed) return;
			invalidate();
			tell();
		};
		object.ready.then(
			() => finish(() => listeners.current.onReady?.(object)),
			(error: unknown) => finish(() => listeners.current.onError?.(error)),
		);
		setHands(object);
		return () => {
			isDisposed = true;
			object.dispose();
			setHands(null);
		};
	}, [
		source,
		handStyle,
		models,
		bones,
		color,
		material,
		head,
		gaze,
		controllers,
		sides,
		fade,
		createSampler,
		defaultWrap,
		recordedWrap,
		invalidate,
	]);
	useEffect(() => {
		// A player of the user's is left alone.
		const own = player === undefined ? hands?.player : null;
		if (!own) return;
		if (range !== undefined) own.range = range;
		own.speed = speed ?? 1;
		if (wrap !== 'recorded') own.wrap = wrap ?? 'loop';
		if (playing === false || time !== undefined) own.pause();
		else own.play();
	}, [hands, player, range, speed, wrap, playing, time]);
	// A canvas with `frameloop="demand"` draws when it is asked to: after every rendering, and while hands move or fade.
	useEffect(() => invalidate());
	useFrame((_, delta) => {
		if (hands === null) return;
		if (time !== undefined && hands.player !== null) hands.setTime(time);
		// After a rest, the step contains all the time without frames.
		else hands.update(isMoving.current ? delta : 0);
		isMoving.current = areMoving(hands);
		if (isMoving.current) invalidate();
	});
	useImperativeHandle<HandsObject | null, HandsObject | null>(ref, () => hands, [hands]);
	return hands === null ? null : createElement('primitive', { ...rest, object: hands });
}

/** Whether the next frame may differ without a change of properties. */
function areMoving({ player, playback }: HandsObject): boolean {
	if (player === null || player.isPlaying) return true;
	return SIDES.some((side) => playback.opacity[side] > 0 && playback.opacity[side] < 1);
}

/** Keeps an array or a plain object as long as its entries are the same: literals in JSX are new objects in every rendering. */
function useSteady<T>(value: T): T {
	const last = useRef(value);
	if (!hasSameEntries(last.current, value)) last.current = value;
	return last.current;
}

function hasSameEntries(a: unknown, b: unknown): boolean {
	if (Object.is(a, b)) return true;
	if (!isPlain(a) || !isPlain(b)) return false;
	const names = Object.keys(a);
	return names.length === Object.keys(b).length && names.every((name) => Object.is(a[name], b[name]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
	return (
		Array.isArray(value) ||
		(typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
	);
}

/** The properties without those of the object and without listeners, which the group does not know. */
function omitOptions(props: RecordedHandsProps): RecordedHandsProps {
	const rest: Record<string, unknown> = { ...props };
	const own = ['recording', 'player', 'live', 'handStyle', 'models', 'bones', 'color', 'material', 'head', 'gaze'];
	for (const name of [...own, 'controllers', 'sides', ...Object.values(EVENTS)]) delete rest[name];
	return rest;
}
