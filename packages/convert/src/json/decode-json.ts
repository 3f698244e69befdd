import {
	type ControllerParts,
	createRecording,
	type HandParts,
	JOINT_NAMES,
	type JointName,
	LAYOUTS,
	type LayoutName,
	type LimitOptions,
	type PoseParts,
	type RecordingParts,
	type Side,
} from '@handreel/core';
import { quoteValue, ReadBudget } from '@handreel/core/internal';
import type { ReadResult } from '../common/format.ts';
import { readText } from '../common/read-text.ts';
import { JsonCursor } from './cursor.ts';
import { CurveReader, type Mutable } from './read-curves.ts';
import { readController, readInfo, readRadii, readRoom, readTracks } from './read-extras.ts';
import { JSON_FORMAT, JSON_FORMAT_VERSION } from './structure.ts';

/**
 * Returns the recording that a JSON text describes; `docs/json.md` describes the structure. Restores every bit that
 * `encodeJson` wrote, except NaN payloads. Missing curves and joints have no keys, missing sections are absent.
 *
 * Throws `bad-json` with line, column, path and reason, and `too-large` for text beyond `limits`.
 *
 * @example decodeJson(await file.text()).recording
 */
export function decodeJson(source: string | Uint8Array, options: LimitOptions = {}): ReadResult {
	const json = readText(source, 'bad-json');
	const budget = new ReadBudget(options.limits, json.length);
	budget.chargeSteps(json.length);
	const reader = new JsonReader(json.charCodeAt(0) === 0xfeff ? json.slice(1) : json, budget);
	return { recording: createRecording(reader.readRecording()), issues: [] };
}

class JsonReader {
	readonly #cursor: JsonCursor;
	readonly #curves: CurveReader;
	readonly #parts: Mutable<RecordingParts> = {};

	constructor(text: string, budget: ReadBudget) {
		this.#cursor = new JsonCursor(text, budget);
		this.#curves = new CurveReader(this.#cursor);
	}

	readRecording(): RecordingParts {
		const cursor = this.#cursor;
		const curves = this.#curves;
		const parts = this.#parts;
		const seen = cursor.readObject('', {
			// For editors.
			$schema: (path) => cursor.readString(path),
			format: (path) => {
				const format = cursor.readString(path);
				if (format !== JSON_FORMAT) cursor.fail(path, `expected "${JSON_FORMAT}" but found ${quoteValue(format)}`);
			},
			formatVersion: (path) => {
				const version = cursor.readNumber(() => path);
				if (version !== JSON_FORMAT_VERSION) cursor.fail(path, `expected ${JSON_FORMAT_VERSION} but found ${version}`);
			},
			layout: (path) => {
				parts.layout = cursor.skipNull() ? null : this.#readLayout(path);
			},
			info: (path) => {
				parts.info = readInfo(cursor, path);
			},
			markers: (path) => {
				parts.markers = curves.readMarkers(path);
			},
			head: (path) => {
				parts.head = cursor.skipNull() ? null : curves.readPose(path);
			},
			hands: (path) => {
				parts.hands = cursor.skipNull() ? null : this.#readSides(path, (place) => this.#readHand(place));
			},
			gaze: (path) => {
				parts.gaze = cursor.skipNull() ? null : curves.readRay(path);
			},
			controllers: (path) => {
				const read = (place: string): ControllerParts | null =>
					cursor.skipNull() ? null : readController(cursor, curves, place);
				parts.controllers = cursor.skipNull() ? null : this.#readSides(path, read);
			},
			tracks: (path) => {
				parts.tracks = readTracks(cursor, curves, path);
			},
			room: (path) => {
				parts.room = readRoom(cursor, path);
			},
		});
		for (const name of ['format', 'formatVersion', 'layout']) {
			if (!seen.has(name)) cursor.fail('', `field "${name}" is missing`);
		}
		cursor.expectEnd();
		curves.finish();
		return parts;
	}

	#readLayout(path: string): LayoutName {
		const name = this.#cursor.readString(path);
		const info = LAYOUTS.find((entry) => entry.name === name);
		if (info !== undefined) return info.name;
		return this.#cursor.fail(
			path,
			`${quoteValue(name)} is not one of ${LAYOUTS.map((entry) => entry.name).join(', ')}`,
		);
	}

	#readSides<T>(path: string, read: (path: string) => T): Partial<Record<Side, T>> {
		const sides: Partial<Record<Side, T>> = {};
		this.#cursor.readObject(path, {
			left: (place) => {
				sides.left = read(place);
			},
			right: (place) => {
				sides.right = read(place);
			},
		});
		return sides;
	}

	#readHand(path: string): HandParts {
		const cursor = this.#cursor;
		const curves = this.#curves;
		const hand: Mutable<HandParts> = {};
		cursor.readObject(path, {
			tracked: (place) => {
				hand.tracked = curves.readCurve(place, 'boolean');
			},
			pinching: (place) => {
				hand.pinching = curves.readCurve(place, 'boolean');
			},
			joints: (place) => {
				const joints: Partial<Record<JointName, PoseParts>> = {};
				const readers = JOINT_NAMES.map((name) => [
					name,
					(jointPath: string): void => {
						joints[name] = curves.readPose(jointPath);
					},
				]);
				cursor.readObject(place, Object.fromEntries(readers));
				hand.joints = joints;
			},
			aim: (place) => {
				hand.aim = cursor.skipNull() ? null : curves.readPose(place);
			},
			pinchStrength: (place) => {
				hand.pinchStrength = cursor.skipNull() ? null : curves.readCurve(place, 'float');
			},
			radii: (place) => {
				hand.radii = cursor.skipNull() ? null : readRadii(cursor, place);
			},
		});
		return hand;
	}
}
