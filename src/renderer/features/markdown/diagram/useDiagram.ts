import { useEffect, useState, useSyncExternalStore } from 'react';
import { onThemeChange } from '../../../stores/theme';
import { type Diagram, diagrams } from './diagrams';
import type { DiagramColours } from './drawDiagram';

/** A picture that does not load may have been forgotten meanwhile, and its address with it: it is drawn once more. */
const MOST_FAILURES = 1;

/**
 * The diagram in the colours of the theme in force, or of the one before until it is drawn anew; null before the first. And
 * what says that its picture did not load.
 */
export function useDiagram(source: string): [diagram: Diagram | null, onBroken: (url: string) => void] {
  const theme = useSyncExternalStore(onThemeChange, themeName, () => '');
  const [drawn, setDrawn] = useState<{ source: string; diagram: Diagram } | null>(null);
  const key = `${theme}\n${source}`;
  const [failed, setFailed] = useState<{ key: string; urls: readonly string[] }>({ key, urls: [] });
  // Another picture is tried again, and so is this one when it comes back.
  if (failed.key !== key) setFailed({ key, urls: [] });
  const times = failed.urls.length;
  useEffect(() => {
    if (times > MOST_FAILURES) return undefined;
    let gone = false;
    void diagrams.draw(source, theme, colours).then((diagram) => {
      if (!gone) setDrawn({ source, diagram });
    });
    return () => {
      gone = true;
    };
  }, [source, theme, times]);
  // One address may be shown in two places, which both tell.
  const onBroken = (url: string) => {
    diagrams.forget(source, theme, url);
    if (times === MOST_FAILURES) setDrawn(null);
    setFailed(({ urls }) => ({ key, urls: urls.includes(url) ? urls : [...urls, url] }));
  };
  const shown = diagrams.known(source, theme) ?? (drawn?.source === source ? drawn.diagram : null);
  return [times > MOST_FAILURES ? 'notShown' : shown, onBroken];
}

const themeName = (): string => document.documentElement.dataset['theme'] ?? '';

function colours(): DiagramColours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    bg: token('--surface'),
    fg: token('--text'),
    line: token('--faint'),
    accent: token('--muted'),
    muted: token('--muted'),
    surface: token('--code'),
    // Shapes are what a diagram says: a hairline would be lost, in the dark above all.
    border: token('--faint'),
    grid: token('--line-strong'),
    hues: ['work', 'go', 'need', 'stop'].map((name) => ({ ink: token(`--${name}`), ground: token(`--${name}-bg`) })),
    font: token('--sans'),
    isDark: themeName() === 'dark',
  };
}
