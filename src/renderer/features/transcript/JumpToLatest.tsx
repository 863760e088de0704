import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';

/**
 * In a band of its own at the view's lower edge, so that nothing that could be pressed lies under it half in sight: the view
 * ends above the band. It takes no room, or all would move as one comes to the end.
 */
export function JumpToLatest({ newItems, onClick }: { newItems: number; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="jump-band">
      <Button size="small" className="shadow-card" icon={<ArrowDown aria-hidden="true" size={13} />} onClick={onClick}>
        {newItems === 0 ? t('transcript.jumpToLatest') : t('transcript.jumpToNew', { count: newItems })}
      </Button>
    </div>
  );
}
