import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { goToItem } from '../../stores/actions';
import { choose, nameOf, NO_FILTERS, searchOn, setSearch, useSearch } from '../../stores/search';
import { goBack } from '../../stores/ui';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { EmptyMark } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { Spinner } from '../../ui/Spinner';
import { SearchFilterBar } from './SearchFilterBar';
import { SearchHitRow } from './SearchHitRow';

/** A page of its own: one field, filters, and every hit with what stands around it. The field keeps the focus. */
export function SearchPage() {
  const { t } = useTranslation();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const { text, hits, next, chosen, isSearching, error } = useSearch();
  const errorText = useErrorText();
  const at = Math.min(chosen, hits.length - 1);
  const isEmpty = error === null && hits.length === 0 && !isSearching;

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const hit = hits[at];
    if (event.key === 'ArrowDown' && at + 1 < hits.length) choose(at + 1);
    else if (event.key === 'ArrowDown') void searchOn();
    else if (event.key === 'ArrowUp') choose(Math.max(0, at - 1));
    else if (event.key === 'PageDown') choose(Math.min(hits.length - 1, at + 8));
    else if (event.key === 'PageUp') choose(Math.max(0, at - 8));
    else if (event.key === 'Enter' && hit !== undefined) goToItem(hit.sessionId, hit.ordinal);
    else if (event.key === 'Escape') goBack();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <PageHeader back={{ onBack: goBack, keys: 'Esc' }}>
        <h1 className="font-[600]">{t('search.title')}</h1>
      </PageHeader>
      <div className="flex min-h-0 flex-1 flex-col narrow:short:block narrow:short:overflow-y-auto">
        <div className="shrink-0 border-b border-line px-6 pt-4 pb-3 narrow:px-5">
          <div className="mx-auto flex max-w-[760px] flex-col gap-2.5">
            <div className="flex h-10 items-center gap-2.5 rounded-md border border-line-strong bg-surface px-3 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus">
              <Search aria-hidden="true" className="size-4 shrink-0 text-faint" strokeWidth={1.7} />
              <input
                ref={field}
                role="combobox"
                aria-expanded={hits.length > 0}
                aria-controls={list}
                aria-activedescendant={hits.length === 0 ? undefined : `${list}-${at}`}
                aria-label={t('search.field')}
                placeholder={t('search.field')}
                value={text}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setSearch({ text: event.target.value })}
                onKeyDown={onKeyDown}
                className="min-w-0 flex-1 truncate bg-transparent text-lg outline-none selectable"
              />
              {isSearching ? <Spinner className="size-3.5 text-faint" /> : null}
            </div>
            <SearchFilterBar />
          </div>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-2 pb-8 narrow:px-5 narrow:short:overflow-visible">
          <div className={cx('mx-auto max-w-[760px]', isEmpty && 'pt-[12vh] [@media(max-height:560px)]:pt-1')}>
            {isEmpty ? (
              <EmptyMark icon={Search} title={t(text.trim() === '' ? 'search.emptyTitle' : 'search.noneTitle')} />
            ) : null}
            <p
              role="status"
              className={
                isEmpty
                  ? 'px-6 text-center text-lg text-balance text-muted'
                  : 'min-h-[19px] px-2.5 py-1 text-sm text-faint'
              }
            >
              {error === null ? <Told /> : null}
            </p>
            {error === null ? null : (
              <p role="alert" className="px-2.5 text-stop">
                {errorText(error)}
              </p>
            )}
            {hits.length === 0 ? null : (
              <div id={list} role="listbox" aria-label={t('search.results')} className="flex flex-col gap-0.5">
                {hits.map((hit, index) => (
                  <SearchHitRow
                    key={nameOf(hit)}
                    id={`${list}-${index}`}
                    hit={hit}
                    index={index}
                    chosen={index === at}
                  />
                ))}
              </div>
            )}
            {next === null || isSearching ? null : (
              <Button className="mt-3 ml-2.5" size="small" onClick={() => void searchOn()}>
                {t('search.more')}
              </Button>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** What came of it, in words; also for a screen reader. */
function Told() {
  const { t } = useTranslation();
  const { text, filters, hits, next, shownFor, isSearching } = useSearch();
  if (text.trim() === '') return t('search.hint');
  if (shownFor === null || (isSearching && hits.length === 0)) return t('search.looking');
  if (hits.length > 0) return t(next === null ? 'search.count' : 'search.countMore', { count: hits.length });
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(NO_FILTERS);
  return t(isFiltered ? 'search.noneFiltered' : 'search.none', { query: shownFor });
}
