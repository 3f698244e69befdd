import type { ExportSettings, FramePlan } from '../../state/export-plan.ts';
import type { ExportSource, FrameRenderer } from './frame-renderer.ts';

/** An export in progress. */
export interface ExportJob {
	readonly renderer: FrameRenderer;
	readonly source: ExportSource;
	readonly settings: ExportSettings;
	readonly plan: FramePlan;
	/** Stops the export. It rejects with the reason of the signal. */
	readonly signal: AbortSignal;
	/** Called with the number of finished frames. */
	readonly onFrame: (count: number) => void;
}

/** Draws a frame of the plan. */
export function drawFrame({ renderer, source, settings, plan }: ExportJob, frame: number): void {
	renderer.draw(source, settings, plan.start + frame * plan.step);
}

/** Lets the page handle input between frames. Hidden tabs slow down timers, but not messages. */
export function yieldToPage(): Promise<void> {
	return new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			resolve();
		};
		port2.postMessage(null);
	});
}
