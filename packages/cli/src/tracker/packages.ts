// The hand tracker is not ours and not part of the command: people who want it install it from npm. Versions are exact, because
// later ones of tasks-vision send measurements to their maker, and content is checked, because it runs.

/** A package on npm. */
export interface TrackerPackage {
	readonly name: string;
	readonly version: string;
	readonly license: string;
	/** Bytes to download. */
	readonly size: number;
}

/** Code and WebAssembly of the tracker. */
const TASKS: TrackerPackage = {
	name: '@mediapipe/tasks-vision',
	version: '0.10.35',
	license: 'Apache-2.0',
	size: 10_200_000,
};
/** The models. */
const MODELS: TrackerPackage = {
	name: '@mediapipe/hands',
	version: '0.4.1675469240',
	license: 'Apache-2.0',
	size: 13_200_000,
};

/** The packages of the tracker. */
export const TRACKER_PACKAGES: readonly TrackerPackage[] = [TASKS, MODELS];

/** The files of the packages that are used, with their SHA-256. */
export const PACKAGE_FILES = {
	code: {
		path: `${TASKS.name}/vision_bundle.mjs`,
		hash: '55d7ab624fbb70dcc5adc4ae6d7ea9cfcb569139d3dbfbf2b1deafcb966bc0fe',
	},
	loader: {
		path: `${TASKS.name}/wasm/vision_wasm_internal.js`,
		hash: 'e7fd9858e8e8f221d9b96eddc11f8e077f263e0b7bbd79d3cbe882b134274f8c',
	},
	wasm: {
		path: `${TASKS.name}/wasm/vision_wasm_internal.wasm`,
		hash: '6a5c64584c2ab61c763b6e204afbdbc7ce1caf7f5216187322bca8df94f646bc',
	},
	landmarks: {
		path: `${MODELS.name}/hand_landmark_full.tflite`,
		hash: '8c026882c9ec059ce0f8e75266bee5a9a23c341a40e0000df755374d3d1b9b68',
	},
	assets: {
		path: `${MODELS.name}/hands_solution_packed_assets.data`,
		hash: 'bdce7b66bfc5b39ba86a47775c98e0b186fe73f8308c2279f852af4c89ffdf42',
	},
} as const;

/** Where the assets hold the model that finds palms. */
export const PALM_MODEL = { start: 11, end: 2_341_291 } as const;

/** The packages as npm names them, such as `@mediapipe/hands@0.4`. */
export const PACKAGE_SPECIFIERS: readonly string[] = TRACKER_PACKAGES.map(({ name, version }) => `${name}@${version}`);

/** The packages in words, with sizes and licenses. */
export function describePackages(): string {
	const megabytes = Math.round(TRACKER_PACKAGES.reduce((sum, { size }) => sum + size, 0) / 1e6);
	const licenses = [...new Set(TRACKER_PACKAGES.map(({ license }) => license))].join(', ');
	const names = TRACKER_PACKAGES.map(({ name, version }) => `${name} ${version}`).join(' and ');
	return `${names} (${megabytes} MB to download, license ${licenses})`;
}
