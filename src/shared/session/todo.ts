import { z } from 'zod';

export const TodoStatus = z.enum(['pending', 'in_progress', 'completed', 'cancelled']);
export type TodoStatus = z.infer<typeof TodoStatus>;

export const Todo = z.object({ id: z.string(), content: z.string(), status: TodoStatus });
export type Todo = z.infer<typeof Todo>;
