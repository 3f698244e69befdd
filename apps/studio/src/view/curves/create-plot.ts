import uPlot from 'uplot';

/**
 * Creates a plot on a canvas that the processor draws. Thousands of short dashes take a graphics card longer, and without a
 * graphics card half a second. A canvas keeps the kind of its first context. The constructor of uPlot creates the canvas, gets
 * the context and keeps it in a variable before it calls plugins or hooks, and it takes no canvas from outside. So the call
 * that gets the context is extended while the constructor runs.
 */
export function createPlot(options: uPlot.Options, data: uPlot.AlignedData, host: HTMLElement): uPlot {
	const { prototype } = HTMLCanvasElement;
	const { getContext } = prototype;
	prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
		return getContext.call(this, kind, { willReadFrequently: true });
	} as typeof getContext;
	try {
		return new uPlot(options, data, host);
	} finally {
		prototype.getContext = getContext;
	}
}
