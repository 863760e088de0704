import { ExternalLink } from './ExternalLink';
import { FileImage } from './FileImage';
import { useImageSession } from './fileLinks';
import { isSafeImage, linkTarget } from './safeLink';
import { Zoomable } from './Zoomable';

/** A picture that came inside the answer or lies in the session's folder; any other would tell a stranger that it was read. */
export function ImageLink({ href, alt }: { href: string; alt: string }) {
  const sessionId = useImageSession();
  if (isSafeImage(href)) return <Zoomable url={href} alt={alt} />;
  const target = linkTarget(href);
  const words = alt === '' ? href : alt;
  if (target.kind === 'external') return <ExternalLink url={target.url}>{words}</ExternalLink>;
  if (target.kind === 'none' || sessionId === null) return <span className="md-file">{words}</span>;
  return <FileImage sessionId={sessionId} path={target.path} alt={words} />;
}
