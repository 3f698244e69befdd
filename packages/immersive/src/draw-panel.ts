import { PANEL_PIXELS, type PlacedButton, SLIDER } from './panel-layout.ts';
import type { PanelModel, PanelSlider } from './panel-model.ts';

const COLORS = {
	panel: '#14181f',
	edge: '#3a4452',
	text: '#f2f5f9',
	soft: '#b4becb',
	recording: '#ff5a4f',
	problem: '#ffb84d',
	primary: '#2f7df6',
	danger: '#7d2a2a',
	plain: '#2b3440',
	hover: '#ffffff',
} as const;

/** Draws the panel that is shown inside the session. */
export function drawPanel(
	context: CanvasRenderingContext2D,
	{ title, tone, lines, slider = null }: PanelModel,
	buttons: readonly PlacedButton[],
	hovered: string | null,
): void {
	const { width, height } = PANEL_PIXELS;
	context.clearRect(0, 0, width, height);
	fillBox(context, 4, 4, width - 8, height - 8, 36, COLORS.panel);
	context.lineWidth = 4;
	context.strokeStyle = tone === 'recording' ? COLORS.recording : tone === 'problem' ? COLORS.problem : COLORS.edge;
	context.stroke();
	context.textAlign = 'center';
	context.textBaseline = 'middle';
	context.fillStyle = tone === 'recording' ? COLORS.recording : COLORS.text;
	// A slider takes the place of lines.
	context.font = `600 ${slider === null ? 84 : 60}px system-ui, sans-serif`;
	context.fillText(title, width / 2, slider === null ? 110 : 80, width - 80);
	context.fillStyle = COLORS.soft;
	context.font = '44px system-ui, sans-serif';
	const wrapped = lines.flatMap((line) => wrap(context, line, width - 100));
	wrapped.slice(0, slider === null ? 4 : 1).forEach((line, i) => {
		context.fillText(line, width / 2, (slider === null ? 208 : 172) + i * 58, width - 80);
	});
	if (slider !== null) drawSlider(context, slider);
	for (const button of buttons) drawButton(context, button, button.id === hovered);
}

function drawSlider(context: CanvasRenderingContext2D, { value, marks }: PanelSlider): void {
	const { x, y, width, height } = SLIDER;
	const middle = y + height / 2;
	fillBox(context, x, middle - 10, width, 20, 10, COLORS.plain);
	fillBox(context, x, middle - 10, Math.max(20, width * value), 20, 10, COLORS.primary);
	context.fillStyle = COLORS.problem;
	for (const mark of marks) context.fillRect(x + width * mark - 3, middle - 26, 6, 52);
	context.beginPath();
	context.arc(x + width * value, middle, 26, 0, 2 * Math.PI);
	context.fillStyle = COLORS.text;
	context.fill();
}

function drawButton(context: CanvasRenderingContext2D, button: PlacedButton, isHovered: boolean): void {
	const { x, y, width, height, label, tone } = button;
	fillBox(context, x, y, width, height, 28, COLORS[tone]);
	context.lineWidth = isHovered ? 8 : 2;
	context.strokeStyle = isHovered ? COLORS.hover : COLORS.edge;
	context.stroke();
	context.fillStyle = COLORS.text;
	context.font = '600 54px system-ui, sans-serif';
	context.fillText(label, x + width / 2, y + height / 2, width - 24);
}

function fillBox(
	context: CanvasRenderingContext2D,
	x: number,
	y: number,
	width: number,
	height: number,
	radius: number,
	color: string,
): void {
	context.beginPath();
	context.roundRect(x, y, width, height, radius);
	context.fillStyle = color;
	context.fill();
}

function wrap(context: CanvasRenderingContext2D, text: string, width: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ')) {
		const longer = line === '' ? word : `${line} ${word}`;
		if (line !== '' && context.measureText(longer).width > width) {
			lines.push(line);
			line = word;
		} else line = longer;
	}
	return [...lines, line];
}
