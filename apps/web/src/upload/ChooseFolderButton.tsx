/** Lets someone choose a folder of their disk, with all that lies in it. */
import { Button, type ButtonProps, FileButton } from "@mantine/core";
import type { InputHTMLAttributes, ReactNode } from "react";
import { chosenFiles, type TakeFiles } from "./dropped-files.ts";

interface ChooseFolderButtonProps extends ButtonProps {
  readonly children: ReactNode;
  readonly onFiles: (take: TakeFiles) => void;
}

/** Not in React's own list; every browser has it by this name. */
interface FolderInput extends InputHTMLAttributes<HTMLInputElement> {
  readonly webkitdirectory: string;
}

const FOLDERS_ONLY: FolderInput = { webkitdirectory: "" };

export function ChooseFolderButton({ children, onFiles, ...buttonProps }: ChooseFolderButtonProps) {
  return (
    <FileButton multiple inputProps={FOLDERS_ONLY} onChange={(files) => onFiles(async () => chosenFiles(files))}>
      {(props) => (
        <Button {...props} {...buttonProps}>
          {children}
        </Button>
      )}
    </FileButton>
  );
}
