import type { SnippetPart } from '@shared/ipc/search';

/** What was found, with the words that match marked. */
export function Snippet({ parts }: { parts: readonly SnippetPart[] }) {
  return parts.map((part, index) =>
    part.match ? (
      <mark key={index} className="rounded-[3px] bg-need-bg font-[560] text-need">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
