import { decodeRecording } from '@handreel/convert';
import type { FrameSample, Recording, SpaceName } from '@handreel/core';
import type { PlayerEvents } from '@handreel/core/play';
import {
	DRAWN_HANDS_DEFAULTS,
	type FigureSource,
	type HandModels,
	type HandStyle,
	LIVE_DEFAULTS,
	LiveFrames,
	loadHandModels,
} from '@handreel/hands';
import { RecordedHands } from '../hands/recorded-hands.ts';
import type { ComponentDefinition, ComponentInstance } from './a-frame.ts';

/** The properties of the component `recorded-hands`. */
export interface RecordedHandsData {
	/** The address of a recording in any format, or the selector of an asset. */
	src: string;
	/** `mesh`, `joints` or `nodes`. */
	handStyle: HandStyle;
	/** The color of both hands; empty for a color per hand. */
	color: string;
	head: boolean;
	gaze: boolean;
	controllers: boolean;
	playing: boolean;
	loop: boolean;
	speed: number;
	/** The time to show, in seconds; playback continues from there. −1 leaves the time alone. */
	time: number;
	/** The folder of the hand models; empty for the folder of the package. */
	hands: string;
	/** Shows the frames that {@link RecordedHandsComponent.push} gets, instead of `src`. */
	live: boolean;
	/** Seconds by which live hands follow their newest frame, against jitter. */
	delay: number;
	/** The space of live frames: `unity`, as recorders take them, or `webxr`. */
	space: SpaceName;
}

/** The component of an entity: `entity.components['recorded-hands']`. */
export interface RecordedHandsComponent {
	/** The properties. */
	readonly data: Readonly<RecordedHandsData>;
	/** Adds a copy of a live frame. Throws `TypeError` without `live: true`, and `RangeError` for a time that is not finite. */
	push(frame: FrameSample): void;
}

/** The state of an instance. */
interface State {
	object: RecordedHands | null;
	/** The frames of a live source. */
	frames: LiveFrames | null;
	/** Counts loads, so that an outdated load is ignored. */
	load: number;
}

type Instance = ComponentInstance<RecordedHandsData> & State;

const SCHEMA: ComponentDefinition<RecordedHandsData, State>['schema'] = {
	src: { type: 'asset', default: '' },
	handStyle: { type: 'string', default: DRAWN_HANDS_DEFAULTS.handStyle },
	color: { type: 'string', default: '' },
	head: { type: 'boolean', default: false },
	gaze: { type: 'boolean', default: false },
	controllers: { type: 'boolean', default: false },
	playing: { type: 'boolean', default: true },
	loop: { type: 'boolean', default: true },
	speed: { type: 'number', default: 1 },
	time: { type: 'number', default: -1 },
	hands: { type: 'string', default: '' },
	live: { type: 'boolean', default: false },
	delay: { type: 'number', default: LIVE_DEFAULTS.delay },
	space: { type: 'string', default: LIVE_DEFAULTS.space },
};
/** A change of these makes another object. */
const BUILT_FROM = [
	'src',
	'handStyle',
	'color',
	'head',
	'gaze',
	'controllers',
	'hands',
	'live',
	'delay',
	'space',
] as const satisfies readonly (keyof RecordedHandsData)[];
const LIVE_EVENTS: readonly (keyof PlayerEvents)[] = ['tracked', 'controller'];
const EVENTS: readonly (keyof PlayerEvents)[] = [...LIVE_EVENTS, 'marker', 'button', 'looped', 'ended'];

/** Creates the definition of the component. `base` is the default folder of the hand models. */
export function createDefinition(base: string | null): ComponentDefinition<RecordedHandsData, State> {
	return {
		schema: SCHEMA,
		init() {
			this.object = null;
			this.frames = null;
			this.load = 0;
		},
		update(before) {
			const isSame = BUILT_FROM.every((name) => before[name] === this.data[name]);
			if (!isSame) void rebuild(this, base);
			else applyPlayback(this, before);
		},
		tick(_time, delta) {
			this.object?.update(delta / 1000);
		},
		push(frame) {
			if (this.frames === null) throw new TypeError('recorded-hands: push needs live: true');
			this.frames.push(frame);
		},
		remove() {
			this.load++;
			drop(this);
		},
	};
}

async function rebuild(instance: Instance, base: string | null): Promise<void> {
	drop(instance);
	const load = ++instance.load;
	const { src, handStyle, hands, live, delay, space } = instance.data;
	if (src === '' && !live) return;
	try {
		// At once, so that frames can be pushed while the models are loaded.
		if (live) instance.frames = new LiveFrames({ delay, space });
		const folder = hands === '' ? base : new URL(hands, document.baseURI).href;
		const [source, models] = await Promise.all([
			instance.frames ?? loadRecording(src),
			handStyle === 'mesh' ? loadModels(folder) : null,
		]);
		if (load === instance.load) show(instance, source, models);
	} catch (error) {
		if (load !== instance.load) return;
		console.error('recorded-hands:', error);
		instance.el.emit('recordingerror', { error }, false);
	}
}

/** Without models the hands are drawn as joints and bones. */
async function loadModels(folder: string | null): Promise<HandModels | null> {
	try {
		return await loadHandModels({ base: folder ?? undefined });
	} catch (error) {
		console.warn('recorded-hands: the hand models could not be loaded:', error);
		return null;
	}
}

async function loadRecording(src: string): Promise<Recording> {
	const response = await fetch(src);
	if (!response.ok) throw new Error(`${src} could not be loaded (${response.status})`);
	return (await decodeRecording(await response.arrayBuffer(), { keep: true })).recording;
}

function show(instance: Instance, source: FigureSource, models: HandModels | null): void {
	const { data, el } = instance;
	const { handStyle, color, head, gaze, controllers } = data;
	const object = new RecordedHands(source, {
		handStyle: handStyle === 'mesh' && models === null ? 'joints' : handStyle,
		models: models ?? undefined,
		color: color === '' ? undefined : color,
		head,
		gaze,
		controllers,
		autoplay: false,
	});
	instance.object = object;
	el.setObject3D('recorded-hands', object);
	// The names that A-Frame's own hands use.
	object.on('pinch', (event) => el.emit(event.pinching ? 'pinchstarted' : 'pinchended', event, false));
	for (const type of object.player === null ? LIVE_EVENTS : EVENTS)
		object.on(type, (event) => el.emit(`recording${type}`, event, false));
	applyPlayback(instance, {});
	el.emit('recordingloaded', { hands: object }, false);
}

function applyPlayback({ object, data }: Instance, before: Partial<RecordedHandsData>): void {
	const player = object?.player;
	if (!object || !player) return;
	player.speed = data.speed;
	player.wrap = data.loop ? 'loop' : 'once';
	if (data.time >= 0 && data.time !== before.time) object.setTime(data.time);
	if (data.playing) player.play();
	else player.pause();
}

function drop(instance: Instance): void {
	instance.frames = null;
	if (instance.object === null) return;
	instance.el.removeObject3D('recorded-hands');
	instance.object.dispose();
	instance.object = null;
}
