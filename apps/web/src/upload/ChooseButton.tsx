/** Lets someone choose files of their disk, or a folder with all that lies in it; the same ones again, too. */
import { Button, type ButtonProps, FileButton } from "@mantine/core";
import { type InputHTMLAttributes, type ReactNode, useRef } from "react";
import { chosenFiles, type TakeFiles } from "./dropped-files.ts";

interface ChooseButtonProps extends ButtonProps {
  readonly what: "files" | "folder";
  readonly children: ReactNode;
  readonly "aria-label"?: string;
  readonly onFiles: (take: TakeFiles) => void;
}

/** Not in React's own list; every browser has it by this name. */
interface FolderInput extends InputHTMLAttributes<HTMLInputElement> {
  readonly webkitdirectory: string;
}

const FOLDERS_ONLY: FolderInput = { webkitdirectory: "" };

export function ChooseButton({ what, children, onFiles, ...buttonProps }: ChooseButtonProps) {
  const resetRef = useRef<() => void>(null);
  return (
    <FileButton
      multiple
      resetRef={resetRef}
      {...(what === "folder" ? { inputProps: FOLDERS_ONLY } : {})}
      onChange={(files) => {
        const chosen = chosenFiles(files);
        // Otherwise choosing the same again would be no change.
        resetRef.current?.();
        onFiles(async () => chosen);
      }}
    >
      {(props) => (
        <Button {...props} {...buttonProps}>
          {children}
        </Button>
      )}
    </FileButton>
  );
}
