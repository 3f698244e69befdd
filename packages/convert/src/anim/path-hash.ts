import { computeCrc32 } from '@handreel/core/internal';

/** Computes the CRC-32 of a text in UTF-8, by which Unity names paths and attributes. */
export function computePathHash(text: string): number {
	return computeCrc32(new TextEncoder().encode(text));
}
