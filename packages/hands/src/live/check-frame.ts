import { createFrameSample, type FrameSample } from '@handreel/core';

const MODEL: FrameSample = /* @__PURE__ */ createFrameSample();

/** Throws `TypeError` for a frame without typed arrays: JSON turns them into objects, and NaN into null. Allocates nothing. */
export function checkFrame(frame: FrameSample): void {
	const wrong = findWrong(frame, MODEL);
	if (wrong === null) return;
	throw new TypeError(`frame.${wrong}: not a typed array of the right length; JSON keeps no typed arrays`);
}

/** Returns the path of the first array that differs in kind or length. */
function findWrong(value: unknown, model: object): string | null {
	for (const name in model) {
		const wanted = (model as Readonly<Record<string, unknown>>)[name];
		if (typeof wanted !== 'object' || wanted === null) continue;
		const found = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
		if (ArrayBuffer.isView(wanted)) {
			if (!ArrayBuffer.isView(found) || found.byteLength !== wanted.byteLength) return name;
			continue;
		}
		const inner = findWrong(found, wanted);
		if (inner !== null) return `${name}.${inner}`;
	}
	return null;
}
