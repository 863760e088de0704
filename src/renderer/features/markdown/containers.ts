/** What a line may begin with before its own text: quotes and items of lists. */
export const CONTAINERS = /^(?:[ \t]|>[ \t]?|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
