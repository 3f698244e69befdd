/** The name of the device, as far as the browser reports it. */
export function describeDevice(userAgent: string = navigator.userAgent): string {
	const [, headset] = /\b(Quest(?: (?:Pro|\d\w?))?|PICO ?\w*|Vision Pro)\b/i.exec(userAgent) ?? [];
	if (headset !== undefined) return headset;
	const [, phone] = /Android [\d.]+; ([^;)]+)/.exec(userAgent) ?? [];
	if (phone !== undefined) return phone;
	// Browsers name themselves after those that they are compatible with; the last name that matches is not the most telling.
	const [, browser] = /(Firefox|Edg|Chrome|Safari)\//.exec(userAgent) ?? [];
	return browser ?? 'unknown device';
}
