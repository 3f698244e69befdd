// Writes Unity XR Hands captures straight from the description of the format, without code of the package.

/** A hand as an update step saw it. */
export interface CaptureStep {
	readonly tracked: boolean;
	/** 26 poses; without them the frame holds only the root. */
	readonly joints: readonly (readonly number[])[] | null;
	/** Default: the wrist. */
	readonly root?: readonly number[];
}

/** A hand in a frame. */
export interface CaptureHand {
	readonly dynamic?: CaptureStep;
	readonly before?: CaptureStep;
	/** Ten values in the order of their bits; `null` for values that are absent. */
	readonly gestures?: readonly (readonly number[] | number | boolean | null)[];
	readonly aim?: {
		readonly flags: number;
		readonly state: number;
		readonly metaFlags: readonly [low: number, high: number];
		readonly pinch: readonly number[];
		readonly pose: readonly number[] | null;
	};
}

export interface CaptureFrame {
	readonly time: number;
	readonly head?: { readonly state: number; readonly pose: readonly number[] };
	readonly success?: number;
	readonly successBefore?: number;
	readonly left?: CaptureHand;
	readonly right?: CaptureHand;
}

export interface Capture {
	readonly version: 1 | 2;
	readonly name: string;
	readonly duration: number;
	readonly frames: readonly CaptureFrame[];
	readonly sequenceFlags?: number;
	readonly options?: number;
	readonly meshLayout?: number;
	readonly joints?: readonly number[];
	readonly shapes?: readonly number[];
}

/** The bytes of a capture. Times are written as given. */
export function writeCapture(capture: Capture): Uint8Array {
	const out: number[] = [];
	const int = (value: number): void => {
		out.push(...new Uint8Array(Int32Array.of(value).buffer));
	};
	const floats = (values: readonly number[]): void => {
		for (const value of values) out.push(...new Uint8Array(Float32Array.of(value).buffer));
	};
	const string = (text: string): void => {
		const bytes = Buffer.from(text, 'utf8');
		let length = bytes.length;
		while (length >= 128) {
			out.push((length % 128) + 128);
			length = Math.floor(length / 128);
		}
		out.push(length, ...bytes);
	};
	const step = ({ tracked, joints, root }: CaptureStep): void => {
		int((joints === null ? 0 : 1) + (tracked ? 2 : 0));
		floats(root ?? joints?.[0] ?? [0, 0, 0, 0, 0, 0, 1]);
		if (joints === null) return;
		int(26);
		joints.forEach(floats);
	};
	const hand = ({ dynamic, before, gestures, aim }: CaptureHand, number: number): void => {
		if (dynamic !== undefined || before !== undefined) {
			int((dynamic === undefined ? 0 : 1) + (before === undefined ? 0 : 2));
			if (dynamic !== undefined) step(dynamic);
			if (before !== undefined) step(before);
		}
		if (gestures !== undefined) {
			int(number);
			int(gestures.reduce<number>((sum, value, bit) => sum + (value === null ? 0 : 2 ** bit), 0));
			for (const value of gestures) {
				if (typeof value === 'boolean') out.push(value ? 1 : 0);
				else if (typeof value === 'number') floats([value]);
				else if (value !== null) floats(value);
			}
		}
		if (aim !== undefined) {
			for (const value of [number, aim.flags, aim.state, ...aim.metaFlags]) int(value);
			floats(aim.pinch);
			if (aim.pose !== null) floats(aim.pose);
		}
	};
	const { version, name, duration, frames, options = 0 } = capture;
	int(version);
	if (version === 2) {
		int(capture.sequenceFlags ?? 0);
		int(options);
	}
	string(name);
	floats([duration]);
	if (version === 2) {
		int(26);
		out.push(...(capture.joints ?? [0xff, 0xff, 0xff, 0x03]));
		int(capture.meshLayout ?? 0);
		floats(capture.shapes ?? new Array<number>(80).fill(0));
	}
	int(frames.length);
	for (const { time, head, success = 15, successBefore = 15, left = {}, right = {} } of frames) {
		if (version === 1) {
			floats([time]);
			for (const { dynamic } of [left, right]) out.push(dynamic?.tracked ? 1 : 0);
			for (const { dynamic } of [left, right]) out.push(dynamic?.joints ? 1 : 0);
			for (const { dynamic } of [left, right]) dynamic?.joints?.forEach(floats);
			continue;
		}
		let flags = 0;
		[left, right].forEach(({ dynamic, before, gestures, aim }, side) => {
			if (dynamic !== undefined || before !== undefined) flags += 1 << side;
			if (gestures !== undefined) flags += 4 << side;
			if (aim !== undefined) flags += 16 << side;
		});
		int(flags);
		floats([time]);
		int(head?.state ?? 0);
		if (head !== undefined && head.state !== 0) floats(head.pose);
		int(success);
		if (options % 2 === 1) int(successBefore);
		hand(left, 1);
		hand(right, 2);
	}
	return Uint8Array.from(out);
}

/** 26 poses that differ from each other and move with a time. */
export function createJoints(time: number, side: 1 | -1 = 1): number[][] {
	return Array.from({ length: 26 }, (_, i) => {
		const sine = 0.2 * Math.sin(time * 3 + i);
		return [
			side * (0.2 + i / 250),
			1.2 + 0.05 * Math.cos(time + i),
			0.4 + i / 170,
			sine,
			0,
			0,
			Math.sqrt(1 - sine * sine),
		];
	});
}

/** The stamps of XR Hands 1.8 and later: a frame late. */
export function delay(times: readonly number[]): number[] {
	return times.map((_, i) => times[Math.max(0, i - 1)] ?? 0);
}
