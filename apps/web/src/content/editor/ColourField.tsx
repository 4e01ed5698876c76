/** A colour, picked or typed; empty: none. */
import { ColorInput } from "@mantine/core";
import { useState } from "react";

const SWATCHES = ["#ece9fb", "#e3f1f3", "#fbeaf1", "#fdf3df", "#e8f3e6", "#2b2340", "#12343b", "#3d1830"];
const FIELD_WIDTH_PX = 320;
const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

interface ColourFieldProps {
  readonly label: string;
  readonly description: string;
  /** In the form `#rrggbb`; null: none. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

export function ColourField({ label, description, value, onChange }: ColourFieldProps) {
  /** Input that is not a valid colour yet; null: the field shows its value. */
  const [halfTyped, setHalfTyped] = useState<string | null>(null);
  return (
    <ColorInput
      label={label}
      description={description}
      format="hex"
      swatches={SWATCHES}
      withEyeDropper={false}
      value={halfTyped ?? value ?? ""}
      onChange={(text) => {
        const isWhole = text === "" || isColour(text);
        setHalfTyped(isWhole ? null : text);
        if (isWhole) onChange(text === "" ? null : text.toLowerCase());
      }}
      onBlur={() => setHalfTyped(null)}
      popoverProps={{ withinPortal: true }}
      maw={FIELD_WIDTH_PX}
    />
  );
}
