import { describe, expect, it } from 'vitest';
import { useBrowser } from '../support/use-browser.ts';

const open = useBrowser();
const MARKERS = 'fixtures/recorded/mrtk-2.8.3-markers.bin';

describe("the page's clock", () => {
	it('stands still until the driver moves it by whole frames', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const log: unknown[] = [performance.now(), Date.now(), new Date().toISOString(), Date().slice(0, 15)];
			requestAnimationFrame((time) => log.push(['frame', time === performance.now()]));
			setTimeout((text: string) => log.push([text, performance.now()]), 20, 'timeout');
			const interval = setInterval(() => log.push(['interval', performance.now()]), 15);
			const canceled = setTimeout(() => log.push('never'), 5);
			clearTimeout(canceled);
			await handreel.driver.step(2);
			clearInterval(interval);
			await handreel.driver.step(2);
			log.push(Math.round(performance.now() * 1e6) / 1e6, Date.now() - Date.UTC(2024, 0, 1));
			return log;
		});
		expect(result).toEqual([
			0,
			Date.UTC(2024, 0, 1),
			'2024-01-01T00:00:00.000Z',
			'Mon Jan 01 2024',
			['interval', 15],
			['frame', true],
			['timeout', 20],
			['interval', 30],
			66.666667,
			expect.closeTo(66.667, 2),
		]);
	});

	it('reports errors of timers and frames, and continues', async () => {
		const page = await open();
		const errors: string[] = [];
		page.on('pageerror', ({ message }) => errors.push(message));
		const isReached = await page.evaluate(async () => {
			let isReached = false;
			setTimeout(() => {
				throw new Error('in a timer');
			}, 1);
			requestAnimationFrame(() => {
				throw new Error('in a frame');
			});
			requestAnimationFrame(() => {
				isReached = true;
			});
			await handreel.driver.step();
			return isReached;
		});
		expect(isReached).toBe(true);
		expect(errors).toEqual(['in a timer', 'in a frame']);
	});

	it('notes every uncaught error of the page when it happens', async () => {
		const page = await open();
		const errors = await page.evaluate(async () => {
			await kit.start();
			const { driver } = handreel;
			await driver.stepTo(0.1);
			window.addEventListener('made', () => {
				throw new Error('in a listener');
			});
			window.dispatchEvent(new Event('made'));
			await driver.stepTo(0.2);
			void Promise.reject(new Error('in a promise'));
			requestAnimationFrame(() => {
				throw new Error('in a frame');
			});
			await driver.step();
			return driver.errors.map(({ error, time }) => [(error as Error).message, time]);
		});
		expect(errors).toEqual([
			['in a listener', 0.1],
			['in a promise', 0.2],
			['in a frame', expect.closeTo(0.2 + 1 / 60, 6)],
		]);
	});

	it('returns the same random numbers for a seed, and random ones without', async () => {
		const draw = async (options: object): Promise<number[]> =>
			(await open({ options })).evaluate(() => [Math.random(), Math.random(), Math.random()]);
		const first = await draw({ randomSeed: 1 });
		expect(await draw({ randomSeed: 1 })).toEqual(first);
		expect(await draw({ randomSeed: 2 })).not.toEqual(first);
		expect(await draw({})).not.toEqual(await draw({}));
	});

	it('lets promises of one frame settle before the next', async () => {
		const page = await open();
		const log = await page.evaluate(async () => {
			const { session } = await kit.start();
			const log: string[] = [];
			await kit.inFrames(session, 2, () => {
				log.push('frame');
				Promise.resolve()
					.then(() => null)
					.then(() => null)
					.then(() => log.push('settled'));
			});
			return log;
		});
		expect(log).toEqual(['frame', 'settled', 'frame', 'settled']);
	});

	it('applies to events, time origin and dates, too', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { session } = await kit.start();
			const stamps: number[] = [];
			session.addEventListener('selectstart', ({ timeStamp }) => stamps.push(timeStamp - performance.now()));
			await handreel.driver.stepTo(1);
			const event = new Event('x');
			const stamp = event.timeStamp;
			await handreel.driver.step();
			return [
				stamps,
				event.timeStamp === stamp,
				performance.now() - stamp > 16,
				performance.timeOrigin + performance.now() === Date.now(),
				new Date().constructor === Date,
			];
		});
		expect(result).toEqual([[0], true, true, true, true]);
	});

	it('is restored by uninstall', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const replaced = navigator.xr;
			handreel.driver.uninstall();
			const frame = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
			await new Promise((resolve) => setTimeout(resolve));
			const isSame = new Date().constructor === Date && performance.timeOrigin > Date.UTC(2024, 0, 2);
			return [frame > 0, Date.now() > Date.UTC(2024, 0, 2), navigator.xr === replaced, isSame];
		});
		expect(result).toEqual([true, true, false, true]);
	});

	it('is restored while the driver is busy, which ends the call', async () => {
		const page = await open();
		const time = await page.evaluate(async () => {
			const { driver } = handreel;
			await kit.start();
			const work = [driver.play().then(() => driver.step(2))];
			driver.uninstall();
			await Promise.all(work);
			return driver.time;
		});
		expect(time).toBeLessThan(0.1);
	});
});

