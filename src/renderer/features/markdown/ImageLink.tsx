import { ExternalLink } from './ExternalLink';
import { isSafeImage, linkTarget } from './safeLink';

/** A picture that came inside the answer; any other would tell a stranger that it was read, and so is a link. */
export function ImageLink({ href, alt }: { href: string; alt: string }) {
  if (isSafeImage(href)) return <img src={href} alt={alt} className="md-image" />;
  const target = linkTarget(href);
  const words = alt === '' ? href : alt;
  return target.kind === 'external' ? (
    <ExternalLink url={target.url}>{words}</ExternalLink>
  ) : (
    <span className="md-file">{words}</span>
  );
}
