import {
	type Curve,
	createRecording,
	type HandParts,
	JOINT_NAMES,
	type JointName,
	LAYOUTS,
	type LayoutName,
	type Marker,
	type PoseParts,
	type QuatCurves,
	type RayParts,
	type RecordingParts,
	type Vec3Curves,
} from '@handreel/core';
import { KeyStore } from '../common/key-store.ts';
import type { ReadResult } from '../common/read-result.ts';
import { JSON_FORMAT } from '../common/signatures.ts';
import { createClampedWraps } from '../common/wraps.ts';
import { JsonCursor } from './cursor.ts';
import { JSON_FORMAT_VERSION } from './encode-json.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Returns the recording that a JSON text describes; `docs/json.md` describes the structure. Restores every bit that
 * `encodeJson` wrote, except NaN payloads. Missing curves and joints have no keys, missing sections are absent.
 *
 * Throws `bad-json` with line, column, path and reason.
 *
 * @example decodeJson(await file.text()).recording
 */
export function decodeJson(json: string): ReadResult {
	if (typeof json !== 'string') throw new TypeError('json: expected a string');
	const reader = new JsonReader(json.charCodeAt(0) === 0xfeff ? json.slice(1) : json);
	return { recording: createRecording(reader.readRecording()), issues: [] };
}

class JsonReader {
	readonly #cursor: JsonCursor;
	readonly #store = new KeyStore();
	readonly #parts: Mutable<RecordingParts> = {};
	// The place of the current number. Becomes a path only in errors.
	#keysPath = '';
	#key = 0;
	#field = 0;
	readonly #numberPlace = (): string => `${this.#keysPath}[${this.#key}][${this.#field}]`;

	constructor(text: string) {
		this.#cursor = new JsonCursor(text);
	}

	readRecording(): RecordingParts {
		const cursor = this.#cursor;
		const parts = this.#parts;
		const seen = cursor.readObject('', {
			// For editors.
			$schema: (path) => cursor.readString(path),
			format: (path) => {
				const format = cursor.readString(path);
				if (format !== JSON_FORMAT) cursor.fail(path, `expected "${JSON_FORMAT}" but found "${format}"`);
			},
			formatVersion: (path) => {
				const version = cursor.readNumber(() => path);
				if (version !== JSON_FORMAT_VERSION) cursor.fail(path, `expected ${JSON_FORMAT_VERSION} but found ${version}`);
			},
			layout: (path) => {
				parts.layout = this.#readLayout(path);
			},
			markers: (path) => {
				parts.markers = this.#readMarkers(path);
			},
			head: (path) => {
				parts.head = cursor.skipNull() ? null : this.#readPose(path);
			},
			hands: (path) => {
				parts.hands = cursor.skipNull() ? null : this.#readHands(path);
			},
			gaze: (path) => {
				parts.gaze = cursor.skipNull() ? null : this.#readRay(path);
			},
		});
		for (const name of ['format', 'formatVersion', 'layout']) {
			if (!seen.has(name)) cursor.fail('', `field "${name}" is missing`);
		}
		cursor.expectEnd();
		this.#store.finish();
		return parts;
	}

