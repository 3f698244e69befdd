import { isScriptObject, isScriptOptions, type ScriptObject, type ScriptStatement, type ScriptValue } from './value.ts';

/** Writes a text as a string of TypeScript. */
export function quoteText(text: string): string {
	return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Writes a value as code; `formatObject` writes objects of the scene. */
export function formatValue(value: ScriptValue, formatObject: (object: ScriptObject) => string): string {
	if (typeof value === 'string') return quoteText(value);
	if (typeof value !== 'object') return String(value);
	if (isScriptObject(value)) return formatObject(value);
	if (isScriptOptions(value)) {
		const entries = value.entries.map(([name, inner]) => `${name}: ${formatValue(inner, formatObject)}`);
		return `{ ${entries.join(', ')} }`;
	}
	return `[${value.join(', ')}]`;
}

/** Writes a statement as code of a test: `xr.right.reach(xr.object('handle')).pinch()`. */
export function formatStatement(
	{ side, calls }: ScriptStatement,
	formatObject: (object: ScriptObject) => string,
): string {
	const texts = calls.map(
		({ verb, args }) => `.${verb}(${args.map((arg) => formatValue(arg, formatObject)).join(', ')})`,
	);
	return `xr${side === null ? '' : `.${side}`}${texts.join('')}`;
}

/** Lists the objects of the scene in a value. */
export function listObjects(value: ScriptValue): ScriptObject[] {
	if (typeof value !== 'object') return [];
	if (isScriptObject(value)) return [value];
	return isScriptOptions(value) ? value.entries.flatMap(([, inner]) => listObjects(inner)) : [];
}
