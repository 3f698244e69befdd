import { BytesWriter } from '../common/bytes-writer.ts';
import { addBytesField, addIntegerField, addTextField } from './proto.ts';

// Foxglove's schemas, as far as they are used. Fields are numbered in their order; a star marks lists.
const MESSAGES: Readonly<Record<string, string>> = {
	Vector3: 'x:double y:double z:double',
	Point3: 'x:double y:double z:double',
	Quaternion: 'x:double y:double z:double w:double',
	Pose: 'position:Vector3 orientation:Quaternion',
	Color: 'r:double g:double b:double a:double',
	KeyValuePair: 'key:string value:string',
	FrameTransform:
		'timestamp:Timestamp parent_frame_id:string child_frame_id:string translation:Vector3 rotation:Quaternion',
	FrameTransforms: 'transforms:FrameTransform*',
	PackedElementField: 'name:string offset:fixed32 type:PackedElementField.NumericType',
	PointCloud:
		'timestamp:Timestamp frame_id:string pose:Pose point_stride:fixed32 fields:PackedElementField* data:bytes',
	SceneEntityDeletion: 'timestamp:Timestamp type:SceneEntityDeletion.Type id:string',
	ArrowPrimitive:
		'pose:Pose shaft_length:double shaft_diameter:double head_length:double head_diameter:double color:Color',
	CubePrimitive: 'pose:Pose size:Vector3 color:Color',
	SpherePrimitive: 'pose:Pose size:Vector3 color:Color',
	CylinderPrimitive: 'pose:Pose size:Vector3 bottom_scale:double top_scale:double color:Color',
	LinePrimitive:
		'type:LinePrimitive.Type pose:Pose thickness:double scale_invariant:bool points:Point3* color:Color colors:Color* indices:fixed32*',
	TriangleListPrimitive: 'pose:Pose points:Point3* color:Color colors:Color* indices:fixed32*',
	TextPrimitive: 'pose:Pose billboard:bool font_size:double scale_invariant:bool color:Color text:string',
	ModelPrimitive: 'pose:Pose scale:Vector3 color:Color override_color:bool url:string media_type:string data:bytes',
	SceneEntity:
		'timestamp:Timestamp frame_id:string id:string lifetime:Duration frame_locked:bool metadata:KeyValuePair* arrows:ArrowPrimitive* cubes:CubePrimitive* spheres:SpherePrimitive* cylinders:CylinderPrimitive* lines:LinePrimitive* triangles:TriangleListPrimitive* texts:TextPrimitive* models:ModelPrimitive*',
	SceneUpdate: 'deletions:SceneEntityDeletion* entities:SceneEntity*',
	Log: 'timestamp:Timestamp level:Log.Level message:string name:string file:string line:fixed32',
};

/** The values of an enumeration in their order, from 0 on. */
const ENUMS: Readonly<Record<string, string>> = {
	'PackedElementField.NumericType': 'UNKNOWN UINT8 INT8 UINT16 INT16 UINT32 INT32 FLOAT32 FLOAT64',
	'SceneEntityDeletion.Type': 'MATCHING_ID ALL',
	'LinePrimitive.Type': 'LINE_STRIP LINE_LOOP LINE_LIST',
	'Log.Level': 'UNKNOWN DEBUG INFO WARNING ERROR FATAL',
};

const TYPES: Readonly<Record<string, number>> = {
	double: 1,
	int64: 3,
	int32: 5,
	fixed32: 7,
	bool: 8,
	string: 9,
	bytes: 12,
};
const MESSAGE_TYPE = 11;
const ENUM_TYPE = 14;
const OPTIONAL = 1;
const REPEATED = 3;
const WELL_KNOWN = ['Timestamp', 'Duration'];

/** Returns the schema of a message of Foxglove: a `FileDescriptorSet` with everything that it needs. */
export function encodeSchema(message: string): Uint8Array<ArrayBuffer> {
	const set = new BytesWriter();
	for (const name of WELL_KNOWN) {
		const file = new BytesWriter();
		addTextField(file, 1, `google/protobuf/${name.toLowerCase()}.proto`);
		addTextField(file, 2, 'google.protobuf');
		addBytesField(file, 4, encodeMessage(name, 'seconds:int64 nanos:int32'));
		addTextField(file, 12, 'proto3');
		addBytesField(set, 1, file.take());
	}
	const file = new BytesWriter();
	addTextField(file, 1, `foxglove/${message}.proto`);
	addTextField(file, 2, 'foxglove');
	for (const name of WELL_KNOWN) addTextField(file, 3, `google/protobuf/${name.toLowerCase()}.proto`);
	for (const name of listNeeded(message)) addBytesField(file, 4, encodeMessage(name, MESSAGES[name] ?? ''));
	addTextField(file, 12, 'proto3');
	addBytesField(set, 1, file.take());
	return set.take();
}

// A message and the messages of its fields.
function listNeeded(message: string, found: Set<string> = new Set()): Set<string> {
	found.add(message);
	for (const { type } of parseFields(MESSAGES[message] ?? '')) {
		if (Object.hasOwn(MESSAGES, type) && !found.has(type)) listNeeded(type, found);
	}
	return found;
}

interface Field {
	readonly name: string;
	readonly type: string;
	readonly isList: boolean;
}

function parseFields(text: string): Field[] {
	return text.split(' ').map((field) => {
		const [name = '', type = ''] = field.split(':');
		return { name, type: type.replace('*', ''), isList: type.endsWith('*') };
	});
}

function encodeMessage(message: string, text: string): Uint8Array {
	const writer = new BytesWriter();
	addTextField(writer, 1, message);
	parseFields(text).forEach((field, i) => {
		addBytesField(writer, 2, encodeField(field, i + 1));
	});
	for (const [name, values] of Object.entries(ENUMS)) {
		const [owner, own = ''] = name.split('.');
		if (owner === message) addBytesField(writer, 4, encodeEnum(own, values));
	}
	return writer.take();
}

function encodeField({ name, type, isList }: Field, number: number): Uint8Array {
	const writer = new BytesWriter();
	addTextField(writer, 1, name);
	addIntegerField(writer, 3, number);
	addIntegerField(writer, 4, isList ? REPEATED : OPTIONAL);
	addIntegerField(writer, 5, TYPES[type] ?? (Object.hasOwn(ENUMS, type) ? ENUM_TYPE : MESSAGE_TYPE));
	if (WELL_KNOWN.includes(type)) addTextField(writer, 6, `.google.protobuf.${type}`);
	else if (TYPES[type] === undefined) addTextField(writer, 6, `.foxglove.${type}`);
	return writer.take();
}

function encodeEnum(name: string, values: string): Uint8Array {
	const writer = new BytesWriter();
	addTextField(writer, 1, name);
	values.split(' ').forEach((value, number) => {
		const entry = new BytesWriter();
		addTextField(entry, 1, value);
		addIntegerField(entry, 2, number);
		addBytesField(writer, 2, entry.take());
	});
	return writer.take();
}
