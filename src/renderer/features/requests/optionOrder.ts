import type { PermissionOption } from '@shared/session/request';

/** What is allowed now, what is allowed for ever, the agent's own kinds, what is rejected; each in the agent's order. */
const ORDER: readonly PermissionOption['kind'][] = [
  'allow_once',
  'allow_always',
  'other',
  'reject_once',
  'reject_always',
];

export interface OrderedOptions {
  options: readonly PermissionOption[];
  /** What Enter on the card does: allowing once, where exactly one option does that. Never anything that lasts. */
  enter: PermissionOption | null;
  /** What Escape does: rejecting once; null: the request is cancelled. */
  escape: PermissionOption | null;
}

export function orderOptions(offered: readonly PermissionOption[]): OrderedOptions {
  const options = offered.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  return { options, enter: onlyOne(options, 'allow_once'), escape: onlyOne(options, 'reject_once') };
}

function onlyOne(options: readonly PermissionOption[], kind: PermissionOption['kind']): PermissionOption | null {
  const [one, another] = options.filter((option) => option.kind === kind);
  return one !== undefined && another === undefined ? one : null;
}
