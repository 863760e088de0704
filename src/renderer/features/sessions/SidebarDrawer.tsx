import { Dialog } from '@base-ui/react/dialog';
import { PanelLeft } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { attentionOf, useSessionList } from '../../stores/sessionList';
import { closeSidebar, goToSidebar, inSidebar } from '../../stores/sidebar';
import { useUi } from '../../stores/ui';
import { useKeys } from '../../stores/useKeys';
import { IconButton } from '../../ui/IconButton';
import { Dot } from '../../ui/StatusMark';
import { Sidebar } from './Sidebar';

/** A dialog that was opened from it lies over it: what closes that does not close this as well. */
function onOpenChange(open: boolean): void {
  if (!open && useUi.getState().dialog === null) closeSidebar();
}

/** The sidebar of a window without room for it: a button at the page's head, and what that opens over the page. */
export function SidebarDrawer() {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const focus = useUi((state) => state.sidebarOver);
  const waiting = useSessionList((state) => attentionOf(state).length);
  const keys = useKeys('sidebar');
  const told = waiting === 0 ? '' : t('sidebar.needsYouCount', { count: waiting });
  return (
    <>
      {/* What the sidebar tells while it is there. */}
      <span role="status" className="sr-only">
        {told}
      </span>
      <IconButton
        ref={button}
        label={[t('app.sidebar'), told].filter(Boolean).join(', ')}
        keys={keys?.shown}
        aria-keyshortcuts={keys?.aria}
        aria-haspopup="dialog"
        aria-expanded={focus !== null}
        onClick={() => goToSidebar()}
        className="!absolute top-[9px] left-2.5 z-10 short:top-[5px]"
      >
        <PanelLeft aria-hidden="true" className="size-3.5" strokeWidth={1.6} />
        {waiting === 0 ? null : <Dot className="absolute top-1 right-1 !size-[7px] text-need" />}
      </IconButton>
      <Dialog.Root open={focus !== null} onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-30 bg-shade" />
          <Dialog.Popup
            aria-label={t('app.sidebar')}
            initialFocus={() => inSidebar(focus ?? 'row') ?? true}
            finalFocus={button}
            className="fixed inset-y-0 left-0 z-30 grid w-[min(300px,100%-44px)] shadow-card outline-none"
          >
            <Sidebar />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}
