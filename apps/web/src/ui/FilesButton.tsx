/** A button to choose local files, even the same ones again. The hidden input has the button's name. */
import { Button, type ButtonProps, FileButton } from "@mantine/core";
import { type InputHTMLAttributes, type ReactNode, useId, useRef } from "react";

interface FilesButtonProps extends ButtonProps {
  readonly multiple?: boolean;
  /** As in HTML; omitted: all files. */
  readonly accept?: string;
  readonly "aria-label"?: string | undefined;
  readonly inputProps?: InputHTMLAttributes<HTMLInputElement>;
  /** @param files at least one. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
  readonly children: ReactNode;
}

export function FilesButton({ multiple = false, accept, inputProps, onFiles, children, ...button }: FilesButtonProps) {
  const id = useId();
  const resetRef = useRef<() => void>(null);
  const handleChange = (chosen: File | File[] | null) => {
    const [first, ...more] = [chosen ?? []].flat();
    // Otherwise choosing the same files again, for example after a failure, would not be a change.
    resetRef.current?.();
    if (first) onFiles([first, ...more]);
  };
  return (
    <FileButton
      multiple={multiple}
      {...(accept !== undefined && { accept })}
      resetRef={resetRef}
      inputProps={{ ...inputProps, "aria-labelledby": id }}
      onChange={handleChange}
    >
      {(props) => (
        <Button {...props} {...button} id={id}>
          {children}
        </Button>
      )}
    </FileButton>
  );
}
