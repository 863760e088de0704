import { z } from 'zod';

/**
 * Choices that the person starred, by agent and option (`mode`, `model`, or the id of a config option): they stand first
 * where one chooses. What the agent no longer offers stays, since it may come back with another account.
 */

/** More than a person looks through; each list is written whole with the settings. */
const MOST = 100;
const Value = z.string().min(1).max(1024);
const OptionId = z.string().min(1).max(256);
const AgentId = z.string().min(1).max(64);

export const FavouritesPatch = z.record(AgentId, z.record(OptionId, z.array(Value).max(MOST)));
/** Lists that are there replace the same ones; an empty one is taken away. */
export type FavouritesPatch = z.infer<typeof FavouritesPatch>;

/** As a file has them: what cannot be read falls away by itself, list by list. */
export const Favourites = z
  .record(z.string(), z.record(z.string(), z.array(Value).max(MOST).catch([])).catch({}))
  .catch({});
export type Favourites = z.infer<typeof Favourites>;

export function withFavourites(favourites: Favourites, patch: FavouritesPatch): Favourites {
  const agents = Object.entries(patch).map(([agentId, lists]): [string, Favourites[string]] => {
    const all = Object.entries({ ...favourites[agentId], ...lists });
    const unique = all.map(([option, values]): [string, string[]] => [option, [...new Set(values)]]);
    return [agentId, Object.fromEntries(unique.filter(([, values]) => values.length > 0))];
  });
  const merged = Object.entries({ ...favourites, ...Object.fromEntries(agents) });
  return Object.fromEntries(merged.filter(([, lists]) => Object.keys(lists).length > 0));
}

/** The list with the value put in at its end, or taken out. */
export const toggled = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];

/** The favourite after the one in force, round again; of those that are offered now. Undefined where there is no other. */
export function nextFavourite(
  favourites: readonly string[],
  offered: readonly string[],
  current: string,
): string | undefined {
  const usable = favourites.filter((value) => offered.includes(value));
  const next = usable[(usable.indexOf(current) + 1) % usable.length];
  return next === current ? undefined : next;
}
