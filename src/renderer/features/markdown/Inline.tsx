import type { Token } from 'marked';
import { decodeEntities } from '@shared/session/entityTable';
import { ExternalLink } from './ExternalLink';
import { FileLink } from './FileLink';
import { FootnoteMark } from './FootnoteMark';
import { Formula } from './Formula';
import { ImageLink } from './ImageLink';
import { linkTarget } from './safeLink';
import { type PageToken, pageTokens } from './syntax/tokens';
import { InLinkProvider } from './Zoomable';

export function Inline({ tokens }: { tokens: readonly Token[] }) {
  const all = pageTokens(tokens);
  return all.map((token, index) => {
    const mark = markBehind(token, all[index + 1]);
    const before = index === 0 ? '' : markBehind(all[index - 1], token);
    const own = before !== '' && token.type === 'text' ? { ...token, text: token.text.slice(before.length) } : token;
    return mark === '' ? (
      <InlineToken key={index} token={own} />
    ) : (
      <span key={index} className="md-kept">
        <InlineToken token={own} />
        {mark}
      </span>
    );
  });
}

/** A longer formula has to be broken over lines. */
const LONGEST_KEPT = 40;

/** The comma or the like that stands behind a formula: Chromium would break the line between them. */
function markBehind(token: PageToken | undefined, next: PageToken | undefined): string {
  if (token?.type !== 'inlineMath' || token.display || token.tex.length > LONGEST_KEPT) return '';
  if (next?.type !== 'text' || next.tokens !== undefined) return '';
  return /^[,.;:!?)\]’”，。；：！？、）】」]+/.exec(next.text)?.[0] ?? '';
}

function InlineToken({ token }: { token: PageToken }) {
  switch (token.type) {
    case 'text':
      return token.tokens ? <Inline tokens={token.tokens} /> : decodeEntities(token.text);
    case 'escape':
      return token.text;
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      );
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link href={token.autolink ? token.href : decodeEntities(token.href)} tokens={token.tokens} />;
    case 'image':
      return <ImageLink href={token.href} alt={decodeEntities(token.text)} />;
    case 'html':
      // The one tag that answers need: a cell of a table has no other way to break its line.
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : token.text;
    case 'math':
    case 'inlineMath':
      return <Formula tex={token.tex} display={token.display} raw={token.raw} />;
    case 'footnoteMark':
      return <FootnoteMark label={token.label} raw={token.raw} />;
    case 'checkbox':
      return null;
    default:
      return token.raw;
  }
}

function Link({ href, tokens }: { href: string; tokens: readonly Token[] }) {
  const target = linkTarget(href);
  const words = (
    <InLinkProvider value>
      <Inline tokens={tokens} />
    </InLinkProvider>
  );
  if (target.kind === 'external') return <ExternalLink url={target.url}>{words}</ExternalLink>;
  if (target.kind === 'file') return <FileLink place={target}>{words}</FileLink>;
  return (
    <span>
      <Inline tokens={tokens} />
    </span>
  );
}
