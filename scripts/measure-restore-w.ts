// Measures how well lost rotation W is restored: npm run tool -- restore-w [pairs] [seed] [kind]. Prints the pairs above the
// bar, and how often keys are wrong by confidence. Tune with other seeds than those that are reported.
import { restoreRotationW } from '../packages/core/src/diagnose/restore-w/restore-w.ts';
import {
	addToReliability,
	emptyReliability,
	makeWPair,
	type Reliability,
	W_PAIR_KINDS,
} from '../packages/core/test/support/w-pairs.ts';

const [pairs = 55, seed = 1] = process.argv.slice(2, 4).map(Number);
const only = process.argv[4]?.split(',') ?? Object.keys(W_PAIR_KINDS);
const total = emptyReliability();
const byKind = new Map<string, Reliability>();
for (let number = 0; number < pairs; number++) {
	if (!only.includes(Object.keys(W_PAIR_KINDS)[number % Object.keys(W_PAIR_KINDS).length]!)) continue;
	const { kind, intact, lost } = makeWPair(seed, number);
	const restored = restoreRotationW(lost);
	const part = byKind.get(kind) ?? emptyReliability();
	byKind.set(kind, part);
	addToReliability(total, intact, restored);
	addToReliability(part, intact, restored);
}

console.log(`${total.pairs} pairs with seed ${seed}, ${total.keys} keys`);
console.log(`pairs with more than 5 keys above 2°: ${total.pairsAboveBar}`);
console.log(`keys above 2°: ${total.off2}, above 10°: ${total.off10}`);
console.log(
	`sure keys (confidence ≥ 0.9): ${total.sure}, above 10°: ${total.sureOff10} ` +
		`(${((1000 * total.sureOff10) / total.sure).toFixed(3)} per 1,000)`,
);
console.log('\nconfidence     keys  above 10°   share');
total.bins.forEach(({ keys, off10 }, i) => {
	const range = `${(i / 10).toFixed(1)}–${((i + 1) / 10).toFixed(1)}`;
	const share = keys === 0 ? '' : (off10 / keys).toFixed(4);
	console.log(`${range.padEnd(10)}${String(keys).padStart(9)}${String(off10).padStart(11)}${share.padStart(9)}`);
});
console.log('\nkind              pairs  above bar    keys  above 2°  above 10°    sure  sure above 10°');
for (const [kind, part] of [...byKind].sort(([a], [b]) => a.localeCompare(b))) {
	const { pairs: count, pairsAboveBar, keys, off2, off10, sure, sureOff10 } = part;
	const cells = [count, pairsAboveBar, keys, off2, off10, sure, sureOff10];
	console.log(
		`${kind.padEnd(16)}${cells.map((cell, i) => String(cell).padStart([7, 11, 8, 10, 11, 8, 16][i]!)).join('')}`,
	);
}
