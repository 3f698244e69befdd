// For npm run check: a property test stops after this time and passes if no run has failed. npm run verify has no limit.
import fc from 'fast-check';

const MILLISECONDS = 40;

fc.configureGlobal({
	interruptAfterTimeLimit: MILLISECONDS,
	markInterruptAsFailure: false,
	reporter: (details) => {
		// On a busy machine the time may be over before the first run.
		const isLate = details.interrupted && details.numRuns === 0 && details.counterexample === null;
		if (details.failed && !isLate) {
			throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
		}
	},
});
