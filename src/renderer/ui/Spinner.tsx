import { cx } from './cx';

/** Pins the animation to the document's timeline, so that all spinners turn as one whenever they appeared. */
function join(element: HTMLElement | null) {
  for (const animation of element?.getAnimations() ?? []) animation.startTime = 0;
}

export function Spinner({ className }: { className?: string }) {
  return <span ref={join} aria-hidden="true" className={cx('spinner block shrink-0', className)} />;
}
