/** One of several that can be chosen. */
export interface Choice {
  value: string;
  label: string;
  description?: string | null;
  group?: string;
}

/** Choices under one heading; null: none. */
export interface ChoiceSection {
  key: string;
  heading: string | null;
  items: readonly Choice[];
}

export interface SectionWords {
  favourites: string;
  /** What belongs to no group, below groups. */
  others: string;
}

/**
 * Favourites first, in the order in which they were starred, then the others in the agent's order, under its groups. Each
 * choice stands in one place only.
 */
export function sectionsOf(
  choices: readonly Choice[],
  favourites: readonly string[],
  words: SectionWords,
): ChoiceSection[] {
  const starred = favourites.flatMap((value) => choices.find((choice) => choice.value === value) ?? []);
  const sections: ChoiceSection[] = [];
  for (const choice of choices) {
    if (starred.includes(choice)) continue;
    const key = `group ${choice.group ?? ''}`;
    const at = sections.findIndex((section) => section.key === key);
    const section = sections[at] ?? { key, heading: choice.group ?? null, items: [] };
    sections.splice(at === -1 ? sections.length : at, 1, { ...section, items: [...section.items, choice] });
  }
  const named = sections.map((section, index) =>
    section.heading === null && (index > 0 || starred.length > 0) ? { ...section, heading: words.others } : section,
  );
  return starred.length === 0 ? named : [{ key: 'favourites', heading: words.favourites, items: starred }, ...named];
}

/** Every word that was typed is somewhere in what one sees of it, or in its id. */
export function matchesQuery({ label, value, group, description }: Choice, query: string): boolean {
  const text = `${label}\n${value}\n${group ?? ''}\n${description ?? ''}`.toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
