/** The bits of the eight dots of a braille character, by column and row. */
const DOTS = [
	[0x01, 0x02, 0x04, 0x40],
	[0x08, 0x10, 0x20, 0x80],
] as const;
const BLANK = 0x2800;

/** A picture of dots, two by four in each character. */
export class BrailleCanvas {
	readonly columns: number;
	readonly rows: number;
	readonly #dots: Uint8Array;
	/** The color that was drawn last, plus 1. */
	readonly #colors: Uint8Array;

	constructor(columns: number, rows: number) {
		this.columns = columns;
		this.rows = rows;
		this.#dots = new Uint8Array(columns * rows);
		this.#colors = new Uint8Array(columns * rows);
	}

	/** Sets the dots of a column from one row of dots to another. */
	drawColumn(x: number, from: number, to: number, color: number): void {
		const last = this.rows * 4 - 1;
		const [low, high] = [Math.max(0, Math.min(from, to)), Math.min(last, Math.max(from, to))];
		for (let y = low; y <= high; y++) {
			const cell = (y >> 2) * this.columns + (x >> 1);
			this.#dots[cell]! |= DOTS[x & 1]![y & 3]!;
			this.#colors[cell] = color + 1;
		}
	}

	/** Returns the rows as text. `paint` colors a run of characters. */
	toLines(paint: (text: string, color: number) => string): string[] {
		return Array.from({ length: this.rows }, (_, row) => {
			let line = '';
			for (let column = 0; column < this.columns; ) {
				const color = this.#colors[row * this.columns + column]!;
				let run = '';
				while (column < this.columns && this.#colors[row * this.columns + column] === color) {
					const dots = this.#dots[row * this.columns + column]!;
					run += dots === 0 ? ' ' : String.fromCharCode(BLANK + dots);
					column++;
				}
				line += color === 0 ? run : paint(run, color - 1);
			}
			return line;
		});
	}
}
