// Writes replays as the description of the format has them.

/** A frame: time, frame rate, and 21 numbers of the poses of head, left and right hand. */
export interface ReplayFrame {
	readonly time: number;
	readonly fps?: number;
	readonly poses: readonly number[];
}

/** What a replay holds. */
export interface Replay {
	readonly frames: readonly ReplayFrame[];
	readonly player?: string;
	/** The stated length of the name, which old recorders counted in characters. */
	readonly playerLength?: number;
	readonly controller?: string;
	readonly timestamp?: string;
	readonly notes?: readonly { readonly time: number; readonly kind: number }[];
	readonly walls?: readonly number[];
	readonly heights?: readonly (readonly [height: number, time: number])[];
	readonly pauses?: readonly (readonly [seconds: number, time: number])[];
	readonly hasOffsets?: boolean;
	readonly userData?: Uint8Array;
	/** The last section to write. Default: all that are needed. */
	readonly lastSection?: number;
}

/** Four states, the speed, direction (3), type, two deviations, point (3), normal (3), distance, angle and two ratings. */
const CUT_BYTES: number = 4 + 4 * (1 + 3 + 1 + 2 + 3 + 3 + 1 + 1 + 2);

/** Returns the bytes of a replay. */
export function writeBsor(replay: Replay): Uint8Array {
	const parts: Buffer[] = [];
	const byte = (value: number): void => void parts.push(Buffer.from([value]));
	const number = (size: number, write: (buffer: Buffer) => void): void => {
		const buffer = Buffer.alloc(size);
		write(buffer);
		parts.push(buffer);
	};
	const int = (value: number): void => number(4, (buffer) => buffer.writeInt32LE(value));
	const float = (value: number): void => number(4, (buffer) => buffer.writeFloatLE(value));
	const text = (value: string, length?: number): void => {
		const bytes = Buffer.from(value);
		int(length ?? bytes.length);
		parts.push(bytes);
	};
	int(0x442d3d69);
	byte(1);
	byte(0);
	for (const value of ['0.5.4', '1.27.0', replay.timestamp ?? '1677526799', '76561198000000000']) text(value);
	text(replay.player ?? 'someone', replay.playerLength);
	for (const value of ['steam', 'OpenVR', 'VIVE Pro 2', replay.controller ?? 'Knuckles Right']) text(value);
	for (const value of ['hash', 'a song', 'mapper', 'Expert']) text(value);
	int(1234);
	for (const value of ['Standard', 'The First', '']) text(value);
	float(19);
	byte(0);
	for (const value of [1.75, 0, 0, 0]) float(value);
	byte(1);
	int(replay.frames.length);
	for (const { time, fps = 90, poses } of replay.frames) {
		float(time);
		int(fps);
		for (const value of poses) float(value);
	}
	const last = replay.lastSection ?? 7;
	const section = (id: number, write: () => void): void => {
		if (id > last) return;
		byte(id);
		write();
	};
	const list = <T>(items: readonly T[] = [], write: (item: T) => void): void => {
		int(items.length);
		for (const item of items) write(item);
	};
	section(2, () =>
		list(replay.notes, ({ time, kind }) => {
			int(10_321);
			float(time);
			float(time - 1);
			int(kind);
			if (kind < 2) parts.push(Buffer.alloc(CUT_BYTES, 0xff));
		}),
	);
	section(3, () =>
		list(replay.walls, (time) => {
			int(110);
			float(0.5);
			float(time);
			float(time - 1);
		}),
	);
	section(4, () => list(replay.heights, ([height, time]) => [height, time].forEach(float)));
	section(5, () =>
		list(replay.pauses, ([seconds, time]) => {
			number(8, (buffer) => buffer.writeBigInt64LE(BigInt(seconds)));
			float(time);
		}),
	);
	if (replay.hasOffsets) section(6, () => void parts.push(Buffer.alloc(56)));
	const { userData } = replay;
	if (userData) {
		section(7, () => {
			int(userData.length);
			parts.push(Buffer.from(userData));
		});
	}
	return new Uint8Array(Buffer.concat(parts));
}

/** Three poses at rest, moved to the right. */
export function makePoses(x: number): number[] {
	return [0, 1, 2].flatMap((pose) => [x + pose, 1.5, -pose, 0, Math.SQRT1_2, 0, Math.SQRT1_2]);
}
