import type { ButtonId, PanelModel } from './panel-model.ts';

/** The panel as a part of the page, outside of the session. */
export class PageView {
	readonly #root: HTMLElement;
	readonly #onPress: (id: ButtonId) => void;
	#shown = '';

	constructor(root: HTMLElement, onPress: (id: ButtonId) => void) {
		this.#root = root;
		this.#onPress = onPress;
	}

	show(model: PanelModel): void {
		const text = JSON.stringify(model);
		if (text === this.#shown) return;
		this.#shown = text;
		const { title, tone, lines, buttons } = model;
		const heading = document.createElement('h1');
		heading.textContent = title;
		const status = document.createElement('div');
		status.setAttribute('role', 'status');
		status.append(
			...lines.map((line) => {
				const paragraph = document.createElement('p');
				paragraph.textContent = line;
				return paragraph;
			}),
		);
		const row = document.createElement('div');
		row.className = 'buttons';
		row.append(
			...buttons.map(({ id, label, tone: kind }) => {
				const button = document.createElement('button');
				button.className = kind;
				button.dataset['id'] = id;
				button.textContent = label;
				button.onclick = () => this.#onPress(id);
				return button;
			}),
		);
		this.#root.dataset['tone'] = tone;
		this.#root.replaceChildren(heading, status, row);
	}
}
