/** The path of a curve in words: `hands.left.joints.indexTip.position.x` → `left indexTip position x`. */
export function formatPath(path: string): string {
	return path
		.replace(/^hands\./, '')
		.replace('.joints.', '.')
		.replaceAll('.', ' ');
}
