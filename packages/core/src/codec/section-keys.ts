import { type BytesLike, type ByteView, toBytes, toView } from '../bytes/view.ts';
import { listFileCurves, type SectionFlags } from '../model/order.ts';
import type { Recording } from '../model/recording.ts';
import { createCurveReader, createFileReader, type KeyReader } from './key-reader.ts';
import type { Outline } from './outline.ts';

/** The curves of the sections that a recording or file has, in file order. */
export interface SectionKeys {
	readonly sections: SectionFlags;
	readonly curves: readonly KeyReader[];
}

/** The curves of a file. */
export function listFileKeys(source: BytesLike | ByteView, { sections, curves }: Outline): SectionKeys {
	const view = 'getInt32' in source ? source : toView(toBytes(source));
	return { sections, curves: curves.map((curve) => createFileReader(view, curve)) };
}

/** The curves of a recording that an MRTK file stores. */
export function listRecordingKeys(recording: Recording): SectionKeys {
	const { head, hands, gaze } = recording;
	return {
		sections: { head: head !== null, hands: hands !== null, gaze: gaze !== null },
		curves: listFileCurves(recording).map(createCurveReader),
	};
}
