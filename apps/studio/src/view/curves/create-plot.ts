import uPlot from 'uplot';

/**
 * Creates a plot on a canvas that the processor draws. Thousands of short dashes take a graphics card longer, and without a
 * graphics card half a second. uPlot has no option for it, so the call that gets its context is extended while it is created.
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
