import { cx } from '../../ui/cx';
import { PathText } from '../../ui/PathText';
import { DiffStat } from './DiffStat';
import { DiffTools } from './DiffTools';
import type { FileDiff } from './fileDiff';

/** Above a file's changes where no card's head names the file: its path as it is shown here, and what one can do with it. */
export function DiffHead({ file, path, className }: { file: FileDiff; path: string; className?: string }) {
  return (
    <div className={cx('flex h-8 items-center gap-2 bg-code px-3 font-mono text-sm text-muted', className)}>
      <PathText path={path} title={file.path} />
      <span className="grow" />
      <DiffTools file={file} />
      <DiffStat added={file.added} removed={file.removed} />
    </div>
  );
}
