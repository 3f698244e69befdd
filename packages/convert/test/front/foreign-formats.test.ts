import { decodeRecording } from '@handreel/convert';
import { isRecordingError } from '@handreel/core';
import { describe, expect, it } from 'vitest';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

// The first bytes of files as their specifications and writers have them.
const STARTS: readonly (readonly [start: string, name: RegExp])[] = [
	['\x89HDF\r\n\x1a\n\0\0\0\0\0\x08\x08\0', /an HDF5 file/],
	['Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0', /an FBX scene.*BVH/],
	['; FBX 7.7.0 project file\n; Copyright', /an FBX scene/],
	['\x02\x50\x03\0\0\0\x01\0', /a C3D file/],
	['#ROSBAG V2.0\n\x45\0\0\0', /a ROS 1 bag/],
	['SQLite format 3\0\x10\0', /a ROS 2 bag/],
	['\x93NUMPY\x01\0v\0{', /a NumPy array/],
	['\x80\x04\x95\x1a\0\0\0\0\0\0\0}', /a Python pickle.*runs its code/],
	['tilT\x10\0\x01\0\0\0\0\0\0\0\0\0PK\x03\x04', /a Tilt Brush sketch/],
	['PXR-USDC\0\x08\0\0', /a USD scene/],
	['#usda 1.0\n(\n', /a USD scene/],
	['\x1f\x8b\x08\0\0\0\0\0', /gzip data, which is not read; unpack it first/],
	['\x28\xb5\x2f\xfd\x04\x58', /Zstandard data/],
	['PK\x03\x04\x14\0\0\0', /a ZIP archive/],
	['\x00\x10\x00\x00\x02$id\0\x05\0\0\0XROR\0\x02$schema\0\x05\0\0\0http\0', /an XROR recording/],
	['N4IgtgpgLghiBcIDaAGANOgjGgnJ', /a Leap Motion recording/],
	['{"metadata":{"formatVersion":2},"frames":[["id",["timestamp"]]]}', /a Leap Motion recording/],
	[`{"metadata":{},"frames":[${'[1,2,3],'.repeat(5000)}[]]}`, /a Leap Motion recording/],
	['{"id":1,"timestamp":2,"hands":[],"pointables":[]}', /a Leap Motion recording/],
];

describe('files of other programs', () => {
	it.each(STARTS)('are named: %j', async (start, name) => {
		const error = await decodeRecording(latin1(start)).catch((caught: unknown) => caught);
		if (!isRecordingError(error, 'bad-magic')) throw error;
		expect(error.message).toMatch(name);
		expect(error.message).toMatch(/^the file is .*, which is not read; \w.{10,}/);
	});
});
