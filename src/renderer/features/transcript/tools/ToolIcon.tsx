import type { ToolKind } from '@shared/acp/update';
import {
  ArrowRightLeft,
  Brain,
  FilePenLine,
  FileText,
  Globe,
  ListTodo,
  type LucideIcon,
  Pencil,
  Search,
  SlidersHorizontal,
  Terminal,
  Trash2,
  Wrench,
} from 'lucide-react';
import { Spinner } from '../../../ui/Spinner';

const ICONS: Record<ToolKind | 'todos', LucideIcon> = {
  read: FileText,
  edit: Pencil,
  delete: Trash2,
  move: ArrowRightLeft,
  search: Search,
  execute: Terminal,
  think: Brain,
  fetch: Globe,
  switch_mode: SlidersHorizontal,
  todos: ListTodo,
  other: Wrench,
};

/** The kind's sign, or the spinner while it is at work. */
export function ToolIcon({ kind, working = false }: { kind: ToolKind | 'todos'; working?: boolean }) {
  if (working) return <Spinner className="size-[11px] text-work" />;
  const Icon = ICONS[kind] ?? FilePenLine;
  return <Icon aria-hidden="true" size={14} strokeWidth={1.7} />;
}