describe('stepping', () => {
	it('starts the recording again with the first immersive session', async () => {
		const page = await open();
		const times = await page.evaluate(async () => {
			const inline = await navigator.xr.requestSession('inline');
			inline.requestAnimationFrame(() => {});
			await handreel.driver.step(5);
			const before = handreel.driver.time;
			await kit.start();
			await handreel.driver.step(1);
			const first = handreel.driver.time;
			await handreel.driver.step(3);
			return [before, first, handreel.driver.time].map((time) => Math.round(time * 60));
		});
		expect(times).toEqual([4, 0, 3]);
	});

	it('starts the recording with the first frame of a session', async () => {
		const page = await open();
		const times = await page.evaluate(async () => {
			const { driver } = handreel;
			await driver.step(10);
			const times = [driver.time];
			const { session } = await kit.start();
			times.push(...(await kit.inFrames(session, 3, () => driver.time)));
			return times;
		});
		expect(times).toEqual([0, 0, 1 / 60, 2 / 60]);
	});

	it('ends at exactly the given time, and counts without drift', async () => {
		const page = await open();
		const times = await page.evaluate(async () => {
			const { driver } = handreel;
			await kit.start();
			await driver.step(121);
			const times = [driver.time];
			await driver.stepTo(2.5004);
			times.push(driver.time);
			await driver.step();
			times.push(driver.time - 2.5004);
			driver.speed = 0.5;
			await driver.step();
			times.push(driver.time - 2.5004);
			return times;
		});
		expect(times.slice(0, 2)).toEqual([2, 2.5004]);
		expect(times[2]).toBeCloseTo(1 / 60, 9);
		expect(times[3]).toBeCloseTo(1.5 / 60, 9);
	});

	it('refuses to go back, to step or seek without a session, and to run two calls at once', async () => {
		const page = await open();
		const names = await page.evaluate(async () => {
			const { driver } = handreel;
			const without = [await kit.errorName(() => driver.stepTo(1)), await kit.errorName(() => driver.seek(1))];
			await kit.start();
			await driver.stepTo(1);
			const back = await kit.errorName(() => driver.stepTo(0.5));
			const part = await kit.errorName(() => driver.step(0.5));
			const still = await kit.errorName(() => {
				driver.speed = 0;
			});
			const first = driver.step(2);
			const second = await kit.errorName(() => driver.step());
			await first;
			return [...without, back, part, still, second, await kit.errorName(() => driver.step())];
		});
		const [state, range] = ['InvalidStateError', 'RangeError'];
		expect(names).toEqual([state, state, range, range, range, state, null]);
	});

	it('stops with an error when the page ends the session on the way', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { driver } = handreel;
			const { session } = await kit.start();
			session.onselectstart = () => session.end();
			const name = await kit.errorName(() => driver.stepToEnd());
			return [name, driver.time, driver.sessionMode];
		});
		expect(result).toEqual(['InvalidStateError', expect.closeTo(0.8167, 3), null]);
	});

	it('stays at the last pose after the end', async () => {
		const page = await open();
		const result = await page.evaluate(async () => {
			const { driver } = handreel;
			const { session, space } = await kit.start();
			await driver.stepToEnd();
			const tip = (frame: XRFrame): number =>
				frame.getJointPose(session.inputSources[0]!.hand!.get('wrist')!, space)!.transform.position.x;
			const values = await kit.inFrames(session, 3, tip);
			return [new Set(values).size, driver.time > driver.duration];
		});
		expect(result).toEqual([1, true]);
	});
});

describe('markers', () => {
	it('are reached by stepping or seeking, and listed if the name is unknown', async () => {
		const page = await open({ recording: MARKERS });
		const result = await page.evaluate(async () => {
			const { driver } = handreel;
			await kit.start();
			await driver.stepToMarker('start');
			const times = [driver.time];
			await driver.stepToEnd();
			await driver.seekMarker('start');
			times.push(driver.time);
			const message = await driver.seekMarker('nowhere').catch(String);
			return { times, message };
		});
		expect(result.times).toEqual([0.25, 0.25]);
		expect(result.message).toMatch(/RangeError: name: no marker 'nowhere'.*'start' at 0.25 s/);
	});
});

describe('seeking', () => {
	it('cancels the current selection and starts the selection at the new time', async () => {
		const page = await open();
		const events = await page.evaluate(async () => {
			const { driver } = handreel;
			await kit.start();
			await driver.stepTo(1);
			await driver.seek(2.5);
			await driver.seek(0.1);
			return driver.events.map(({ type, side, time }) => [type, side, Math.round(time * 100) / 100]);
		});
		expect(events.slice(2)).toEqual([
			['selectstart', 'left', 0.82],
			['selectend', 'left', 2.5],
			['selectstart', 'right', 2.5],
			['selectend', 'right', 0.1],
		]);
	});
});

describe('playing', () => {
	it('runs to the end in real time at a speed, and can be paused', async () => {
		const page = await open({ recording: MARKERS });
		const result = await page.evaluate(async () => {
			const { driver } = handreel;
			const { session } = await kit.start();
			let frames = 0;
			const onFrame = (): void => {
				frames++;
				session.requestAnimationFrame(onFrame);
			};
			session.requestAnimationFrame(onFrame);
			const playing = driver.play();
			await new Promise<void>((resolve) => session.requestAnimationFrame(() => resolve()));
			driver.pause();
			await playing;
			const paused = driver.time;
			driver.speed = 4;
			await driver.play();
			return { paused, end: driver.time === driver.duration, frames };
		});
		expect(result.paused).toBeLessThan(1);
		expect(result.end).toBe(true);
		expect(result.frames).toBeGreaterThan(1);
	});
});
