// The script of a shared page: built into one file, which `build-player-page.ts` puts into a page. It loads nothing.
import { decodeReel } from '@handreel/core/reel';
import '@handreel/player';
import { PLAYER, RECORDING } from './page-parts.ts';

const player = document.querySelector('handreel-player')!;
const text = document.getElementById(RECORDING)!.textContent ?? '';
const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const link = document.querySelector<HTMLAnchorElement>('a[download]')!;
link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
player.recording = decodeReel(bytes);
document.getElementById(PLAYER)?.remove();
