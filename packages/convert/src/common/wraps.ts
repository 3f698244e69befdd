import { type Curve, WRAP_MODES } from '@handreel/core';

/** The wrap modes of a curve. */
export type Wraps = Pick<Curve, 'preWrap' | 'postWrap'>;

/** The wrap modes of curves that hold their end values, as MRTK writes them. */
export function createClampedWraps(): Wraps {
	return { preWrap: WRAP_MODES['clamp-forever'], postWrap: WRAP_MODES['clamp-forever'] };
}

/** Whether both wrap modes are ClampForever. */
export function isClamped({ preWrap, postWrap }: Wraps): boolean {
	return preWrap === WRAP_MODES['clamp-forever'] && postWrap === WRAP_MODES['clamp-forever'];
}
