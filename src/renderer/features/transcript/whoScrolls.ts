/**
 * What a wheel or a key scrolls that is turned or pressed inside of `list`: the list, or something in it that scrolls by
 * itself, a tall diff or an output. `unknown`: something that may keep it for itself although it has come to its end.
 */
export function whoScrolls(event: Event, list: HTMLElement, way: 'up' | 'down'): 'list' | 'inside' | 'unknown' {
  let isUnknown = false;
  for (const node of event.composedPath()) {
    if (node === list) return isUnknown ? 'unknown' : 'list';
    if (!(node instanceof Element)) continue;
    const { overflowY, overscrollBehaviorY } = getComputedStyle(node);
    if (overflowY !== 'auto' && overflowY !== 'scroll') continue;
    const left = way === 'up' ? node.scrollTop : node.scrollHeight - node.clientHeight - node.scrollTop;
    if (left >= 1) return 'inside';
    isUnknown ||= overscrollBehaviorY !== 'auto';
  }
  return 'unknown';
}
