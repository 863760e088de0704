import { Component, type ReactNode } from 'react';

export interface BoundaryProps {
  /** What is drawn inside: where it is another one, that is tried again. */
  of: unknown;
  renderInstead: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  failed: { of: unknown; error: unknown } | null;
}

/** Without one, a single part that cannot be drawn would leave the whole window empty, at each opening anew. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failed: { of: NONE, error } };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, { failed }: BoundaryState): BoundaryState | null {
    if (failed === null || failed.of === of) return null;
    // The one that failed just now is known here only.
    return failed.of === NONE ? { failed: { ...failed, of } } : { failed: null };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    return failed === null ? this.props.children : this.props.renderInstead(failed.error);
  }
}

const NONE = Symbol('not known yet');
