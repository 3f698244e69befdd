/** Runs a call, for example as a step of a test. `from` is the stack of the caller. */
export type RunStep = <Result>(title: string, from: string, work: () => Promise<Result>) => Promise<Result>;

/** Runs calls as they are. */
export const runPlainly: RunStep = (_title, _from, work) => work();
