import { chosenFiles, type TakeFiles } from "./dropped-files.ts";

/**
 * Opens the browser's dialog to choose files, or a folder with all its files. @param onFiles not called if nothing is
 * chosen.
 */
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
