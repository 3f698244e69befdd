/** Whether the page may use XR. Frames of another origin need `allow="xr-spatial-tracking"`. */
export function isAllowedByPolicy(): boolean {
	const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
	// Browsers without a policy API allow everything.
	return featurePolicy?.allowsFeature('xr-spatial-tracking') !== false;
}