	#readLayout(path: string): LayoutName {
		const name = this.#cursor.readString(path);
		const info = LAYOUTS.find((entry) => entry.name === name);
		if (info !== undefined) return info.name;
		return this.#cursor.fail(path, `"${name}" is not one of ${LAYOUTS.map((entry) => entry.name).join(', ')}`);
	}

	#readMarkers(path: string): Marker[] {
		const cursor = this.#cursor;
		const markers: Marker[] = [];
		cursor.readArray(path, (index) => {
			const marker = { time: Number.NaN, name: '' };
			const seen = cursor.readObject(`${path}[${index}]`, {
				time: (place) => {
					marker.time = cursor.readFloat(() => place);
					if (Number.isNaN(marker.time)) cursor.fail(place, 'a marker time must not be NaN');
				},
				name: (place) => {
					marker.name = cursor.readString(place);
				},
			});
			if (seen.size < 2) cursor.fail(`${path}[${index}]`, 'a marker needs a time and a name');
			markers.push(marker);
		});
		return markers;
	}

	#readHands(path: string): { left?: HandParts; right?: HandParts } {
		const hands: { left?: HandParts; right?: HandParts } = {};
		this.#cursor.readObject(path, {
			left: (place) => {
				hands.left = this.#readHand(place);
			},
			right: (place) => {
				hands.right = this.#readHand(place);
			},
		});
		return hands;
	}

	#readHand(path: string): HandParts {
		const hand: Mutable<HandParts> = {};
		this.#cursor.readObject(path, {
			tracked: (place) => {
				hand.tracked = this.#readCurve(place, 'boolean');
			},
			pinching: (place) => {
				hand.pinching = this.#readCurve(place, 'boolean');
			},
			joints: (place) => {
				const joints: Partial<Record<JointName, PoseParts>> = {};
				const readers = JOINT_NAMES.map((name) => [
					name,
					(jointPath: string): void => {
						joints[name] = this.#readPose(jointPath);
					},
				]);
				this.#cursor.readObject(place, Object.fromEntries(readers));
				hand.joints = joints;
			},
		});
		return hand;
	}

	#readPose(path: string): PoseParts {
		const pose: Mutable<PoseParts> = {};
		this.#cursor.readObject(path, {
			position: (place) => {
				pose.position = this.#readVector(place, ['x', 'y', 'z']);
			},
			rotation: (place) => {
				pose.rotation = this.#readVector(place, ['x', 'y', 'z', 'w']);
			},
		});
		return pose;
	}

	#readRay(path: string): RayParts {
		const ray: Mutable<RayParts> = {};
		this.#cursor.readObject(path, {
			origin: (place) => {
				ray.origin = this.#readVector(place, ['x', 'y', 'z']);
			},
			direction: (place) => {
				ray.direction = this.#readVector(place, ['x', 'y', 'z']);
			},
		});
		return ray;
	}

	#readVector<A extends keyof QuatCurves>(path: string, axes: readonly A[]): Partial<Vec3Curves & Record<A, Curve>> {
		const vector: Partial<Record<A, Curve>> = {};
		const readers = axes.map((axis) => [
			axis,
			(place: string): void => {
				vector[axis] = this.#readCurve(place, 'float');
			},
		]);
		this.#cursor.readObject(path, Object.fromEntries(readers));
		return vector as Partial<Vec3Curves & Record<A, Curve>>;
	}

	#readCurve(path: string, kind: Curve['kind']): Curve {
		const cursor = this.#cursor;
		const start = this.#store.length;
		let stride: 0 | 2 | 7 = 0;
		let { preWrap, postWrap } = createClampedWraps();
		const seen = cursor.readObject(path, {
			preWrap: (place) => {
				preWrap = cursor.readInteger(() => place);
			},
			postWrap: (place) => {
				postWrap = cursor.readInteger(() => place);
			},
			keys: (place) => {
				this.#keysPath = place;
				cursor.readArray(place, (index) => {
					this.#key = index;
					stride = this.#readKey(kind === 'boolean' ? 2 : stride);
				});
			},
		});
		if (!seen.has('keys')) cursor.fail(path, 'field "keys" is missing');
		return this.#store.addCurve({ kind, stride: stride || 2, start, preWrap, postWrap });
	}

	// Reads a key of `stride` numbers, or of 2 or 7 if it is 0, and returns their number.
	#readKey(stride: 0 | 2 | 7): 2 | 7 {
		const cursor = this.#cursor;
		const store = this.#store;
		const place = this.#numberPlace;
		if (!cursor.skip('[')) this.#failKey('a key is an array of numbers');
		this.#field = 0;
		do {
			if (this.#field === 6) store.pushInteger(cursor.readInteger(place));
			else if (this.#field < 6) store.pushFloat(cursor.readFloat(place));
			else this.#failKey('a key has at most 7 numbers');
			this.#field++;
		} while (cursor.skip(','));
		const count = this.#field;
		if (stride === 0 ? count !== 2 && count !== 7 : count !== stride) {
			this.#failKey(`${count} numbers, where a key of this curve has ${stride === 0 ? '2 or 7' : stride}`);
		}
		if (!cursor.skip(']')) this.#failKey('a key does not end here; expected , or ]');
		return count as 2 | 7;
	}

	#failKey(reason: string): never {
		this.#cursor.fail(`${this.#keysPath}[${this.#key}]`, reason);
	}
}
