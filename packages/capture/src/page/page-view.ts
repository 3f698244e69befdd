import type { PanelButton, PanelModel } from '@handreel/immersive';
import type { ButtonId } from './panel-model.ts';

/** The panel as a part of the page, outside of the session. */
export class PageView {
	readonly #root: HTMLElement;
	readonly #onPress: (id: ButtonId) => void;
	readonly #heading: HTMLElement = document.createElement('h1');
	readonly #status: HTMLElement = document.createElement('div');
	readonly #row: HTMLElement = document.createElement('div');
	#lines = '';
	#buttons = '';

	constructor(root: HTMLElement, onPress: (id: ButtonId) => void) {
		this.#root = root;
		this.#onPress = onPress;
		this.#status.setAttribute('role', 'status');
		this.#row.className = 'buttons';
		root.replaceChildren(this.#heading, this.#status, this.#row);
	}

	/** Shows a panel. Elements that did not change stay, so that a press is not lost. */
	show({ title, tone, lines, buttons }: PanelModel<ButtonId>): void {
		this.#root.dataset['tone'] = tone;
		this.#heading.textContent = title;
		if (lines.join('\n') !== this.#lines) {
			this.#lines = lines.join('\n');
			this.#status.replaceChildren(...lines.map(createLine));
		}
		if (JSON.stringify(buttons) === this.#buttons) return;
		this.#buttons = JSON.stringify(buttons);
		this.#row.replaceChildren(...buttons.map((button) => this.#createButton(button)));
	}

	#createButton({ id, label, tone }: PanelButton<ButtonId>): HTMLElement {
		const button = document.createElement('button');
		button.className = tone;
		button.dataset['id'] = id;
		button.textContent = label;
		button.onclick = () => this.#onPress(id);
		return button;
	}
}

function createLine(text: string): HTMLElement {
	const paragraph = document.createElement('p');
	paragraph.textContent = text;
	return paragraph;
}
