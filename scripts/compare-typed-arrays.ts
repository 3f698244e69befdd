// Vitest compares typed arrays by the names of their elements, which takes 40 times as long. The result is the same.
import { expect } from 'vitest';

type TypedArray = Float32Array | Float64Array | Uint8Array | Uint32Array;

// Files that share a worker also share the testers.
const scope = globalThis as { hasTypedArrayTester?: boolean };
if (!scope.hasTypedArrayTester) expect.addEqualityTesters([compareTypedArrays]);
scope.hasTypedArrayTester = true;

/** Returns `undefined` for other values, which Vitest then compares. */
function compareTypedArrays(a: unknown, b: unknown): boolean | undefined {
	if (!isTypedArray(a) || !isTypedArray(b) || a.constructor !== b.constructor) return undefined;
	if (a.length !== b.length) return false;
	for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
	return true;
}

function isTypedArray(value: unknown): value is TypedArray {
	return ArrayBuffer.isView(value) && !(value instanceof DataView);
}
