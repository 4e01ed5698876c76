import { Button, Checkbox, ColorInput, Slider, Switch } from "@mantine/core";
import {
  type AnnotationStyle,
  DEFAULT_ANNOTATION_STYLE,
  OPACITY_PERCENT,
  readAnnotationStyle,
  STROKE_WIDTH_PX,
  type TypeStyle,
} from "@parfocal/core/annotation/annotation-style.ts";
import { DRAWN_TYPE_NAMES, type DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { TYPE_ICONS, typeTextKey } from "#annotation/drawing-tools.ts";
import type { SlideFeatureProps } from "#slide-feature/slide-feature-props.ts";
import { SlidePanel } from "#ui/SlidePanel.tsx";
import classes from "./AnnotationStylePanel.module.css";
import { keepStyle, readStoredStyle } from "./stored-style.ts";

/** Distinguishable with most kinds of colour vision deficiency. Source: Okabe and Ito 2002, "Color universal design". */
const SWATCHES = ["#0072b2", "#009e73", "#d55e00", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#000000"];

/** Display settings of annotations for the current user in this browser. */
export function AnnotationStylePanel({ viewer, isOpen, onClose }: SlideFeatureProps) {
  const { t } = useTranslation();
  const [style, setStyle] = useState(() => readAnnotationStyle(readStoredStyle()));
  useEffect(() => viewer.annotations.setStyle(style), [viewer, style]);
  if (!isOpen) return null;

  function change(next: Partial<AnnotationStyle>): void {
    const changed = { ...style, ...next };
    setStyle(changed);
    keepStyle(changed);
  }

  function changeType(name: DrawnTypeName, next: Partial<TypeStyle>): void {
    change({ ofType: { ...style.ofType, [name]: { ...style.ofType[name], ...next } } });
  }

  const reset = (
    <Button variant="default" size="sm" onClick={() => change(DEFAULT_ANNOTATION_STYLE)}>
      {t("annotationStyle.reset")}
    </Button>
  );
  return (
    <SlidePanel title={t("annotationStyle.title")} onClose={onClose} footer={reset}>
      <div className={classes.form}>
        <div>
          <span id="annotation-opacity">{t("annotationStyle.opacity")}</span>
          <Slider
            {...OPACITY_PERCENT}
            value={style.opacityPercent}
            label={(value) => t("annotationStyle.percent", { value })}
            thumbProps={{ "aria-labelledby": "annotation-opacity" }}
            onChange={(opacityPercent) => change({ opacityPercent })}
          />
        </div>
        <div>
          <span id="annotation-stroke">{t("annotationStyle.strokeWidth")}</span>
          <Slider
            {...STROKE_WIDTH_PX}
            value={style.strokeWidthPx}
            label={(value) => t("annotationStyle.pixels", { value })}
            thumbProps={{ "aria-labelledby": "annotation-stroke" }}
            onChange={(strokeWidthPx) => change({ strokeWidthPx })}
          />
        </div>
        <Switch
          label={t("annotationStyle.labels")}
          checked={style.areLabelsShown}
          onChange={(event) => change({ areLabelsShown: event.currentTarget.checked })}
        />
        <Switch
          label={t("annotationStyle.numbers")}
          checked={style.areNumbersShown}
          onChange={(event) => change({ areNumbersShown: event.currentTarget.checked })}
        />
        <h3 className={classes.heading}>{t("annotationStyle.types")}</h3>
        <p className={classes.hint}>{t("annotationStyle.whose")}</p>
        <ul className={classes.types}>
          {DRAWN_TYPE_NAMES.map((name) => (
            <TypeRow key={name} name={name} style={style.ofType[name]} onChange={(next) => changeType(name, next)} />
          ))}
        </ul>
      </div>
    </SlidePanel>
  );
}

/** Types with a fill. */
const FILLED_TYPES: readonly DrawnTypeName[] = ["polygon", "rectangle", "ellipse", "freehand"];

interface TypeRowProps {
  readonly name: DrawnTypeName;
  readonly style: TypeStyle;
  readonly onChange: (next: Partial<TypeStyle>) => void;
}

function TypeRow({ name, style, onChange }: TypeRowProps) {
  const { t } = useTranslation();
  const type = t(`annotation.${typeTextKey(name)}`);
  const TypeIcon = TYPE_ICONS[name];
  return (
    <li className={classes.type}>
      <span className={classes.name}>
        <TypeIcon size={18} stroke={1.5} aria-hidden />
        {type}
      </span>
      <ColorInput
        className={classes.color}
        aria-label={t("annotationStyle.colorOf", { type })}
        placeholder={t("annotationStyle.ownColor")}
        value={style.color ?? ""}
        swatches={SWATCHES}
        format="hex"
        withEyeDropper={false}
        onChange={(color) => onChange({ color: /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : null })}
      />
      {FILLED_TYPES.includes(name) && (
        <Checkbox
          label={t("annotationStyle.filled")}
          aria-label={t("annotationStyle.filledOf", { type })}
          checked={style.isFilled}
          onChange={(event) => onChange({ isFilled: event.currentTarget.checked })}
        />
      )}
      {style.color !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t("annotationStyle.ownColorOf", { type })}
          onClick={() => onChange({ color: null })}
        >
          {t("annotationStyle.ownColor")}
        </Button>
      )}
    </li>
  );
}
