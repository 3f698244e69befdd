import { moveRecording, reanchorRecording } from '@handreel/core/edit';
import { oneResult } from '../batch/edit.ts';
import { UsageError } from '../print/errors.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { defineEdit } from './define-edit.ts';
import { parseNumber, parseVector } from './parse-arguments.ts';

interface MoveOptions {
	readonly by?: number[];
	readonly turn?: number;
	readonly rotation?: number[];
	readonly anchor?: boolean;
	readonly keepHeight?: boolean;
}

const RADIANS = Math.PI / 180;

/** `handreel move`. */
export const move: CommandDefinition = defineEdit<MoveOptions>('move', {
	configure: (command) => {
		command
			.description('Move and rotate recordings in space. Unity coordinates: x right, y up, z forward.')
			.option('--by <x,y,z>', 'offset in meters', parseVector(3))
			.option('--turn <degrees>', 'rotate about the vertical axis before --by; positive turns right', parseNumber)
			.option('--rotation <x,y,z,w>', 'rotate by a quaternion before --by', parseVector(4))
			.option('--anchor', 'put the first head pose at the origin, facing forward')
			.option('--keep-height', 'with --anchor: keep heights')
			.addHelpText(
				'after',
				formatExamples([
					'handreel move session.bin moved.bin --by 0,0.1,-2',
					'handreel move session.bin turned.bin --turn 90',
					'handreel move session.bin anchored.bin --anchor --keep-height',
				]),
			);
	},
	check: ({ by, turn, rotation, anchor, keepHeight }) => {
		const isMove = by !== undefined || turn !== undefined || rotation !== undefined;
		if (isMove === (anchor === true))
			throw new UsageError('use either --anchor or at least one of --by, --turn and --rotation');
		if (turn !== undefined && rotation !== undefined) throw new UsageError('use either --turn or --rotation');
		if (keepHeight && !anchor) throw new UsageError('--keep-height needs --anchor');
		if (rotation !== undefined && Math.hypot(...rotation) === 0) throw new UsageError('--rotation must not be 0,0,0,0');
	},
	edit: (recording, { by = [0, 0, 0], turn = 0, rotation, anchor, keepHeight }) => {
		if (anchor) return oneResult(reanchorRecording(recording, { height: keepHeight ? 'keep' : 'zero' }));
		const half = (turn * RADIANS) / 2;
		const given = rotation ?? [0, Math.sin(half), 0, Math.cos(half)];
		const length = Math.hypot(...given);
		return oneResult(moveRecording(recording, [...by, ...given.map((value) => value / length)]));
	},
});
