import { basename, extname, join } from 'node:path';
import { findFormatOfName } from '@handreel/convert';
import type { SpaceName } from '@handreel/core';
import { createVariants, PERFORMER_DEFAULTS, Performer, type PerformerOptions } from '@handreel/core/perform';
import { isFolder } from '@handreel/node/internal';
import { loadScript, runScript, ScriptError } from '../files/load-script.ts';
import { findWritable } from '../formats/find-format.ts';
import { UsageError } from '../print/errors.ts';
import { type CommandDefinition, formatExamples } from './command-entry.ts';
import { addOutputOptions } from './define-edit.ts';
import { oneOf, parseCount, parseInteger, parsePositive, parseSpace, SPACE_NAMES } from './parse-arguments.ts';
import { type CommonOptions, type MadeRecording, writeResults } from './run-edit.ts';

interface PerformCommandOptions extends CommonOptions {
	readonly variants?: number;
	readonly seed?: number;
	readonly input?: 'hands' | 'controllers';
	readonly space?: SpaceName;
	readonly frameRate?: number;
	readonly body?: boolean;
}

/** `handreel perform`. */
export const perform: CommandDefinition = {
	configure: (command) => {
		command
			.description('Make recordings of hands, head, eyes and controllers by script.')
			.argument('<script>', 'JavaScript module; its default export takes a performer')
			.argument('<output>', 'file, folder (for --variants), or - for standard output')
			.option('--variants <count>', 'takes with different speed, hands, height and noise', parseCount)
			.option(
				'--seed <integer>',
				`selects the variants, tremor and noise (default: ${PERFORMER_DEFAULTS.seed})`,
				parseInteger,
			)
			.option(
				'--input <kind>',
				`hands or controllers (default: ${PERFORMER_DEFAULTS.input})`,
				oneOf(['hands', 'controllers']),
			)
			.option('--space <space>', `space of points: ${SPACE_NAMES} (default: ${PERFORMER_DEFAULTS.space})`, parseSpace)
			.option('--frame-rate <hz>', `frames per second (default: ${PERFORMER_DEFAULTS.frameRate})`, parsePositive)
			.option('--body', 'torso, arms and legs too, as tracks of poses');
		addOutputOptions(command)
			.addHelpText(
				'after',
				formatExamples(
					[
						'handreel perform grab.mjs grab.reel',
						'handreel perform grab.mjs takes/ --variants 20 --seed 7',
						'handreel perform grab.mjs left.reel --space webxr --input controllers',
					],
					`A script moves a performer; '--space webxr' is the space of three.js, with -z forward:
  export default ({ left, right }) => {
    right.reach([0.2, 1.1, 0.4]).pinch().mark('held').moveTo([0, 1.2, 0.4]).release();
    left.wave();
  };
Sides: reach, pinch, grab, release, moveTo, throwTo, catch, handTo, poke, scroll, pointAt, wave,
shape, rest, wait, after, mark, hide, show, thumbTap, thumbSwipe, press, down, up, stick, pickUp,
putDown. Performer: addObject, launch, scale, lookAt, walkTo, turnTo, wait, sync, mark. Objects are
pose tracks.
It may also export 'options' of the performer, which the options above replace. TypeScript works in
Node 22.18 and newer. Use .reel: MRTK's files cannot store pointing rays and controllers.

Exit codes: 0 success, 1 the script failed, 2 usage error.`,
				),
			)
			.action(runPerform);
	},
};

async function runPerform(script: string, output: string, options: PerformCommandOptions): Promise<void> {
	const { variants = 1, seed, input, space, frameRate, body, ...common } = options;
	const outputs = planTakes(script, output, variants, common.to);
	const module = await loadScript(script);
	const { default: play, options: own = {} } = module;
	if (typeof play !== 'function') throw new ScriptError(`${script}: the default export is not a function`);
	if (typeof own !== 'object' || own === null)
		throw new ScriptError(`${script}: the export 'options' is not an object`);
	const given = Object.entries({ seed, input, space, frameRate, body }).filter(([, value]) => value !== undefined);
	const base: PerformerOptions = { ...own, ...Object.fromEntries(given) };
	const performers: Performer[] = [];
	for (const take of await runScript(script, () => createVariants(variants, base))) {
		const performer = await runScript(script, async () => {
			const created = new Performer(take);
			await play(created);
			return created;
		});
		if (performer.duration === 0) throw new ScriptError(`${script}: the script moved nothing`);
		performers.push(performer);
	}
	process.exitCode = await writeResults(recordTakes(performers, script, outputs), performers.length, common);
}

function* recordTakes(
	performers: readonly Performer[],
	input: string,
	outputs: readonly string[],
): Iterable<MadeRecording> {
	for (const [i, performer] of performers.entries()) {
		yield { recording: performer.toRecording(), input, output: outputs[i]! };
	}
}

// The file of each take: `out.reel`, or `takes/grab-01.reel`.
function planTakes(script: string, output: string, variants: number, to: string | undefined): string[] {
	if (variants === 1 && !isFolder(output) && !/[\\/]$/.test(output)) return [output];
	if (output === '-') throw new UsageError('standard output takes a single recording; give a folder for --variants');
	if (findFormatOfName(output) !== null && !isFolder(output))
		throw new UsageError(`${output}: --variants needs a folder as output, for example takes/`);
	const extension = findWritable(to ?? 'reel')?.extensions[0] ?? '';
	const name = basename(script, extname(script));
	const digits = String(variants).length;
	return Array.from({ length: variants }, (_, i) => {
		const number = variants === 1 ? '' : `-${String(i + 1).padStart(digits, '0')}`;
		return join(output, `${name}${number}${extension}`);
	});
}
