import { chosenFiles, type TakeFiles } from "./dropped-files.ts";

/** Lets the person choose files of their disk, or a folder with all in it. @param onFiles is not called when they choose none. */
export function chooseFiles(onFiles: (take: TakeFiles) => void, what: "files" | "folder" = "files"): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.webkitdirectory = what === "folder";
  input.addEventListener("change", () => {
    const chosen = chosenFiles(input.files ?? []);
    if (chosen.files.length > 0) onFiles(async () => chosen);
  });
  input.click();
}
