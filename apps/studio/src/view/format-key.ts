const NAMES: Readonly<Record<string, string>> = {
	' ': 'Space',
	ArrowLeft: '←',
	ArrowRight: '→',
	ArrowUp: '↑',
	ArrowDown: '↓',
};

/** A key as people read it: `Shift+ArrowLeft` → `Shift ←`. */
export function formatKey(key: string): string {
	const parts = key === '+' ? ['+'] : key.split('+');
	return parts.map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(' ');
}
