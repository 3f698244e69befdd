/** Whether the page at a path is the studio of a capture server. */
export function isServedLive(path: string): boolean {
	return path.endsWith('/__handreel/studio/');
}
