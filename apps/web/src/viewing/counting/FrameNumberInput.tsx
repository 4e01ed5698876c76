import { NumberInput } from "@mantine/core";
import {
  type FrameNumber,
  type FrameSettings,
  isFrameNumberAllowed,
  isTurnAllowed,
} from "@parfocal/core/counting/counting-frame.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";

const STEPS: Readonly<Partial<Record<FrameNumber | "turnDeg", number>>> = {
  areaMm2: 0.1,
  spacingUm: 10,
  squareUm: 10,
  turnDeg: 15,
};

interface FrameNumberInputProps {
  readonly name: FrameNumber | "turnDeg";
  readonly label: string;
  readonly frame: FrameSettings;
  readonly change: (next: Partial<FrameSettings>) => void;
}

/** A number of the frame; a value out of range shows an error and changes nothing. */
export function FrameNumberInput({ name, label, frame, change }: FrameNumberInputProps) {
  const { t, i18n } = useTranslation();
  const [isWrong, setWrong] = useState(false);
  return (
    <NumberInput
      label={label}
      error={isWrong && t("counting.wrongNumber")}
      value={frame[name]}
      step={STEPS[name] ?? 1}
      decimalScale={4}
      decimalSeparator={i18n.language.startsWith("de") ? "," : "."}
      clampBehavior="none"
      onChange={(value) => {
        const number = typeof value === "number" ? value : Number.NaN;
        const isAllowed = name === "turnDeg" ? isTurnAllowed(number) : isFrameNumberAllowed(name, number);
        setWrong(!isAllowed);
        if (isAllowed && number !== frame[name]) change({ [name]: number });
      }}
    />
  );
}
