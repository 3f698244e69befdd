import type * as Iwer from 'iwer';

/** The module `iwer`, or the global `IWER` that its script defines. */
export type IwerModule = typeof Iwer;
/** An emulated device. */
export type IwerDevice = Iwer.XRDevice;
/** A hand of an emulated device. */
export type IwerHandInput = NonNullable<IwerDevice['hands']['left']>;
/** A controller of an emulated device. */
export type IwerController = NonNullable<IwerDevice['controllers']['left']>;
/** A space of an emulated device. */
export type IwerSpace = Iwer.XRSpace;

/** The supported version of IWER. The adapter uses its internals. */
export const IWER_VERSION = '2.5.0';
