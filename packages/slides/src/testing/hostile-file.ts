/** A file that no honest program writes, and what must become of it. */
export interface HostileFile {
  readonly name: string;
  /** Made when asked for: some are large. */
  readonly build: () => Buffer | Promise<Buffer>;
  /** `refused`: with a sentence. `read`: it is odd, but nothing is wrong with it. `either`: nothing worse than that. */
  readonly fate: "refused" | "read" | "either";
}

/** What a page must show as text and never run. */
export const SCRIPT_TEXT = `"><img src=x onerror="window.hasRun=true"><script>window.hasRun=true</script>`;

export function hostile(name: string, build: HostileFile["build"], fate: HostileFile["fate"] = "refused"): HostileFile {
  return { name, build, fate };
}
