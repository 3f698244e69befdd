// Comparing many frames and tables.

type Numbers = Float32Array | Float64Array | Uint8Array;

/** Throws unless two arrays are equal to the bit; NaN payloads may differ. `toEqual` is far too slow here. */
function expectSameArray(actual: Numbers, expected: Numbers, what: string): void {
	if (actual.length !== expected.length) throw new Error(`${what}: ${actual.length} instead of ${expected.length}`);
	const [a, b] = [actual, expected].map(
		({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
	) as [Uint8Array, Uint8Array];
	if (Buffer.compare(a, b) === 0) return;
	const at = expected.findIndex((value: number, i: number) => !Object.is(actual[i], value));
	if (at !== -1) throw new Error(`${what}[${at}]: ${actual[at]} instead of ${expected[at]}`);
}

/** Throws unless two frames or two tables are equal to the bit; NaN payloads may differ. */
export function expectSame<T extends object>(actual: T, expected: T, what: string): void {
	for (const name of Object.keys(expected) as (keyof T & string)[]) {
		const [a, b] = [actual[name], expected[name]];
		if (ArrayBuffer.isView(b)) expectSameArray(a as Numbers, b as unknown as Numbers, `${what}, ${name}`);
		else if (typeof b === 'object' && b !== null) expectSame(a as object, b, `${what}, ${name}`);
		else if (!Object.is(a, b)) throw new Error(`${what}, ${name}: ${a} instead of ${b}`);
	}
}
