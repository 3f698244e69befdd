/** Fades the edges of a row behind which it can be scrolled. An attachment. */
export function showScrollHints(row: HTMLElement): () => void {
	const update = (): void => {
		const rest = row.scrollWidth - row.clientWidth;
		row.classList.toggle('more-left', row.scrollLeft > 1);
		row.classList.toggle('more-right', row.scrollLeft < rest - 1);
	};
	const sizes = new ResizeObserver(update);
	const watch = (): void => {
		sizes.disconnect();
		for (const element of [row, ...row.children]) sizes.observe(element);
	};
	const changes = new MutationObserver(watch);
	changes.observe(row, { childList: true });
	watch();
	row.addEventListener('scroll', update, { passive: true });
	return () => {
		sizes.disconnect();
		changes.disconnect();
		row.removeEventListener('scroll', update);
	};
}
