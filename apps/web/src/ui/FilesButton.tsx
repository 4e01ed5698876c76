/** A button to choose files of one's disk; the same ones again, too. The hidden field bears the button's name. */
import { Button, type ButtonProps, FileButton } from "@mantine/core";
import { type InputHTMLAttributes, type ReactNode, useId, useRef } from "react";

interface FilesButtonProps extends ButtonProps {
  readonly multiple?: boolean;
  /** As in HTML; left out: everything. */
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
    // Otherwise choosing the same again, after a failure say, would be no change.
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
