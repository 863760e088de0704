import { ExternalLink } from './ExternalLink';
import { withUrls } from './urlsIn';

/** A plain sentence whose web addresses can be opened: errors tell where to sign in, to pay, or to read on. */
export function LinkedText({ text }: { text: string }) {
  return withUrls(text).map((piece, at) =>
    piece.isUrl ? (
      <span key={at} className="wrap-anywhere underline decoration-line-strong underline-offset-2 hover:text-text">
        <ExternalLink url={piece.text}>{piece.text}</ExternalLink>
      </span>
    ) : (
      piece.text
    ),
  );
}
