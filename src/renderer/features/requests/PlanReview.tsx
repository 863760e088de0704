import { MessageSquarePlus } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx';
import { Markdown } from '../markdown/Markdown';
import './planReview.css';
import { planPieces, type PlanPiece } from './planPieces';
import type { PlanComment } from './planReply';

export interface PlanReviewProps {
  markdown: string;
  comments: readonly PlanComment[];
  onComments: (comments: readonly PlanComment[]) => void;
}

/** The plan's text, each block and each item of a list with a place to say something about it. */
export function PlanReview({ markdown, comments, onComments }: PlanReviewProps) {
  const pieces = useMemo(() => planPieces(markdown), [markdown]);
  const write = (piece: PlanPiece, text: string) => {
    const { line, endLine, raw } = piece;
    onComments([...comments.filter((one) => one.line !== line), { line, endLine, quote: raw, text }]);
  };
  return (
    <div className="plan-review">
      {pieces.map((piece) => (
        <Piece
          key={piece.line}
          piece={piece}
          comment={comments.find(({ line }) => line === piece.line)}
          onText={(text) => write(piece, text)}
          onRemove={() => onComments(comments.filter(({ line }) => line !== piece.line))}
        />
      ))}
    </div>
  );
}

interface PieceProps {
  piece: PlanPiece;
  comment: PlanComment | undefined;
  onText: (text: string) => void;
  onRemove: () => void;
}

function Piece({ piece, comment, onText, onRemove }: PieceProps) {
  const { t } = useTranslation();
  const label = t('requests.plan.commentOn', { line: piece.line });
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className={cx('plan-piece', comment && 'plan-piece-commented')} style={{ marginLeft: piece.depth * 20 }}>
      <button
        ref={opener}
        type="button"
        className="plan-piece-add"
        aria-label={label}
        title={label}
        aria-expanded={comment !== undefined}
        onClick={() => (comment === undefined ? onText('') : onRemove())}
      >
        <MessageSquarePlus aria-hidden="true" size={13} strokeWidth={1.7} />
      </button>
      <div className="min-w-0">
        <Markdown text={piece.raw} />
        {comment === undefined ? null : (
          <CommentBox
            label={label}
            text={comment.text}
            onText={onText}
            onLeave={() => {
              // Nothing was said: the place closes again.
              if (comment.text.trim() === '') onRemove();
              opener.current?.focus();
            }}
            onRemove={() => {
              onRemove();
              opener.current?.focus();
            }}
          />
        )}
      </div>
    </div>
  );
}

interface CommentBoxProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
  onRemove: () => void;
}

const MOST_CHARACTERS = 20_000;

function CommentBox({ label, text, onText, onLeave, onRemove }: CommentBoxProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <div className="mt-1 mb-2 flex items-start gap-2">
      <textarea
        ref={box}
        rows={1}
        aria-label={label}
        maxLength={MOST_CHARACTERS}
        placeholder={t('requests.plan.commentHint')}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          // The card's own Escape would dismiss the plan.
          event.preventDefault();
          event.stopPropagation();
          onLeave();
        }}
        className="min-h-[32px] w-full resize-none rounded-md border border-line-strong bg-surface px-2.5 py-[6px] text-md selectable [field-sizing:content] focus-visible:outline-offset-0"
      />
      <button
        type="button"
        onClick={onRemove}
        className="mt-[6px] shrink-0 rounded-sm px-1 text-sm text-muted hover:text-text"
      >
        {t('common.remove')}
      </button>
    </div>
  );
}
