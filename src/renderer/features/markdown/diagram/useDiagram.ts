import { useEffect, useState, useSyncExternalStore } from 'react';
import { onThemeChange } from '../../../stores/theme';
import { type Diagram, diagrams } from './diagrams';
import type { DiagramColours } from './drawDiagram';

/** The diagram in the colours of the theme in force, or of the one before until it is drawn anew; null before the first. */
export function useDiagram(source: string): Diagram | null {
  const theme = useSyncExternalStore(onThemeChange, themeName, () => '');
  const [drawn, setDrawn] = useState<{ source: string; diagram: Diagram } | null>(null);
  useEffect(() => {
    let gone = false;
    void diagrams.draw(source, theme, colours).then((diagram) => {
      if (!gone) setDrawn({ source, diagram });
    });
    return () => {
      gone = true;
    };
  }, [source, theme]);
  return diagrams.known(source, theme) ?? (drawn?.source === source ? drawn.diagram : null);
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
  };
}
