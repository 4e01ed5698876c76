import { Button, Select, Switch } from "@mantine/core";
import {
  AREA_SHAPES,
  AREAS_MM2,
  type AreaShape,
  changedFrame,
  EDGE_RULES,
  FIELD_NUMBERS_MM,
  FRAME_KINDS,
  type FrameKind,
  type FrameSettings,
  fieldAreaMm2,
  fieldDiameterMm,
  frameOfKind,
  HOT_SPOT_MM2,
  NEUBAUER_PARTS,
  OBJECTIVES,
} from "@parfocal/core/counting/counting-frame.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import classes from "./Counting.module.css";
import { formatAmount } from "./counting-texts.ts";
import { FrameNumberInput } from "./FrameNumberInput.tsx";

const SEED_MAX = 9999;
const SHAPES = Object.keys(AREA_SHAPES) as AreaShape[];

interface FrameFormProps {
  readonly frame: FrameSettings;
  readonly onChange: (change: (frame: FrameSettings) => FrameSettings) => void;
  readonly getViewCenter: () => SlidePoint;
  /** Pans to the frame; null: the frame follows the view. */
  readonly onShow: (() => void) | null;
}

/** Settings of the counting frame. */
export function FrameForm({ frame, onChange, getViewCenter, onShow }: FrameFormProps) {
  const { t } = useTranslation();
  const change = (next: Partial<FrameSettings>): void => onChange((before) => changedFrame(before, next));
  const OF_KIND: Readonly<Record<FrameKind, () => ReactNode>> = {
    none: () => null,
    field: () => <FieldForm frame={frame} change={change} />,
    area: () => (
      <>
        <AreaForm frame={frame} change={change} />
        <Choice
          label={t("counting.shape")}
          values={SHAPES}
          nameOf={(shape) => t(`counting.shape_${shape}`)}
          value={frame.areaShape}
          onPick={(areaShape) => change({ areaShape })}
        />
      </>
    ),
    neubauer: () => (
      <Choice
        label={t("counting.part")}
        values={NEUBAUER_PARTS}
        nameOf={(part) => t(`counting.part_${part}`)}
        value={frame.neubauerPart}
        onPick={(neubauerPart) => change({ neubauerPart })}
      />
    ),
    lattice: () => <LatticeForm frame={frame} change={change} />,
  };
  const isRound = frame.kind === "field" || (frame.kind === "area" && frame.areaShape === "circle");
  return (
    <div className={classes.form}>
      <Choice
        label={t("counting.frame")}
        values={FRAME_KINDS}
        nameOf={(kind) => t(`counting.frame_${kind}`)}
        value={frame.kind}
        onPick={(kind) => onChange((before) => frameOfKind(before, kind))}
      />
      {OF_KIND[frame.kind]()}
      {frame.kind !== "none" && !isRound && <EdgeForm frame={frame} change={change} />}
      {frame.kind !== "none" && (
        <>
          <Switch
            label={t("counting.pinned")}
            checked={frame.center !== null}
            onChange={({ currentTarget: { checked } }) => change({ center: checked ? getViewCenter() : null })}
          />
          {onShow && (
            <div className={classes.buttons}>
              <Button size="compact-md" variant="default" onClick={() => change({ center: getViewCenter() })}>
                {t("counting.moveToCentre")}
              </Button>
              <Button size="compact-md" variant="default" onClick={onShow}>
                {t("counting.showFrame")}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

interface KindFormProps {
  readonly frame: FrameSettings;
  readonly change: (next: Partial<FrameSettings>) => void;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly value: Value;
  readonly onPick: (value: Value) => void;
}

function Choice<Value extends string>({ label, values, nameOf, value, onPick }: ChoiceProps<Value>) {
  return (
    <Select
      label={label}
      data={values.map((known) => ({ value: known, label: nameOf(known) }))}
      value={value}
      allowDeselect={false}
      onChange={(picked) => {
        const known = values.find((candidate) => candidate === picked);
        if (known) onPick(known);
      }}
    />
  );
}

/** Edge rule and rotation, for frames with straight sides. */
function EdgeForm({ frame, change }: KindFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <Choice
        label={t("counting.edges")}
        values={EDGE_RULES}
        nameOf={(rule) => t(`counting.edges_${rule}`)}
        value={frame.edgeRule}
        onPick={(edgeRule) => change({ edgeRule })}
      />
      {frame.edgeRule === "unbiased" && (
        <>
          <p className={classes.quiet}>{t("counting.edgesHint")}</p>
          <FrameNumberInput name="cellDiameterUm" label={t("counting.cellDiameter")} frame={frame} change={change} />
        </>
      )}
      <FrameNumberInput name="turnDeg" label={t("counting.turn")} frame={frame} change={change} />
    </>
  );
}

function FieldForm({ frame, change }: KindFormProps) {
  const { t, i18n } = useTranslation();
  const { fieldNumberMm, magnification } = frame;
  const amount = (value: number, digits: number): string =>
    formatQuantity(value, i18n.language, { maximumSignificantDigits: digits });
  const of = (values: readonly number[], present: number): string[] =>
    [...new Set([...values, present])].sort((one, other) => one - other).map(String);
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={t("counting.fieldNumber")}
          data={of(FIELD_NUMBERS_MM, fieldNumberMm).map((value) => ({ value, label: amount(Number(value), 3) }))}
          value={String(fieldNumberMm)}
          allowDeselect={false}
          onChange={(value) => value && change({ fieldNumberMm: Number(value) })}
        />
        <Select
          label={t("counting.objective")}
          data={of(OBJECTIVES, magnification).map((value) => ({
            value,
            label: t("counting.magnification", { number: amount(Number(value), 4) }),
          }))}
          value={String(magnification)}
          allowDeselect={false}
          onChange={(value) => value && change({ magnification: Number(value) })}
        />
      </div>
      <p className={classes.fact}>
        {t("counting.fieldIs", {
          diameter: amount(fieldDiameterMm(fieldNumberMm, magnification), 3),
          area: amount(fieldAreaMm2(fieldNumberMm, magnification), 4),
        })}
      </p>
    </>
  );
}

function AreaForm({ frame, change }: KindFormProps) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <fieldset className={classes.presets} aria-label={t("counting.areaPresets")}>
        {AREAS_MM2.map((areaMm2) => (
          <Button
            key={areaMm2}
            size="compact-md"
            variant={areaMm2 === frame.areaMm2 ? "filled" : "default"}
            aria-pressed={areaMm2 === frame.areaMm2}
            onClick={() => change({ areaMm2 })}
          >
            {areaMm2 === HOT_SPOT_MM2 ? t("counting.hotSpot") : `${formatAmount(areaMm2, i18n.language)} mm²`}
          </Button>
        ))}
      </fieldset>
      <FrameNumberInput name="areaMm2" label={t("counting.areaMm2")} frame={frame} change={change} />
      {frame.areaMm2 === HOT_SPOT_MM2 && <p className={classes.quiet}>{t("counting.areaSource")}</p>}
    </>
  );
}

function LatticeForm({ frame, change }: KindFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.pair}>
        <FrameNumberInput name="columns" label={t("counting.columns")} frame={frame} change={change} />
        <FrameNumberInput name="rows" label={t("counting.rows")} frame={frame} change={change} />
        <FrameNumberInput name="spacingUm" label={t("counting.spacing")} frame={frame} change={change} />
        <FrameNumberInput name="squareUm" label={t("counting.square")} frame={frame} change={change} />
        <FrameNumberInput name="seed" label={t("counting.seed")} frame={frame} change={change} />
        <Button variant="default" mt={28} onClick={() => change({ seed: 1 + Math.floor(Math.random() * SEED_MAX) })}>
          {t("counting.newSeed")}
        </Button>
      </div>
      <p className={classes.quiet}>
        {t("counting.squareHint")} {t("counting.seedHint")}
      </p>
    </>
  );
}
