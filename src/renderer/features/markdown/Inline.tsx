import type { MarkedToken, Token } from 'marked';
import { decodeEntities } from './entityTable';
import { ExternalLink } from './ExternalLink';
import { FileLink } from './FileLink';
import { isKnown } from './lexBlock';
import { isSafeImage, linkTarget } from './safeLink';

export function Inline({ tokens }: { tokens: readonly Token[] }) {
  return tokens.filter(isKnown).map((token, index) => <InlineToken key={index} token={token} />);
}

function InlineToken({ token }: { token: MarkedToken }) {
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
      return <Image href={token.href} alt={decodeEntities(token.text)} />;
    case 'html':
      return token.text;
    case 'checkbox':
      return null;
    default:
      return token.raw;
  }
}

function Link({ href, tokens }: { href: string; tokens: readonly Token[] }) {
  const target = linkTarget(href);
  const words = <Inline tokens={tokens} />;
  if (target.kind === 'external') return <ExternalLink url={target.url}>{words}</ExternalLink>;
  if (target.kind === 'file') return <FileLink path={target.path}>{words}</FileLink>;
  return <span>{words}</span>;
}

function Image({ href, alt }: { href: string; alt: string }) {
  if (isSafeImage(href)) return <img src={href} alt={alt} className="md-image" />;
  const target = linkTarget(href);
  const words = alt === '' ? href : alt;
  return target.kind === 'external' ? (
    <ExternalLink url={target.url}>{words}</ExternalLink>
  ) : (
    <span className="md-file">{words}</span>
  );
}
