import type { Side } from '@handreel/core';
import { type DrawnHand, type DrawnHandsOptions, HandsDriver, LiveFrames } from '@handreel/hands';
import { describe, expect, it } from 'vitest';
import { readFixture } from '../support/fixtures.ts';

const recording = readFixture('mrtk-2.8.3-full-5s.bin');

/** A hand that writes down its calls. */
class LoggedHand implements DrawnHand<string> {
	readonly log: string[];
	readonly name: string;

	constructor(log: string[], name: string) {
		this.log = log;
		this.name = name;
	}

	setModel(model: unknown): void {
		this.log.push(`${this.name} is ${typeof model === 'string' ? model : 'a model'}`);
	}

	giveUpModel(): void {
		this.log.push(`${this.name} has no model`);
	}

	show(_hand: unknown, opacity: number): void {
		this.log.push(`${this.name} ${opacity}`);
	}

	dispose(): void {
		this.log.push(`${this.name} is gone`);
	}
}

function start(options: DrawnHandsOptions<string>) {
	const log: string[] = [];
	const driver = new HandsDriver<string, LoggedHand>(recording, options);
	const extras = { pose: () => log.push('extras'), dispose: () => log.push('extras are gone') };
	const ready = driver.start(
		(side, style) => new LoggedHand(log, `${side} ${style}`),
		() => extras,
	);
	return { log, driver, ready };
}

describe('HandsDriver', () => {
	it('draws the hands that are wanted, then the other figures', async () => {
		const { log, driver, ready } = start({ handStyle: 'joints', sides: ['right'] });
		await ready;
		driver.update(1 / 60);
		driver.setTime(1);
		expect(log).toEqual(Array(3).fill(['right joints 1', 'extras']).flat());
		expect(driver.getHand('right').name).toBe('right joints');
		expect(() => driver.getHand('left')).toThrow("side: 'left' is not drawn");
	});

	it('sets given models before the first picture', () => {
		const { log } = start({ models: { left: 'a', right: 'b' } });
		expect(log.slice(0, 4)).toEqual(['left mesh is a', 'right mesh is b', 'left mesh 1', 'right mesh 1']);
	});

	it('loads models, and ignores them when it is gone', async () => {
		const { log, driver, ready } = start({ sides: ['left'] });
		const other = start({ sides: ['left'] });
		other.driver.dispose();
		await Promise.all([ready, other.ready]);
		expect(log).toEqual(['left mesh 1', 'extras', 'left mesh is a model', 'left mesh 1', 'extras']);
		expect(other.log).toEqual(['left mesh 1', 'extras', 'left mesh is gone', 'extras are gone']);
		driver.dispose();
	});

	it('removes listeners when it is gone', () => {
		const { driver } = start({ handStyle: 'nodes' });
		const seen: Side[] = [];
		driver.on('pinch', ({ side }) => seen.push(side));
		driver.playback.player!.advance(5);
		const before = seen.length;
		driver.dispose();
		driver.playback.player!.advance(5);
		expect(before).toBeGreaterThan(0);
		expect(seen).toHaveLength(before);
	});

	it('refuses unknown styles and sides', () => {
		for (const sides of ['left', ['Left']]) {
			expect(() => new HandsDriver(new LiveFrames(), { sides: sides as ['left'] })).toThrow(
				'sides: expected a list of left and right',
			);
		}
		expect(() => new HandsDriver(new LiveFrames(), { handStyle: 'glove' as 'mesh' })).toThrow(
			"handStyle: 'glove' is not one of mesh, joints, nodes",
		);
	});
});
