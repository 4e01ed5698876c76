/** Button to select files, or a folder with its contents, for upload. */
import type { ButtonProps } from "@mantine/core";
import type { InputHTMLAttributes, ReactNode } from "react";
import { chosenFiles, type TakeFiles } from "#ui/dropped-files.ts";
import { FilesButton } from "#ui/FilesButton.tsx";

interface ChooseButtonProps extends ButtonProps {
  readonly what: "files" | "folder";
  readonly children: ReactNode;
  readonly "aria-label"?: string;
  readonly onFiles: (take: TakeFiles) => void;
}

/** Not in React's own types, but supported by every browser under this name. */
interface FolderInput extends InputHTMLAttributes<HTMLInputElement> {
  readonly webkitdirectory: string;
}

const FOLDERS_ONLY: FolderInput = { webkitdirectory: "" };

export function ChooseButton({ what, children, onFiles, ...buttonProps }: ChooseButtonProps) {
  return (
    <FilesButton
      multiple
      {...(what === "folder" ? { inputProps: FOLDERS_ONLY } : {})}
      onFiles={(files) => onFiles(async () => chosenFiles(files))}
      {...buttonProps}
    >
      {children}
    </FilesButton>
  );
}
