import {
	type ByteView,
	type Issue,
	isRecordingError,
	type KnownFault,
	listKnownFaults,
	type Outline,
	type Recording,
	writeRecording,
} from '@handreel/core';

const TEXTS: Readonly<Record<KnownFault, string>> = {
	'rotation-w-lost': "W of rotations is missing, so they play incorrectly; 'handreel repair' restores it",
	'tail-lost': "frames at the end are missing; 'handreel check' tells how many seconds",
};

/** The known faults of a .bin file, as warnings that name the command to run. Looks at no keys, so large files cost little. */
export function listFaultIssues(source: Uint8Array | ByteView, outline?: Outline): Issue[] {
	return listKnownFaults(source, outline).map((code) => ({
		code,
		severity: 'warning',
		message: TEXTS[code],
		path: '',
		byteOffset: null,
		time: null,
	}));
}

/** The known faults of a recording that was read from any format. */
export function listRecordingFaults(recording: Recording): Issue[] {
	try {
		return listFaultIssues(writeRecording(recording));
	} catch (error) {
		// Recordings from other formats may hold data that no .bin file can hold.
		if (isRecordingError(error)) return [];
		throw error;
	}
}
