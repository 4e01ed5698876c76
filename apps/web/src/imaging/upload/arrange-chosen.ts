/** Groups dropped or selected files into slides. */
import { arrangeFiles } from "@parfocal/core/upload/arrange-files.ts";
import type { ChosenFile, ChosenFiles } from "#ui/dropped-files.ts";
import { bytesOf, type ChosenSlide, type SlideContent } from "./slide-content.ts";

interface ChosenSlides {
  readonly slides: readonly ChosenSlide[];
  /** Paths of files that are not slides. */
  readonly leftOut: readonly string[];
}

export async function arrangeChosen({ files, handles }: ChosenFiles): Promise<ChosenSlides> {
  const { slides, leftOut } = await arrangeFiles(files, readStart);
  return {
    slides: slides.map(({ kind, filename, folders, members }) => {
      const [first] = members;
      const content: SlideContent =
        kind === "file" && first
          ? { kind: "file", file: first.file.file }
          : { kind: "set", members: members.map(({ path, file }) => ({ path, file: file.file })) };
      const own = first?.file.handle;
      return {
        filename,
        folders,
        content,
        bytes: bytesOf(content),
        handles: kind === "set" ? handles : own ? [own] : [],
      };
    }),
    leftOut: leftOut.map(({ path }) => path),
  };
}

/** An unreadable file is detected later, when it is read completely. */
async function readStart({ file }: ChosenFile, bytes: number): Promise<Uint8Array> {
  return new Uint8Array(
    await file
      .slice(0, bytes)
      .arrayBuffer()
      .catch(() => new ArrayBuffer()),
  );
}
