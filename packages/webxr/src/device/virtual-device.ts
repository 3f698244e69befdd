import type { Room } from '@handreel/core';
import type {
	BlendMode,
	BoundsCorner,
	Device,
	DeviceAnchor,
	DeviceInput,
	DeviceView,
	HitSurface,
	InteractionMode,
	SessionMode,
} from './device.ts';
import { IDENTITY, type Pose } from './pose.ts';
import { REPLAY_DEFAULTS } from './replay-options.ts';
import { VirtualInput, type VirtualInputState } from './virtual-input.ts';

/** The state of a {@link VirtualDevice}, without its inputs. */
export type VirtualDeviceState = Omit<Device, 'inputs' | 'resetCount' | 'roomTime' | 'createAnchor' | 'update'>;

const FLOOR: Pose = [0, -1.6, 0, 0, 0, 0, 1];

/**
 * A device that a script controls. Changes of poses, views and inputs take effect together, at the start of the next frame.
 *
 * @example
 * const device = new VirtualDevice();
 * const controller = device.addInput({ handedness: 'right', buttons: [RELEASED_BUTTON, RELEASED_BUTTON] });
 * controller.press('select');
 */
export class VirtualDevice implements Device {
	inputs: readonly DeviceInput[] = [];
	/** Keeps places for pages. Default: anchors stay where they are. */
	createAnchor?: (pose: Pose) => Promise<DeviceAnchor | null>;
	resetCount = 0;
	roomTime = 0;
	#next: VirtualDeviceState;
	#state: VirtualDeviceState;
	#nextResetCount = 0;
	readonly #inputs: Set<VirtualInput> = new Set();

	/** By default the head is at the origin, 1.6 m above the floor, and the device supports all modes. */
	constructor(init: Partial<VirtualDeviceState> = {}) {
		this.#next = {
			head: IDENTITY,
			isHeadEmulated: false,
			origin: IDENTITY,
			floor: FLOOR,
			bounds: [],
			room: null,
			hitSurfaces: [],
			views: [
				createView('left', -REPLAY_DEFAULTS.eyeDistance / 2),
				createView('right', REPLAY_DEFAULTS.eyeDistance / 2),
			],
			modes: REPLAY_DEFAULTS.modes,
			features: ['viewer', 'local', 'local-floor', 'bounded-floor', 'unbounded', 'hand-tracking'],
			blendMode: 'additive',
			interactionMode: 'world-space',
			frameRate: REPLAY_DEFAULTS.frameRate,
			...init,
		};
		this.#state = this.#next;
	}

	get head(): Pose | null {
		return this.#state.head;
	}

	get isHeadEmulated(): boolean {
		return this.#state.isHeadEmulated;
	}

	get origin(): Pose {
		return this.#state.origin;
	}

	get floor(): Pose | null {
		return this.#state.floor;
	}

	get bounds(): readonly BoundsCorner[] {
		return this.#state.bounds;
	}

	/** What the device knows of the room; `createRoom` makes one. Default `null`: nothing. */
	get room(): Room | null | undefined {
		return this.#state.room;
	}

	get hitSurfaces(): readonly HitSurface[] {
		return this.#state.hitSurfaces ?? [];
	}

	get views(): readonly DeviceView[] {
		return this.#state.views;
	}

	get modes(): readonly SessionMode[] {
		return this.#next.modes;
	}

	get features(): readonly string[] {
		return this.#next.features;
	}

	get blendMode(): BlendMode {
		return this.#next.blendMode;
	}

	get interactionMode(): InteractionMode {
		return this.#next.interactionMode;
	}

	get frameRate(): number {
		return this.#next.frameRate;
	}

	/** Changes some of the state. Modes, features and rates change at once, because sessions ask for them before the first frame. */
	set(change: Partial<VirtualDeviceState>): void {
		this.#next = { ...this.#next, ...change };
	}

	/** Moves the origin of `local`, as when a user recenters the view. */
	recenter(origin: Pose): void {
		this.set({ origin });
		this.#nextResetCount++;
	}

	/** Connects an input. */
	addInput(init: Partial<VirtualInputState> = {}): VirtualInput {
		const input = new VirtualInput(init);
		this.#inputs.add(input);
		return input;
	}

	/** Takes over all changes. */
	update(seconds = 0, isJump = false): void {
		this.roomTime = seconds;
		this.#state = this.#next;
		this.resetCount = this.#nextResetCount;
		this.inputs = [...this.#inputs].flatMap((input) => input.commit(isJump) ?? []);
	}
}

/** Creates a view with the default field of view. `x`: meters to the right of the head's center. */
function createView(eye: DeviceView['eye'], x: number): DeviceView {
	const fieldOfView = (REPLAY_DEFAULTS.fieldOfViewDegrees * Math.PI) / 180;
	return { eye, pose: [x, 0, 0, 0, 0, 0, 1], fieldOfView, projection: null };
}
