import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactRecording } from '../../src/edit/compact-recording.ts';
import { getTransferList } from '../../src/index.ts';
import { arbitraryLooseRecording, curvesByPath, describeModel } from '../support/arbitrary-recording.ts';

describe('compactRecording', () => {
	it('keeps every bit in one buffer of the right size', () => {
		fc.assert(
			fc.property(arbitraryLooseRecording(), (recording) => {
				const packed = compactRecording(recording);
				expect(describeModel(packed)).toEqual(describeModel(recording));
				const words = [...curvesByPath(recording).values()].reduce((sum, { count, stride }) => sum + count * stride, 0);
				expect(getTransferList(packed).map(({ byteLength }) => byteLength)).toEqual(words === 0 ? [] : [words * 4]);
			}),
			{ seed: 1, numRuns: 30 },
		);
	});
});
