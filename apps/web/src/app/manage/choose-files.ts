import { chosenFiles, type TakeFiles } from "#ui/dropped-files.ts";

/** Lets the person choose files of their disk. @param onFiles is not called when they choose none. */
export function chooseFiles(onFiles: (take: TakeFiles) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.addEventListener("change", () => {
    const chosen = chosenFiles(input.files ?? []);
    if (chosen.files.length > 0) onFiles(async () => chosen);
  });
  input.click();
}
