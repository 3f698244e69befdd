/** Whether the page may use XR. Frames of another origin need `allow="xr-spatial-tracking"`. */
export function isAllowedByPolicy(): boolean {
	const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
	// Browsers without a policy API allow everything.
	return featurePolicy?.allowsFeature('xr-spatial-tracking') !== false;
}

/** Throws an error with a name unless the page may use XR. */
export function checkPolicy(name: 'SecurityError' | 'NotSupportedError'): void {
	if (!isAllowedByPolicy()) throw new DOMException('not allowed by the policy xr-spatial-tracking', name);
}
