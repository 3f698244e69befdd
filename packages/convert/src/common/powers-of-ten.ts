/** 10^0 to 10^22: those that are exact doubles. */
export const POWERS_OF_TEN: readonly number[] = /* @__PURE__ */ Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
