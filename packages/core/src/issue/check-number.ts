/** Throws `RangeError` with the name of the argument unless a number is finite. */
export function checkFinite(value: number, name: string): void {
	if (!Number.isFinite(value)) throw new RangeError(`${name}: ${value} is not a finite number`);
}

/** Throws `RangeError` with the name of the argument unless a number is finite and above 0. */
export function checkPositive(value: number, name: string): void {
	if (!(value > 0 && Number.isFinite(value))) throw new RangeError(`${name}: ${value} is not a number above 0`);
}
