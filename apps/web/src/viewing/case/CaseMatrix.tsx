/** The containers of a case in their layout, each with its slide and tools. */
import type { Case } from "@parfocal/core/case/case.contract.ts";
import { BinderPins } from "./BinderPins.tsx";
import { CaseContainer } from "./CaseContainer.tsx";
import { CaseSlideWorkspace } from "./CaseSlideWorkspace.tsx";
import classes from "./CaseWorkspace.module.css";
import { type CasePlace, slidePathOf, slidePlaceIn } from "./case-place.ts";
import type { CasePageState } from "./useCasePageState.ts";
import type { CaseState } from "./useCaseState.ts";

interface CaseMatrixProps {
  readonly place: CasePlace;
  readonly shown: Case;
  readonly state: CaseState;
  readonly page: CasePageState;
  /** Element for the panel of the focused slide. */
  readonly panelSlot: HTMLElement | null;
}

export function CaseMatrix({ place, shown, state, page, panelSlot }: CaseMatrixProps) {
  const { items, layout, slideIds, focused, isSmall } = state;
  const { panel, isTogether, binder, links } = page;
  return (
    <div
      className={classes.matrix}
      style={{
        gridTemplateColumns: `repeat(${layout.columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${layout.rows}, minmax(0, 1fr))`,
      }}
    >
      {slideIds.map((slideId, at) => {
        const item = items.find(({ id }) => id === slideId);
        if (!item) return null;
        return (
          <CaseContainer
            // biome-ignore lint/suspicious/noArrayIndexKey: a container is its place
            key={at}
            place={at}
            item={item}
            items={items}
            caseId={shown.id}
            sync={state.sync}
            openingView={state.openingViewAt(at, slideId)}
            hasHead={!(isSmall && items.length > 1)}
            isFocused={at === focused && slideIds.length > 1}
            isEnlarged={at === page.enlarged}
            isLinked={isTogether && state.isSynced && panel !== "bind" ? !state.unlinked.has(at) : null}
            hasLetter={slideIds.length > 1}
            slidePath={slidePathOf(place, item)}
            onPanel={page.showPanel}
            onEnlarge={isTogether ? () => page.toggleEnlarged(at) : null}
            onLink={(isLinked) => state.setLinked(at, isLinked)}
            onChoose={(id) => state.chooseSlide(at, id)}
            onFocus={() => state.setFocused(at)}
            onViewer={state.takeViewer}
            renderTools={(viewer, image, channels) =>
              panel === "bind" ? (
                <BinderPins viewer={viewer} slideId={item.id} title={item.title} binder={binder} />
              ) : (
                <CaseSlideWorkspace
                  viewer={viewer}
                  image={image}
                  place={slidePlaceIn(place, image.id)}
                  channels={channels}
                  caseId={shown.id}
                  container={at}
                  sameBefore={slideIds.slice(0, at).filter((id) => id === slideId).length}
                  isFocused={at === focused}
                  isSmall={isSmall}
                  panel={page.containerPanel}
                  slot={panelSlot}
                  linkedId={links.annotationAt(at, image.id)}
                  openInPlace={(target) => links.open(at, image.id, target)}
                  onAnnotate={() => page.showPanel("annotations")}
                  onClose={() => {
                    page.togglePanel(null);
                    viewer.focus();
                  }}
                />
              )
            }
          />
        );
      })}
    </div>
  );
}
