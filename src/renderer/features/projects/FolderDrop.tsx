import { FolderPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addFolders } from '../../stores/actions';

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** A folder dropped on the window, but not on a message, becomes a project; whether it is a folder the engine says. */
export function FolderDrop() {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // The message takes what is dropped over it (useFileDrop).
      if (event.defaultPrevented) return setOver(false);
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      // Only when the pointer leaves the window, not each element in it.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      const paths = [...(event.dataTransfer?.files ?? [])].map((file) => window.signalbox.pathForFile(file));
      void addFolders(paths.filter((path) => path !== ''));
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-lg border-2 border-dashed border-focus bg-work-bg/90 text-xl font-[600] text-work">
      <span className="flex items-center gap-3">
        <FolderPlus aria-hidden="true" className="size-6" strokeWidth={1.6} />
        {t('app.dropFolder')}
      </span>
    </div>
  );
}
