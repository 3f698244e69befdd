// For npm run check: a property test stops after this time and passes if no run has failed. npm run verify has no limit.
import fc from 'fast-check';

const MILLISECONDS = 100;

fc.configureGlobal({ interruptAfterTimeLimit: MILLISECONDS, markInterruptAsFailure: false });
