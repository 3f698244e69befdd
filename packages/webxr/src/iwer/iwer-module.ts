import type * as Iwer from 'iwer';

/** The module `iwer`, or the global `IWER` of its script. */
export type IwerModule = typeof Iwer;
/** An emulated device. */
export type IwerDevice = Iwer.XRDevice;
/** One of its hands. */
export type IwerHandInput = NonNullable<IwerDevice['hands']['left']>;
/** Anything that has a place. */
export type IwerSpace = Iwer.XRSpace;

/** The version whose internals are known here. */
export const IWER_VERSION = '2.5.0';
