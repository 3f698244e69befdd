import type { Issue } from '@handreel/core';
import { countOf } from '@handreel/core/internal';
import type { PanelButton, PanelModel } from '@handreel/immersive';

/** What a person can ask for. */
export type ButtonId = 'enter' | 'record' | 'cancel' | 'marker' | 'next' | 'stop' | 'again' | 'discard' | 'exit';

/** The state that a panel shows. */
export interface PanelState {
	readonly phase: 'idle' | 'ready' | 'countdown' | 'recording' | 'review';
	/** Whether the browser has immersive sessions; `null` before that is known. */
	readonly canEnter: boolean | null;
	/** Whole seconds of the countdown or of the take. */
	readonly seconds: number;
	readonly prompts: readonly string[];
	/** The index of the current prompt. */
	readonly step: number;
	readonly markers: number;
	/** What the headset tracks, such as `left hand`. */
	readonly tracked: readonly string[];
	readonly isConnected: boolean;
	/** Why nothing is sent, or `null`. */
	readonly problem: string | null;
	/** Takes that the computer has not saved yet. */
	readonly openTakes: number;
	/** What the newest take cannot store. */
	readonly issues: readonly Issue[];
	/** The file of the newest take; `null` until it is saved. */
	readonly file: string | null;
}

const button = (id: ButtonId, label: string, tone: PanelButton['tone'] = 'plain'): PanelButton<ButtonId> => ({
	id,
	label,
	tone,
});

/** Describes a state in words and buttons. */
export function describePanel(state: PanelState): PanelModel<ButtonId> {
	const { phase, problem } = state;
	const model = DESCRIBERS[phase](state);
	const connection = describeConnection(state);
	return {
		...model,
		tone: phase === 'recording' ? 'recording' : problem !== null ? 'problem' : model.tone,
		lines: [...model.lines, ...(connection === null ? [] : [connection]), ...describeIssues(state)],
	};
}

const DESCRIBERS: Readonly<Record<PanelState['phase'], (state: PanelState) => PanelModel<ButtonId>>> = {
	idle: ({ canEnter, file }) => ({
		title: canEnter === false ? 'No headset' : 'Record a take',
		tone: 'calm',
		lines: [
			canEnter === false
				? 'This browser has no immersive sessions. Open this page in the browser of your headset.'
				: 'The recording starts inside the session.',
			...(file === null ? [] : [`Saved ${file}`]),
		],
		buttons: canEnter === true ? [button('enter', 'Enter', 'primary')] : [],
	}),
	ready: (state) => ({
		title: 'Ready',
		tone: 'calm',
		lines: [describeTracked(state), ...describePrompts(state.prompts)],
		buttons: [button('record', 'Record', 'primary'), button('exit', 'Exit')],
	}),
	countdown: ({ seconds }) => ({
		title: String(seconds),
		tone: 'calm',
		lines: ['Get ready'],
		buttons: [button('cancel', 'Cancel')],
	}),
	recording: (state) => {
		const { prompts, step, markers, seconds } = state;
		const isLast = step >= prompts.length - 1;
		return {
			title: `Recording ${formatTime(seconds)}`,
			tone: 'recording',
			lines: [
				...(prompts.length > 0 ? [`${step + 1} of ${prompts.length}: ${prompts[step]}`] : []),
				`${describeTracked(state)}${markers > 0 ? ` · ${countOf(markers, 'marker')}` : ''}`,
			],
			buttons: [
				isLast ? button('marker', 'Marker') : button('next', 'Next step', 'primary'),
				button('stop', 'Stop', isLast ? 'primary' : 'plain'),
				button('discard', 'Discard', 'danger'),
			],
		};
	},
	review: ({ file, seconds }) => ({
		title: file === null ? 'Sending the take' : 'Take saved',
		tone: 'calm',
		lines: [`${formatTime(seconds)}${file === null ? '' : ` · ${file}`}`],
		// Discard is not where Stop was: a second press must not delete the take.
		buttons: [button('again', 'Again', 'primary'), button('exit', 'Exit'), button('discard', 'Discard', 'danger')],
	}),
};

function describeTracked({ tracked }: PanelState): string {
	return tracked.length === 0 ? 'Nothing is tracked' : `Tracked: ${tracked.join(', ')}`;
}

function describePrompts(prompts: readonly string[]): string[] {
	return prompts.length === 0 ? [] : [`${countOf(prompts.length, 'step')}, first: ${prompts[0]}`];
}

// The panel has room for one.
function describeIssues({ phase, issues: [first, ...others] }: PanelState): string[] {
	if (first === undefined || phase === 'ready' || phase === 'countdown') return [];
	return [`${first.message}${others.length > 0 ? `, and ${others.length} more` : ''}`];
}

function describeConnection({ isConnected, problem, openTakes, phase }: PanelState): string | null {
	if (problem !== null) return `${isConnected ? 'Problem' : 'Not connected'}: ${problem}. Nothing is lost.`;
	if (!isConnected) return 'Connecting to the computer';
	return openTakes > 0 && phase !== 'recording' ? `Takes to send: ${openTakes}` : null;
}

/** Formats seconds as minutes and seconds. */
export function formatTime(seconds: number): string {
	const whole = Math.floor(seconds);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
