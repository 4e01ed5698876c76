interface TextFile {
  readonly name: string;
  readonly text: string;
  /** Media type. */
  readonly type: "text/csv" | "text/plain";
}

/** Downloads a text as a file, UTF-8. */
export function saveTextFile({ name, text, type }: TextFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
