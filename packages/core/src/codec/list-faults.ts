import type { BytesLike, ByteView } from '../bytes/view.ts';
import type { Layout } from '../model/layout.ts';
import { hasOtherCurves } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';
import { findPlaces } from './curve-place.ts';
import { canLoseTail, canLoseW, findLostPartition, listLostTails } from './lost-keys.ts';
import { type Outline, readOutline } from './outline.ts';
import { listFileKeys, listRecordingKeys, type SectionKeys } from './section-keys.ts';

/** A known fault of MRTK releases that headers and the ends of curves show. */
export type KnownFault = 'rotation-w-lost' | 'tail-lost';

/**
 * Lists the known faults of MRTK releases that a file or recording shows without a look at every key: `rotation-w-lost` and
 * `tail-lost`. Costs about as much as {@link readOutline}, for files of any size.
 *
 * `diagnoseBytes` reads every key and finds all problems, with their places. Throws like `readRecording`.
 *
 * @example
 * if (listKnownFaults(bytes).includes('rotation-w-lost')) repairBytes(bytes);
 */
export function listKnownFaults(source: BytesLike | ByteView | Recording, outline?: Outline): KnownFault[] {
	if ('markers' in source) {
		return listFaults(source.layout, listRecordingKeys(source), hasOtherCurves(source));
	}
	const known = outline ?? readOutline(source);
	return listFaults(known.layout, listFileKeys(source, known), false);
}

function listFaults(layout: Layout | null, { sections, curves }: SectionKeys, hasOthers: boolean): KnownFault[] {
	if (!canLoseW(layout) && !canLoseTail(layout, hasOthers)) return [];
	const places = findPlaces(sections);
	const hasLostW =
		canLoseW(layout) &&
		places.rotationW.some((slot) => {
			const [x, y, z, w] = [curves[slot - 3]!, curves[slot - 2]!, curves[slot - 1]!, curves[slot]!];
			return findLostPartition(x, y, z, w) !== null;
		});
	const faults: KnownFault[] = hasLostW ? ['rotation-w-lost'] : [];
	if (canLoseTail(layout, hasOthers) && listLostTails(curves, places).length > 0) faults.push('tail-lost');
	return faults;
}
