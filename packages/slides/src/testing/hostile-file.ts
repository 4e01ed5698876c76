/** A malicious file and the expected outcome. */
export interface HostileFile {
  readonly name: string;
  /** Built on demand: some are large. */
  readonly build: () => Buffer | Promise<Buffer>;
  /** `refused`: with a user-facing message. `read`: unusual but valid. `either`: one of these two. */
  readonly fate: "refused" | "read" | "either";
}

/** Text that a page must show and never execute. */
export const SCRIPT_TEXT = `"><img src=x onerror="window.hasRun=true"><script>window.hasRun=true</script>`;

export function hostile(name: string, build: HostileFile["build"], fate: HostileFile["fate"] = "refused"): HostileFile {
  return { name, build, fate };
}
