/**
 * Shows the recording at an address on a canvas as soon as it is in sight. The code that reads and draws recordings is loaded
 * then, so the page does not wait for it. Returns what ends that.
 */
export function attachLate(canvas: HTMLCanvasElement, address: string): () => void {
	let isAttached = true;
	let detach: (() => void) | null = null;
	const sight = new IntersectionObserver((entries) => {
		if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
		sight.disconnect();
		void import('./moving-pictures.ts').then(({ pictures }) => {
			if (isAttached) detach = pictures.attach(canvas, address);
		});
	});
	sight.observe(canvas);
	return () => {
		isAttached = false;
		sight.disconnect();
		detach?.();
	};
}
