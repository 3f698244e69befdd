/**
 * Plots recordings as SVG documents or as text, without a DOM.
 *
 * @example
 * const plot = createPlot([{ name: 'session', recording }], { channels: ['speed(*.wrist)', 'aperture'] });
 * const svg = renderSvg(plot);
 * console.log(renderText(plot));
 *
 * @module
 */

export { createPlot, PLOT_DEFAULTS, type PlotInput, type PlotOptions } from './choose/create-plot.ts';
export { type ChannelGroup, expandChannel } from './choose/expand-channel.ts';
export { type ColumnRanges, sumUpColumns } from './scale/columns.ts';
export type { Plot, PlotMark, PlotPanel, PlotPoint, PlotSeries } from './scale/plot.ts';
export { findRange, listTicks, listTimeTicks, type Ticks, type ValueRange } from './scale/ticks.ts';
export { renderSvg, SVG_DEFAULTS, type SvgOptions } from './svg/render-svg.ts';
export { THEMES, type Theme, type ThemeName } from './svg/theme.ts';
export { renderText, TEXT_DEFAULTS, type TextOptions } from './text/render-text.ts';
