// The definitions of messages in ROS 2, Humble and later.
const DEFINITIONS = {
	'builtin_interfaces/Time': ['int32 sec', 'uint32 nanosec'],
	'builtin_interfaces/Duration': ['int32 sec', 'uint32 nanosec'],
	'std_msgs/Header': ['builtin_interfaces/Time stamp', 'string frame_id'],
	'std_msgs/ColorRGBA': ['float32 r', 'float32 g', 'float32 b', 'float32 a'],
	'geometry_msgs/Vector3': ['float64 x', 'float64 y', 'float64 z'],
	'geometry_msgs/Point': ['float64 x', 'float64 y', 'float64 z'],
	'geometry_msgs/Quaternion': ['float64 x', 'float64 y', 'float64 z', 'float64 w'],
	'geometry_msgs/Pose': ['geometry_msgs/Point position', 'geometry_msgs/Quaternion orientation'],
	'geometry_msgs/PoseStamped': ['std_msgs/Header header', 'geometry_msgs/Pose pose'],
	'geometry_msgs/Transform': ['geometry_msgs/Vector3 translation', 'geometry_msgs/Quaternion rotation'],
	'geometry_msgs/TransformStamped': [
		'std_msgs/Header header',
		'string child_frame_id',
		'geometry_msgs/Transform transform',
	],
	'tf2_msgs/TFMessage': ['geometry_msgs/TransformStamped[] transforms'],
	'sensor_msgs/CompressedImage': ['std_msgs/Header header', 'string format', 'uint8[] data'],
	'visualization_msgs/UVCoordinate': ['float32 u', 'float32 v'],
	'visualization_msgs/MeshFile': ['string filename', 'uint8[] data'],
	'visualization_msgs/Marker': [
		'std_msgs/Header header',
		'string ns',
		'int32 id',
		'int32 type',
		'int32 action',
		'geometry_msgs/Pose pose',
		'geometry_msgs/Vector3 scale',
		'std_msgs/ColorRGBA color',
		'builtin_interfaces/Duration lifetime',
		'bool frame_locked',
		'geometry_msgs/Point[] points',
		'std_msgs/ColorRGBA[] colors',
		'string texture_resource',
		'sensor_msgs/CompressedImage texture',
		'visualization_msgs/UVCoordinate[] uv_coordinates',
		'string text',
		'string mesh_resource',
		'visualization_msgs/MeshFile mesh_file',
		'bool mesh_use_embedded_materials',
	],
	'visualization_msgs/MarkerArray': ['visualization_msgs/Marker[] markers'],
	'rcl_interfaces/Log': [
		'builtin_interfaces/Time stamp',
		'uint8 level',
		'string name',
		'string msg',
		'string file',
		'string function',
		'uint32 line',
	],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The name of a message, without the `msg` between package and name. */
export type RosMessage = keyof typeof DEFINITIONS;

/** Returns the definition of a message and of all that it contains, as readers of MCAP expect it. */
export function formatRosSchema(name: RosMessage): string {
	const found = new Set<RosMessage>();
	const visit = (message: RosMessage): void => {
		for (const field of DEFINITIONS[message]) {
			const type = field.split(' ')[0]!.replace('[]', '') as RosMessage;
			if (!Object.hasOwn(DEFINITIONS, type) || found.has(type)) continue;
			found.add(type);
			visit(type);
		}
	};
	visit(name);
	const bodies = [...found].map((type) => `${'='.repeat(80)}\nMSG: ${type}\n${DEFINITIONS[type].join('\n')}\n`);
	return `${DEFINITIONS[name].join('\n')}\n${bodies.join('')}`;
}
