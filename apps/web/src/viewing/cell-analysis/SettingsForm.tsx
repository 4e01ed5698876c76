import { Button, NativeSelect, NumberInput } from "@mantine/core";
import {
  CELL_SETTING_LIMITS,
  type CellSettings,
  DEFAULT_CELL_SETTINGS,
  STAIN_KINDS,
  wrongCellSettings,
} from "@parfocal/core/cell-analysis/cell-settings.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./CellAnalysis.module.css";

interface SettingsFormProps {
  readonly settings: CellSettings;
  readonly onChange: (settings: CellSettings) => void;
}

type NumberSetting = Exclude<keyof typeof CELL_SETTING_LIMITS, "backgroundRadiusMicrometres">;

/** Keys of their labels among the texts of cell analysis. */
export const SETTING_LABELS = {
  nucleusThreshold: "threshold",
  smoothingSigmaMicrometres: "smoothing",
  minAreaSquareMicrometres: "minArea",
  maxAreaSquareMicrometres: "maxArea",
  minCircularity: "minCircularity",
  expansionMicrometres: "expansion",
} as const satisfies Record<NumberSetting, string>;

const STEPS: Readonly<Record<NumberSetting, number>> = {
  nucleusThreshold: 0.01,
  smoothingSigmaMicrometres: 0.25,
  minAreaSquareMicrometres: 5,
  maxAreaSquareMicrometres: 10,
  minCircularity: 0.05,
  expansionMicrometres: 0.5,
};
const HINTS = {
  nucleusThreshold: "thresholdHint",
  smoothingSigmaMicrometres: "smoothingHint",
  expansionMicrometres: "expansionHint",
} as const;
const hasHint = (name: NumberSetting): name is keyof typeof HINTS => Object.hasOwn(HINTS, name);
const DAB_STEP = 0.05;
const DAB_LIMITS = { min: 0, max: 3 };

/** Settings of the analyser. A value out of range shows an error and changes nothing. */
export function SettingsForm({ settings, onChange }: SettingsFormProps) {
  const { t } = useTranslation();
  const isDefault = JSON.stringify(settings) === JSON.stringify(DEFAULT_CELL_SETTINGS[settings.stain]);
  const number = (name: NumberSetting) => (
    <SettingInput
      key={`${name} ${settings.stain}`}
      label={t(`cellAnalysis.${SETTING_LABELS[name]}`)}
      {...(hasHint(name) ? { description: t(`cellAnalysis.${HINTS[name]}`) } : {})}
      value={settings[name]}
      step={STEPS[name]}
      limits={CELL_SETTING_LIMITS[name]}
      settingsWith={(value) => ({ ...settings, [name]: value })}
      onChange={onChange}
    />
  );
  const dab = (place: 0 | 1 | 2) => (
    <SettingInput
      key={place}
      label={t("cellAnalysis.dabThreshold", { level: t(`cellAnalysis.level_${place}`) })}
      value={settings.dabThresholds[place]}
      step={DAB_STEP}
      limits={DAB_LIMITS}
      settingsWith={(value) => {
        const [weak, moderate, strong] = settings.dabThresholds;
        const dabThresholds = [
          place === 0 ? value : weak,
          place === 1 ? value : moderate,
          place === 2 ? value : strong,
        ] as const;
        return { ...settings, dabThresholds };
      }}
      onChange={onChange}
    />
  );
  return (
    <div className={classes.form}>
      <NativeSelect
        label={t("cellAnalysis.stain")}
        value={settings.stain}
        data={STAIN_KINDS.map((stain) => ({ value: stain, label: t(`cellAnalysis.stain_${stain}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const stain = STAIN_KINDS.find((kind) => kind === value);
          if (stain) onChange(DEFAULT_CELL_SETTINGS[stain]);
        }}
      />
      {number("nucleusThreshold")}
      <div className={classes.pair}>
        {number("minAreaSquareMicrometres")}
        {number("maxAreaSquareMicrometres")}
      </div>
      <div className={classes.pair}>
        {number("smoothingSigmaMicrometres")}
        {number("minCircularity")}
      </div>
      {number("expansionMicrometres")}
      {settings.stain === "hematoxylin-dab" && ([0, 1, 2] as const).map(dab)}
      <div>
        <Button
          size="compact-md"
          variant="default"
          disabled={isDefault}
          onClick={() => onChange(DEFAULT_CELL_SETTINGS[settings.stain])}
        >
          {t("cellAnalysis.defaults")}
        </Button>
      </div>
    </div>
  );
}

interface SettingInputProps {
  readonly label: string;
  readonly description?: string;
  readonly value: number;
  readonly step: number;
  readonly limits: { readonly min: number; readonly max: number };
  readonly settingsWith: (value: number) => CellSettings;
  readonly onChange: (settings: CellSettings) => void;
}

function SettingInput({ label, description, value, step, limits, settingsWith, onChange }: SettingInputProps) {
  const { t, i18n } = useTranslation();
  const [problem, setProblem] = useState<"wrongNumber" | "wrongOrder" | null>(null);
  const isWithin = (number: number): boolean => number >= limits.min && number <= limits.max;
  return (
    <NumberInput
      label={label}
      description={description}
      error={problem && t(`cellAnalysis.${problem}`, limits)}
      value={value}
      step={step}
      decimalScale={3}
      decimalSeparator={i18n.language.startsWith("de") ? "," : "."}
      clampBehavior="none"
      onChange={(text) => {
        const number = typeof text === "number" ? text : Number.NaN;
        const next = settingsWith(number);
        const wrong = !isWithin(number) ? "wrongNumber" : wrongCellSettings(next).length > 0 ? "wrongOrder" : null;
        setProblem(wrong);
        if (!wrong && number !== value) onChange(next);
      }}
    />
  );
}
