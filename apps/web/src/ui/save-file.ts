interface TextFile {
  readonly name: string;
  readonly text: string;
  /** Media type. */
  readonly type: "text/csv" | "text/plain";
}

/** Downloads a text as a file, UTF-8. */
export const saveTextFile = ({ name, text, type }: TextFile): void => saveFile(name, new Blob([text], { type }));

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
