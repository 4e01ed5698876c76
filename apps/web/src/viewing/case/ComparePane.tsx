/**
 * Two slides of a case on top of each other in one container: with a curtain between them, alternating, or one
 * translucent over the other. The upper slide follows the lower one by the same transforms as elsewhere, so that tissue
 * stays aligned.
 */
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { createSync } from "@parfocal/viewer/sync/create-sync.ts";
import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { CaseSlide } from "./CaseSlide.tsx";
import { CompareControls, type CompareKind } from "./CompareControls.tsx";
import classes from "./ComparePane.module.css";
import { Curtain } from "./Curtain.tsx";
import { boundSlideOf, registrationBetween } from "./case-registration.ts";
import { useBlink } from "./useBlink.ts";
import { containerColourKey, useContainerColour } from "./useContainerColour.ts";

/** Only the lower slide handles the keyboard; the pointer reaches it through the upper one. */
const UPPER = { hasKeyboard: false } as const;

interface ComparePaneProps {
  readonly items: readonly CaseItem[];
  readonly caseId: number;
  readonly firstIds: readonly [lower: number, upper: number];
  readonly onViewer: (viewer: SlideViewer | null) => void;
}

export function ComparePane({ items, caseId, firstIds, onViewer }: ComparePaneProps) {
  const { t } = useTranslation();
  const [ids, setIds] = useState(firstIds);
  const [kind, setKind] = useState<CompareKind>("curtain");
  /** Fraction of the width that shows the lower slide. */
  const [curtain, setCurtain] = useState(0.5);
  const [opacity, setOpacity] = useState(0.5);
  const blink = useBlink(kind === "blink");
  const [lowerViewer, setLowerViewer] = useState<SlideViewer | null>(null);
  const [upperViewer, setUpperViewer] = useState<SlideViewer | null>(null);
  const lower = items.find(({ id }) => id === ids[0]) ?? items[0];
  const upper = items.find(({ id }) => id === ids[1]) ?? items[1];
  const maps = useMemo(
    () => (from: number, to: number) => {
      const [here, there] = [items.find(({ id }) => id === from), items.find(({ id }) => id === to)];
      if (!here || !there) return null;
      return registrationBetween(boundSlideOf(here), boundSlideOf(there), [middleOf(here), middleOf(there)]);
    },
    [items],
  );
  const [sync] = useState(() => createSync({ mapBetween: maps }));
  const takeLower = useCallback(
    (viewer: SlideViewer | null) => {
      setLowerViewer(viewer);
      onViewer(viewer);
    },
    [onViewer],
  );
  const [lowerId, upperId] = [lower?.id, upper?.id];
  useEffect(() => {
    if (!lowerViewer || !upperViewer || lowerId === undefined || upperId === undefined) return;
    const members = [sync.add(lowerViewer, lowerId), sync.add(upperViewer, upperId, { rank: 1 })];
    return () => {
      for (const one of members) one.remove();
    };
  }, [sync, lowerViewer, upperViewer, lowerId, upperId]);

  if (!lower || !upper) return null;
  const isBound = registrationBetween(boundSlideOf(lower), boundSlideOf(upper)).kind !== "none";
  const shownOpacity = { curtain: 1, blink: blink.isUpperShown ? 1 : 0, blend: opacity }[kind];
  const clip = kind === "curtain" ? `inset(0 0 0 ${curtain * 100}%)` : "none";
  return (
    <section className={classes.pane} aria-label={t("case.comparison", { lower: lower.title, upper: upper.title })}>
      <CompareControls
        items={items}
        ids={[lower.id, upper.id]}
        onIds={setIds}
        kind={kind}
        onKind={setKind}
        opacity={opacity}
        onOpacity={setOpacity}
        blink={blink}
        isBound={isBound}
      />
      <div className={classes.area}>
        <Suspense fallback={<div aria-busy />}>
          <CaseSlide
            key={`lower ${lower.id}`}
            item={lower}
            caseId={caseId}
            place={0}
            openingView={null}
            onViewer={takeLower}
            renderTools={(viewer, image) => <StoredColour viewer={viewer} image={image} caseId={caseId} place={0} />}
          />
        </Suspense>
        <div
          className={classes.upper}
          style={{ opacity: shownOpacity, clipPath: clip }}
          data-testid="upper-slide"
          inert
        >
          <Suspense fallback={<div aria-busy />}>
            <CaseSlide
              key={`upper ${upper.id}`}
              item={upper}
              caseId={caseId}
              place={1}
              openingView={null}
              extent={UPPER}
              onViewer={setUpperViewer}
              renderTools={(viewer, image) => <StoredColour viewer={viewer} image={image} caseId={caseId} place={1} />}
            />
          </Suspense>
        </div>
        {kind === "curtain" && <Curtain share={curtain} onShare={setCurtain} names={[lower.title, upper.title]} />}
        {kind === "blink" && (
          <p className={classes.name} role="status">
            {blink.isUpperShown ? upper.title : lower.title}
          </p>
        )}
      </div>
    </section>
  );
}

interface StoredColourProps {
  readonly viewer: SlideViewer;
  readonly image: SeenImage;
  readonly caseId: number;
  readonly place: number;
}

/** A compared slide has the colours of the container with the same number. */
function StoredColour({ viewer, image, caseId, place }: StoredColourProps) {
  useContainerColour(viewer, image, containerColourKey(caseId, place, image.id));
  return null;
}

function middleOf({ center, slideInformation }: CaseItem): readonly [number, number] {
  if (center) return center;
  return slideInformation ? [slideInformation.width / 2, slideInformation.height / 2] : [0, 0];
}
