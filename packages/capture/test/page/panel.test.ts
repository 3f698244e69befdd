import { findButton, PANEL_PIXELS, PANEL_WIDTH, PokeDetector, placeButtons } from '@handreel/immersive';
import { describe, expect, it } from 'vitest';
import { describePanel, formatTime, type PanelState } from '../../src/page/panel-model.ts';

const STATE: PanelState = {
	phase: 'ready',
	canEnter: true,
	seconds: 0,
	prompts: ['reach', 'grab'],
	step: 0,
	markers: 0,
	tracked: ['left hand'],
	isConnected: true,
	problem: null,
	openTakes: 0,
	issues: [],
	file: null,
};
const ids = (state: Partial<PanelState>): string[] => describePanel({ ...STATE, ...state }).buttons.map(({ id }) => id);

describe('the panel', () => {
	it('offers what makes sense in each phase', () => {
		expect(ids({ phase: 'idle' })).toEqual(['enter']);
		expect(ids({ phase: 'idle', canEnter: false })).toEqual([]);
		expect(ids({})).toEqual(['record', 'exit']);
		expect(ids({ phase: 'countdown' })).toEqual(['cancel']);
		expect(ids({ phase: 'recording' })).toEqual(['next', 'stop', 'discard']);
		expect(ids({ phase: 'recording', step: 1 })).toEqual(['marker', 'stop', 'discard']);
		expect(ids({ phase: 'recording', prompts: [] })).toEqual(['marker', 'stop', 'discard']);
		expect(ids({ phase: 'review' })).toEqual(['again', 'exit', 'discard']);
	});

	it('shows the step, the time and what is tracked', () => {
		const { title, lines } = describePanel({ ...STATE, phase: 'recording', seconds: 75, markers: 1 });
		expect(title).toBe('Recording 1:15');
		expect(lines).toEqual(['1 of 2: reach', 'Tracked: left hand · 1 marker']);
		expect(describePanel({ ...STATE, isConnected: false, problem: 'x' }).lines.at(-1)).toBe(
			'Not connected: x. Nothing is lost.',
		);
		expect(formatTime(3599.9)).toBe('59:59');
	});

	it('shows what the take cannot store, during the take and after it', () => {
		const issues = ['left', 'right'].map((side) => ({
			code: 'values-lost' as const,
			severity: 'warning' as const,
			message: `7 buttons of the ${side} hand are not recorded`,
			path: `hands.${side}`,
			byteOffset: null,
			time: 0,
		}));
		const lastLine = (state: Partial<PanelState>): string | undefined =>
			describePanel({ ...STATE, ...state }).lines.at(-1);
		for (const phase of ['recording', 'review', 'idle'] as const) {
			expect(lastLine({ phase, issues: issues.slice(0, 1) })).toBe('7 buttons of the left hand are not recorded');
			expect(lastLine({ phase, issues })).toBe('7 buttons of the left hand are not recorded, and 1 more');
		}
		expect(lastLine({ issues })).not.toContain('not recorded');
	});

	it('has buttons that a finger can hit: apart, inside, and at least 10 cm wide and high', () => {
		for (const phase of ['idle', 'ready', 'countdown', 'recording', 'review'] as const) {
			const buttons = placeButtons(describePanel({ ...STATE, phase }).buttons);
			const meters = PANEL_WIDTH / PANEL_PIXELS.width;
			buttons.forEach(({ x, y, width, height }, i) => {
				expect(Math.min(width, height) * meters).toBeGreaterThan(0.1);
				expect(x).toBeGreaterThanOrEqual(i === 0 ? 0 : buttons[i - 1]!.x + buttons[i - 1]!.width + 10);
				expect(x + width).toBeLessThanOrEqual(PANEL_PIXELS.width);
				expect(y + height).toBeLessThanOrEqual(PANEL_PIXELS.height);
			});
		}
	});
});

describe('a finger', () => {
	const buttons = placeButtons(describePanel({ ...STATE, phase: 'countdown' }).buttons);
	const [{ x, y, width, height }] = buttons as [(typeof buttons)[0]];
	const scale = PANEL_WIDTH / PANEL_PIXELS.width;
	const at = [
		(x + width / 2 - PANEL_PIXELS.width / 2) * scale,
		(PANEL_PIXELS.height / 2 - y - height / 2) * scale,
	] as const;

	it('finds the button in front of it', () => {
		expect(findButton(buttons, ...at)).toBe('cancel');
		expect(findButton(buttons, at[0], 0.15)).toBeNull();
	});

	it('pushes a button once, from the front', () => {
		const poke = new PokeDetector();
		const push = (...zs: number[]): (string | null)[] => zs.map((z) => poke.update(buttons, ...at, z));
		expect(push(0.1, 0.03, -0.01, -0.02, 0.005, -0.01)).toEqual([null, null, 'cancel', null, null, null]);
		expect(push(0.02, -0.03)).toEqual([null, 'cancel']);
	});

	it('pushes nothing from behind, from the side, or after it was lost', () => {
		const poke = new PokeDetector();
		expect(poke.update(buttons, ...at, -0.02)).toBeNull();
		poke.update(buttons, 2, 0, 0.05);
		expect(poke.update(buttons, 2, 0, -0.01)).toBeNull();
		expect(poke.update(buttons, ...at, -0.02)).toBeNull();
		poke.update(buttons, ...at, 0.05);
		poke.reset();
		expect(poke.update(buttons, ...at, -0.01)).toBeNull();
	});
});
