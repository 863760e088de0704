/** Keys as people read them: "Ctrl N", "⌘ N" on a Mac. `keys` is a tinykeys pattern. */
export function shownKeys(keys: string, platform: string): string {
  const mac = platform === 'darwin';
  return keys
    .split('+')
    .map((key) => (key === '' ? '+' : shownKey(key, mac)))
    .join(' ');
}

function shownKey(key: string, mac: boolean): string {
  switch (key) {
    case '$mod':
      return mac ? '⌘' : 'Ctrl';
    case 'Alt':
      return mac ? '⌥' : 'Alt';
    case 'Shift':
      return mac ? '⇧' : 'Shift';
    case 'Control':
      return mac ? '⌃' : 'Ctrl';
    case 'ArrowLeft':
      return '←';
    case 'ArrowRight':
      return '→';
    case 'ArrowUp':
      return '↑';
    case 'ArrowDown':
      return '↓';
    case 'Enter':
      return '⏎';
    case 'Escape':
      return 'Esc';
    default:
      return key.length === 1 ? key.toUpperCase() : key;
  }
}

/** The same for `aria-keyshortcuts`. */
export function ariaKeys(keys: string, platform: string): string {
  return keys.replace('$mod', platform === 'darwin' ? 'Meta' : 'Control');
}
