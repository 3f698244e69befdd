import type { Player } from '@handreel/core/play';

/** Everything that a player reports, as words. The list grows while it plays. */
export function listen(player: Player): string[] {
	const log: string[] = [];
	player.on('tracked', ({ side, tracked }) => log.push(`${side} ${tracked ? 'tracked' : 'lost'}`));
	player.on('pinch', ({ side, pinching }) => log.push(`${side} ${pinching ? 'pinch' : 'release'}`));
	player.on('marker', ({ marker }) => log.push(`marker ${marker.name}`));
	player.on('controller', ({ side, tracked }) => log.push(`${side} controller ${tracked ? 'tracked' : 'lost'}`));
	player.on('button', ({ side, index, pressed }) => log.push(`${side} ${index} ${pressed ? 'press' : 'release'}`));
	player.on('event', ({ track, event }) => log.push(`${track.name} ${event.name}`));
	player.on('looped', ({ time }) => log.push(`looped ${time}`));
	player.on('ended', ({ time }) => log.push(`ended ${time}`));
	return log;
}
