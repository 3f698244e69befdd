import { listSimilarNames } from '@handreel/core/internal';
import { isScriptObject, isScriptOptions, type ScriptCall, type ScriptStatement, type ScriptValue } from './value.ts';

/** The kinds of values that verbs take. A target is an object or a point. */
export type ValueKind = 'target' | 'seconds' | 'meters' | 'times' | 'tilt' | 'text' | 'button' | 'mode' | 'part';

/** What a verb takes. */
export interface Verb {
	readonly args: readonly ValueKind[];
	/** How many of the arguments may be left out. */
	readonly optional?: number;
	readonly options?: Readonly<Record<string, ValueKind>>;
}

const TIMED = { duration: 'seconds' } as const;

/** Limits of what a script may ask for: a mistake such as milliseconds must not keep a page busy for hours. */
const MAX_SECONDS = 120;
const MAX_TIMES = 50;
const MAX_METERS = 1000;

/** The verbs of a hand or controller. `PerformedSide` of core describes what they do. */
export const SIDE_VERBS: Readonly<Record<string, Verb>> = {
	reach: { args: ['target'], options: { ...TIMED, with: 'part' } },
	moveTo: { args: ['target'], options: { ...TIMED, around: 'target' } },
	pinch: { args: ['target'], optional: 1 },
	grab: { args: ['target'], optional: 1 },
	release: { args: [] },
	poke: { args: ['target'], options: TIMED },
	pointAt: { args: ['target'], options: TIMED },
	throwTo: { args: ['target'], options: TIMED },
	scroll: { args: ['target'], options: { by: 'meters', times: 'times' } },
	wave: { args: [], options: { times: 'times' } },
	rest: { args: [] },
	shape: { args: ['text'], options: TIMED },
	press: { args: ['button'], options: { hold: 'seconds' } },
	down: { args: ['button'] },
	up: { args: ['button'] },
	stick: { args: ['tilt', 'tilt'] },
	pickUp: { args: [] },
	putDown: { args: [] },
	hide: { args: [] },
	show: { args: ['mode'], optional: 1 },
	wait: { args: ['seconds'] },
	mark: { args: ['text'] },
};

/** The verbs of the whole person. */
export const PERSON_VERBS: Readonly<Record<string, Verb>> = {
	lookAt: { args: ['target'] },
	walkTo: { args: ['target'], options: { facing: 'target' } },
};

/** The kinds, in words, with their checks. */
const KINDS: Readonly<Record<ValueKind, { readonly text: string; readonly isValid: (value: ScriptValue) => boolean }>> =
	{
		target: {
			text: 'an object such as "drawer", or a point such as [0, 1.2, -0.4]',
			isValid: (value) => isScriptObject(value) || typeof value === 'string' || isPoint(value),
		},
		seconds: { text: `seconds from 0 to ${MAX_SECONDS}`, isValid: isBetween(0, MAX_SECONDS) },
		meters: { text: `meters up to ${MAX_METERS}`, isValid: isBetween(-MAX_METERS, MAX_METERS) },
		times: {
			text: `an integer from 1 to ${MAX_TIMES}`,
			isValid: (value) => Number.isSafeInteger(value) && isBetween(1, MAX_TIMES)(value),
		},
		tilt: { text: 'a number from -1 to 1', isValid: isBetween(-1, 1) },
		text: { text: 'a text in quotation marks', isValid: (value) => typeof value === 'string' && value.length <= 200 },
		button: {
			text: 'the name of a button such as "trigger", or its number',
			isValid: (value) => typeof value === 'string' || Number.isSafeInteger(value),
		},
		mode: { text: '"hand" or "controller"', isValid: (value) => value === 'hand' || value === 'controller' },
		part: {
			text: '"pinch", "index" or "palm"',
			isValid: (value) => value === 'pinch' || value === 'index' || value === 'palm',
		},
	};

function isPoint(value: ScriptValue): boolean {
	return Array.isArray(value) && value.length === 3 && value.every(isBetween(-MAX_METERS, MAX_METERS));
}

function isBetween(least: number, most: number): (value: ScriptValue) => boolean {
	return (value) => typeof value === 'number' && value >= least && value <= most;
}

/**
 * Checks that all verbs of a script exist and take what they are given, before the first of them runs. Returns the statements with
 * texts that name targets as objects. Throws `TypeError` that names the verb.
 */
export function checkScript(statements: readonly ScriptStatement[]): ScriptStatement[] {
	return statements.map(({ side, calls }) => {
		const verbs = side === null ? PERSON_VERBS : SIDE_VERBS;
		return { side, calls: calls.map((call) => checkCall(call, side, verbs)) };
	});
}

function checkCall(call: ScriptCall, side: string | null, verbs: Readonly<Record<string, Verb>>): ScriptCall {
	const { verb: name } = call;
	const shown = side === null ? name : `${side}.${name}`;
	if (!Object.hasOwn(verbs, name)) {
		const nearest = listSimilarNames(name, Object.keys(verbs))[0];
		const other = side === null ? SIDE_VERBS : PERSON_VERBS;
		const hint = Object.hasOwn(other, name)
			? side === null
				? `; it belongs to a hand: right.${name}(…)`
				: `; it belongs to the person: ${name}(…)`
			: nearest === undefined
				? ''
				: `; the nearest is ${nearest}`;
		throw new TypeError(`there is no verb ${shown}${hint}; verbs: ${Object.keys(verbs).join(', ')}`);
	}
	const verb = verbs[name]!;
	const last = call.args.at(-1);
	const options = last !== undefined && isScriptOptions(last) ? last : null;
	const args = options === null ? call.args : call.args.slice(0, -1);
	const least = verb.args.length - (verb.optional ?? 0);
	if (args.length < least || args.length > verb.args.length) throw new TypeError(`${shown} takes ${describe(verb)}`);
	const checked: ScriptValue[] = args.map((value, i) => checkValue(value, verb.args[i]!, shown));
	if (options === null) return { ...call, args: checked };
	const entries = options.entries.map(([option, value]) => {
		const kinds = verb.options ?? {};
		if (!Object.hasOwn(kinds, option)) {
			const names = Object.keys(kinds).join(', ') || 'none';
			throw new TypeError(`${shown} has no option ${option}; options: ${names}`);
		}
		return [option, checkValue(value, kinds[option]!, `${shown}: ${option}`)] as const;
	});
	return { ...call, args: [...checked, { kind: 'options', entries }] };
}

function checkValue(value: ScriptValue, kind: ValueKind, shown: string): ScriptValue {
	const { text, isValid } = KINDS[kind];
	if (!isValid(value)) throw new TypeError(`${shown} takes ${text}`);
	return kind === 'target' && typeof value === 'string' ? { kind: 'object', query: value } : value;
}

function describe({ args, optional = 0 }: Verb): string {
	if (args.length === 0) return 'no arguments';
	const texts = args.map((kind) => KINDS[kind].text).join(' and ');
	return optional === 0 ? texts : `nothing, or ${texts}`;
}
