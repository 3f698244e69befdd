/** How {@link encodeAnim} writes. */
export interface AnimOptions {
	/**
	 * The paths of objects in the scene, below the object with the Animator: of single parts such as `head`,
	 * `left_indexTip`, `right_controller_grip` or the name of a pose track, and of the parents `left`, `right`,
	 * `left_controller` and `right_controller`. Default: `head`, `left/indexTip`, `right_controller/grip` and so on.
	 */
	readonly paths?: Readonly<Record<string, string>>;
}
