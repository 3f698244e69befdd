import { createFrameSample, SIDES } from '@handreel/core';
import { Group, type PerspectiveCamera } from 'three';
import { type SceneRecording, sampleTable } from '../../state/sample-table.ts';
import type { ViewState } from '../../state/view-state.ts';
import { HandFigure } from './hand-figure.ts';
import type { SceneTheme } from './theme.ts';

/** The opacity of the nearest hands. Hands farther away in time are fainter. */
const NEAREST = 0.5;
const THICKNESS = 0.7;

/** Hands at times before and after the playhead. Those before are in the color of the hand, those after are gray. */
export class OnionSkin {
	readonly object: Group = new Group();
	readonly #frame = createFrameSample();
	readonly #figures: HandFigure[] = [];

	draw(
		recording: SceneRecording,
		time: number,
		{ onion, onionStep }: ViewState,
		theme: SceneTheme,
		camera: PerspectiveCamera,
	): void {
		let used = 0;
		for (let step = -onion; step <= onion; step++) {
			const at = time + step * onionStep;
			if (step === 0 || at < recording.start || at > recording.end) continue;
			sampleTable(recording, at, this.#frame);
			const opacity = NEAREST * (1 - (Math.abs(step) - 1) / (onion + 1));
			for (const side of SIDES) {
				const hand = this.#frame.hands[side];
				if (!hand.tracked) continue;
				const color = step < 0 ? theme[side] : theme.head;
				const paint = { color, lost: theme.lost, pinch: color, opacity, thickness: THICKNESS };
				if (this.#take(used).draw(hand, paint, true, camera)) used++;
			}
		}
		this.#figures.forEach((figure, i) => {
			figure.object.visible = i < used;
		});
	}

	#take(index: number): HandFigure {
		let figure = this.#figures[index];
		if (figure === undefined) {
			figure = new HandFigure();
			this.#figures.push(figure);
			this.object.add(figure.object);
		}
		return figure;
	}
}
