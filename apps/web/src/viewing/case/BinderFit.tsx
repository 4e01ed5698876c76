/** How well the slides of a case fit the first one: the type of transform, and its residual error in µm. */
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import { pairBoundPoints } from "@parfocal/core/geometry/registration.ts";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import classes from "./BinderPanel.module.css";
import { type BoundSlide, registrationBetween } from "./case-registration.ts";

interface BinderFitProps {
  readonly items: readonly CaseItem[];
  readonly slides: readonly BoundSlide[];
}

export function BinderFit({ items, slides }: BinderFitProps) {
  const { t } = useTranslation();
  const [first, ...others] = items;
  const reference = slides.find(({ id }) => id === first?.id);
  if (!first || !reference || others.length === 0) return null;
  return (
    <section>
      <h3>{t("case.fitTitle", { title: first.title })}</h3>
      <ul className={classes.fits}>
        {others.map(({ id, title }) => {
          const slide = slides.find((one) => one.id === id);
          return slide ? <FitRow key={id} title={title} reference={reference} slide={slide} /> : null;
        })}
      </ul>
    </section>
  );
}

interface FitRowProps {
  readonly title: string;
  readonly reference: BoundSlide;
  readonly slide: BoundSlide;
}

function FitRow({ title, reference, slide }: FitRowProps) {
  const { t, i18n } = useTranslation();
  const { kind, problem, residualUm, residualsUm } = registrationBetween(reference, slide);
  const hasUm = reference.pixelSizeUm !== null && slide.pixelSizeUm !== null;
  const format = (value: number): string =>
    formatQuantity(value, i18n.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const lengthText = (value: number): string => `${format(value)}\u202f${hasUm ? "µm" : "px"}`;
  const numbers = reference.boundPoints.flatMap((_point, number) =>
    pairBoundPoints([reference.boundPoints[number] ?? null], [slide.boundPoints[number] ?? null]).map(() => number + 1),
  );
  return (
    <li>
      <strong>{title}</strong>
      <p>
        {t(`case.map_${kind}`)}
        {residualUm !== null && ` · ${t("case.residual", { length: lengthText(residualUm) })}`}
      </p>
      {problem && <p className={classes.problem}>{t(`case.problem_${problem}`)}</p>}
      {numbers.length > 1 && (
        <dl className={classes.residuals}>
          {numbers.map((number, at) => (
            <div key={number}>
              <dt>{t("case.point", { number })}</dt>
              <dd>{lengthText(residualsUm[at] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
