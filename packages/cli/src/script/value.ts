/** An object of the scene in a script: `object("drawer")`, `object("crate").nth(1)`, or a text where a verb takes a target. */
export interface ScriptObject {
	readonly kind: 'object';
	/** A name, the end of a path, or a reference such as `o4`. */
	readonly query: string;
	/** Which of several matches; absent: there must be only one. */
	readonly nth?: number;
}

/** Options in braces. */
export interface ScriptOptions {
	readonly kind: 'options';
	readonly entries: readonly (readonly [name: string, value: ScriptValue])[];
}

/** A value in a script. Lists hold numbers. */
export type ScriptValue = string | number | boolean | readonly number[] | ScriptObject | ScriptOptions;

/** A call of a verb, with the place of its name in the script. */
export interface ScriptCall {
	readonly verb: string;
	readonly args: readonly ScriptValue[];
	readonly at: number;
}

/** A statement: calls of a hand, or a call of the whole person. */
export interface ScriptStatement {
	readonly side: 'left' | 'right' | null;
	readonly calls: readonly ScriptCall[];
}

/** A mistake in a script, with its place. */
export class ScriptTextError extends Error {
	constructor(text: string, at: number, problem: string) {
		const before = text.slice(Math.max(0, at - 20), at).replaceAll('\n', ' ');
		const after = text.slice(at, at + 20).replaceAll('\n', ' ');
		super(`${problem}, at character ${at + 1}: ${before}▸${after}`);
	}
}

/** Whether a value is an object of the scene. */
export function isScriptObject(value: ScriptValue): value is ScriptObject {
	return typeof value === 'object' && 'kind' in value && value.kind === 'object';
}

/** Whether a value is options in braces. */
export function isScriptOptions(value: ScriptValue): value is ScriptOptions {
	return typeof value === 'object' && 'kind' in value && value.kind === 'options';
}
