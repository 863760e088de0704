/** What stands for a picture that is not shown: its name, and why. */
export function MissingImage({ name, why, title }: { name: string; why: string; title?: string }) {
  return (
    <span className="text-muted">
      <span className="md-file" title={title}>
        {name}
      </span>{' '}
      {why}
    </span>
  );
}
