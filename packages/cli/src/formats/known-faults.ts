import type { ByteView, Issue, Outline, Recording } from '@handreel/core';
import { type KnownFault, listKnownFaults } from '@handreel/core/internal';

const TEXTS: Readonly<Record<KnownFault, string>> = {
	'rotation-w-lost': "W of rotations is missing, so they play incorrectly; 'handreel repair' restores it",
	'tail-lost': "frames at the end are missing; run 'handreel check' to see how much",
};

/** The known faults of a .bin file or a recording, as warnings that name the command to run. Costs little for large files. */
export function listFaultIssues(source: Uint8Array | ByteView | Recording, outline?: Outline): Issue[] {
	return listKnownFaults(source, outline).map((code) => ({
		code,
		severity: 'warning',
		message: TEXTS[code],
		path: '',
		byteOffset: null,
		time: null,
	}));
}
