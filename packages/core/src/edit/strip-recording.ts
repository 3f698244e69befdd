import { assembleRecording, createRecording, NO_INFO, NO_TRACKS } from '../model/create-recording.ts';
import type { ControllersCurves, HandsCurves, Recording } from '../model/recording.ts';
import { type OptionTable, readOptions } from '../option/option.ts';
import { compactRecording } from './compact-recording.ts';
import { defineEdit, type Edit } from './edit.ts';

/** A tracked part of a recording: the head, both hands or one hand, the eyes, the controllers. */
export type RecordingPart = 'head' | 'hands' | 'left' | 'right' | 'gaze' | 'controllers';

/** All parts of a recording, to check or to list them. */
export const RECORDING_PARTS: readonly RecordingPart[] = ['head', 'hands', 'left', 'right', 'gaze', 'controllers'];

/** A part that {@link stripRecording} can remove. */
export type StrippablePart = RecordingPart | 'markers' | 'info' | 'tracks' | 'room';

/** All parts that {@link stripRecording} can remove. */
export const STRIPPABLE_PARTS: readonly StrippablePart[] = [...RECORDING_PARTS, 'markers', 'info', 'tracks', 'room'];

const STRIP_OPTIONS = {
	parts: {
		type: 'list',
		choices: STRIPPABLE_PARTS as readonly StrippablePart[],
		isRequired: true,
		title: 'Remove',
		text: 'parts to remove; left and right are the hand and the controller of that side',
	},
} as const satisfies OptionTable;

/**
 * The recording without some parts, for privacy: their data is also gone from memory.
 *
 * `'left'` and `'right'` remove the hand and the controller of that side. Without both hands the section is `null`;
 * without one hand its curves are empty. Everything that stays is copied bit for bit into one new buffer
 * ({@link compactRecording}), because the curves of a file share the memory of the whole file. The result shares no keys
 * with the given recording, and nothing of what this version does not know of a file. Throws `TypeError` for an unknown part.
 *
 * @example stripRecording(recording, ['head', 'gaze', 'markers'])
 */
export function stripRecording(recording: Recording, parts: readonly StrippablePart[]): Recording {
	readOptions(STRIP_OPTIONS, { parts });
	const has = (part: StrippablePart): boolean => parts.includes(part);
	const { layout, markers, head, hands, gaze, controllers, info, tracks, room } = recording;
	return compactRecording(
		assembleRecording({
			layout: layout && { ...layout },
			markers: has('markers') ? [] : markers.map((marker) => ({ ...marker })),
			head: has('head') ? null : head,
			hands: stripHands(hands, has('left') || has('hands'), has('right') || has('hands')),
			gaze: has('gaze') ? null : gaze,
			controllers: stripControllers(controllers, has('left') || has('controllers'), has('right') || has('controllers')),
			info: has('info') ? NO_INFO : structuredClone(info),
			tracks: has('tracks') ? NO_TRACKS : tracks,
			room: has('room') ? undefined : structuredClone(room),
		}),
	);
}

/** The edit {@link stripRecording}. */
export const stripEdit: Edit = /* @__PURE__ */ defineEdit({
	name: 'strip',
	title: 'Strip',
	text: 'Remove parts of recordings, for example for privacy. Their data is not in the output.',
	options: STRIP_OPTIONS,
	examples: ['--parts head,gaze', '--parts gaze,markers'],
	apply: (recording, { parts }) => ({ recording: stripRecording(recording, parts) }),
});

function stripHands(hands: HandsCurves | null, isLeft: boolean, isRight: boolean): HandsCurves | null {
	if (hands === null || (isLeft && isRight)) return null;
	const empty = createRecording({ hands: {} }).hands as HandsCurves;
	return { left: isLeft ? empty.left : hands.left, right: isRight ? empty.right : hands.right };
}

function stripControllers(
	given: ControllersCurves | null,
	isLeft: boolean,
	isRight: boolean,
): ControllersCurves | null {
	const left = isLeft ? null : (given?.left ?? null);
	const right = isRight ? null : (given?.right ?? null);
	return left === null && right === null ? null : { left, right };
}
