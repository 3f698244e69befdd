import type { LiveSide, XRReplay } from '@handreel/playwright/page';
import { formatStatement, listObjects } from '../script/format-script.ts';
import { isScriptObject, isScriptOptions, type ScriptStatement, type ScriptValue } from '../script/value.ts';
import { type FoundObject, findObject } from './find-object.ts';
import type { Step } from './step.ts';

type Finder = (value: ScriptValue) => FoundObject;

/** Finds the objects of a statement, so that it can be run and written as a line of a test. */
export async function prepareStatement(xr: XRReplay, statement: ScriptStatement): Promise<Step> {
	const found = new Map<ScriptValue, FoundObject>();
	for (const object of statement.calls.flatMap(({ args }) => args.flatMap(listObjects)))
		found.set(object, await findObject(xr.scene, object));
	const find: Finder = (value) => found.get(value)!;
	return {
		code: `await ${formatStatement(statement, (object) => `xr.object(${find(object).code})`)};`,
		run: async (stage) => runStatement(stage.xr!, statement, find),
	};
}

async function runStatement(xr: XRReplay, { side, calls }: ScriptStatement, find: Finder): Promise<void> {
	const toArgument = (value: ScriptValue): unknown => {
		if (isScriptObject(value)) return xr.object(find(value).query);
		if (!isScriptOptions(value)) return value;
		return Object.fromEntries(value.entries.map(([name, inner]) => [name, toArgument(inner)]));
	};
	// The verbs and their arguments were checked before.
	if (side === null) {
		for (const { verb, args } of calls) await callVerb(xr, verb, args.map(toArgument));
		return;
	}
	let acting: LiveSide = xr[side];
	for (const { verb, args } of calls) acting = callVerb(acting, verb, args.map(toArgument)) as LiveSide;
	await acting;
}

function callVerb(actor: object, verb: string, args: readonly unknown[]): unknown {
	return (actor as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>)[verb]!(...args);
}
