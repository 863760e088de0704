import { describe, expect, it } from 'vitest';
import { Boundary, type BoundaryProps } from './Boundary';

/** As React does it: its state is derived before each drawing. */
function drawn(boundary: Boundary, props: BoundaryProps): unknown {
  const state = Boundary.getDerivedStateFromProps(props, boundary.state);
  if (state !== null) boundary.state = state;
  return Object.assign(boundary, { props }).render();
}

describe('a part that cannot be drawn', () => {
  it('gives its place to what stands in for it, until there is another part to draw', () => {
    const first = { of: {}, children: 'the row', renderInstead: (error: unknown) => `not drawn: ${String(error)}` };
    const boundary = new Boundary(first);
    expect(drawn(boundary, first)).toBe('the row');
    boundary.state = Boundary.getDerivedStateFromError('broken');
    expect(drawn(boundary, first)).toBe('not drawn: broken');
    expect(drawn(boundary, { ...first })).toBe('not drawn: broken');
    expect(drawn(boundary, { ...first, of: {} })).toBe('the row');
  });
});
