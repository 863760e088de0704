import { FileSpreadsheet } from 'lucide-react';
import type { Tokens } from 'marked';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './CopyButton';
import { Inline } from './Inline';
import { keyboardScrollable } from '../../ui/keyboardScrollable';
import { tableAsCsv } from './tableText';

/** More columns than these do not fit beside each other. */
const MANY = 5;

/** A table may be wider than the page: it scrolls by itself, also by keyboard. */
export function DataTable({ table }: { table: Tokens.Table }) {
  const { t } = useTranslation();
  const isWide = table.header.length > MANY;
  const cell = ({ align, tokens }: Tokens.TableCell, index: number, Tag: 'th' | 'td') => (
    <Tag key={index} style={align ? { textAlign: align } : undefined}>
      {isWide && Tag === 'td' ? (
        <div className="md-cell">
          <Inline tokens={tokens} />
        </div>
      ) : (
        <Inline tokens={tokens} />
      )}
    </Tag>
  );
  return (
    <div className="md-table">
      <div className="md-table-scroll" ref={keyboardScrollable}>
        <table>
          <thead>
            <tr>{table.header.map((entry, index) => cell(entry, index, 'th'))}</tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={index}>{row.map((entry, column) => cell(entry, column, 'td'))}</tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="md-table-copy">
        <CopyButton text={() => table.raw.trim()} label={t('transcript.copyTable')} />
        <CopyButton text={() => tableAsCsv(table)} label={t('transcript.copyCsv')} icon={FileSpreadsheet} />
      </div>
    </div>
  );
}
