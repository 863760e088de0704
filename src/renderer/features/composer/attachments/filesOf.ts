/**
 * The files of what is pasted. Text that comes with a picture of itself (of a table, a slide) is pasted as text; files of
 * the system come with their names as text and are meant as files.
 */
export function pastedFiles(
  data: { types: readonly string[]; files: Iterable<File> },
  pathForFile: (file: File) => string,
): File[] {
  const files = [...data.files];
  const hasText = data.types.includes('text/plain');
  return hasText && files.every((file) => pathForFile(file) === '') ? [] : files;
}

export const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
