/** The viewer of a radiology item: its series, one or two of them side by side, and the tools. */
import { useFullscreenDocument, useMediaQuery } from "@mantine/hooks";
import type { RadiologySeries } from "@parfocal/core/radiology/radiology.contract.ts";
import { type KeyboardEvent, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isTyping } from "#ui/is-typing.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { SeriesList } from "./SeriesList.tsx";
import { StackKeyboardSheet } from "./StackKeyboardSheet.tsx";
import { type StackHandle, StackPane } from "./StackPane.tsx";
import { StackToolbar } from "./StackToolbar.tsx";
import styles from "./StackWorkspace.module.css";
import { seriesLabel } from "./series-name.ts";
import { chooseWindow, STACK_COMMANDS } from "./stack-commands.ts";
import { actOnStack } from "./stack-keys.ts";
import type { StackTool } from "./stack-tools.ts";
import { useLinkedScroll } from "./useLinkedScroll.ts";
import { useStackViewState } from "./useStackViewState.ts";

const COARSE_QUERY = "(pointer: coarse)";

interface StackWorkspaceProps {
  /** At least one of them can be shown. */
  readonly series: readonly RadiologySeries[];
  readonly instanceUrl: string;
  /** False: hidden by a share; gestures and keys remain. */
  readonly hasToolbar: boolean;
}

type Side = 0 | 1;

/** Whether it fills the page, or the screen if the browser supports it. */
function useFullStack() {
  const [isFull, setFull] = useState(false);
  const { fullscreen: isFullscreen, toggle: toggleFullscreen } = useFullscreenDocument();
  // The browser also leaves full screen on Escape.
  useEffect(() => {
    if (!isFullscreen) setFull(false);
  }, [isFullscreen]);
  function toggleFull(): void {
    const willBeFull = !isFull;
    setFull(willBeFull);
    // Browsers without full screen (iPhone) fill the page instead.
    if (willBeFull !== isFullscreen) void toggleFullscreen().catch(() => undefined);
  }
  return { isFull, toggleFull };
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

const useMatches = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false;

/** Handles of both panes, with a stable callback for each. */
function useStackHandles() {
  const [handles, setHandles] = useState<readonly (StackHandle | null)[]>([null, null]);
  const handleLeft = useCallback((next: StackHandle | null) => setHandles(([, right]) => [next, right ?? null]), []);
  const handleRight = useCallback((next: StackHandle | null) => setHandles(([left]) => [left ?? null, next]), []);
  return { handles, handleLeft, handleRight };
}

export function StackWorkspace({ series, instanceUrl, hasToolbar }: StackWorkspaceProps) {
  const { t } = useTranslation();
  const isSmall = useMatches(SMALL_SCREEN_QUERY);
  const isCoarse = useMatches(COARSE_QUERY);
  const showable = series.filter(({ isShowable }) => isShowable);
  const [chosen, setChosen] = useState<readonly (number | undefined)[]>([showable[0]?.number, showable[1]?.number]);
  const [areTwoRequested, setTwoRequested] = useState(false);
  const [areLinked, setLinked] = useState(true);
  const [active, setActive] = useState<Side>(0);
  const [tool, setTool] = useState<StackTool>(isCoarse ? "scroll" : "window");
  const { handles, handleLeft, handleRight } = useStackHandles();
  const [areKeysShown, setKeysShown] = useState(false);
  const { isFull, toggleFull: handleFull } = useFullStack();

  const canShowTwo = !isSmall && showable.length > 1;
  const areTwoShown = canShowTwo && areTwoRequested;
  const sides: readonly Side[] = areTwoShown ? [0, 1] : [0];
  const side: Side = areTwoShown ? active : 0;
  const shownOn = (at: Side) => showable.find(({ number }) => number === chosen[at]) ?? showable[0];
  const handle = handles[side] ?? null;
  useLinkedScroll(handles[0]?.stack ?? null, handles[1]?.stack ?? null, areTwoShown && areLinked);
  const look = useStackViewState(handle?.stack ?? null);
  const modality = shownOn(side)?.modality ?? "";

  function handleChoose({ number }: RadiologySeries): void {
    setChosen((before) => before.map((one, at) => (at === side ? number : one)));
  }

  function handleKey(event: KeyboardEvent): void {
    if (!hasModifier(event) && !isTyping(event.target) && act(event)) event.preventDefault();
  }

  /** @returns whether the key has a function. */
  function act({ key, target }: KeyboardEvent): boolean {
    const letter = key.toUpperCase();
    if (key === "?") setKeysShown(true);
    else if (key === "Escape" && isFull) handleFull();
    else if (letter === "F") handleFull();
    else if (letter === "D" && canShowTwo) setTwoRequested(!areTwoRequested);
    else if (letter === "Y" && areTwoShown) setLinked(!areLinked);
    else return handle !== null && look !== null && actOnStack(key, target, { handle, look, modality, tool, setTool });
    return true;
  }

  return (
    <section
      className={styles.workspace}
      aria-label={t("radiology.viewer")}
      data-full={isFull || undefined}
      onKeyDown={handleKey}
    >
      {hasToolbar && (
        <StackToolbar
          look={look}
          modality={modality}
          tool={tool}
          isSmall={isSmall}
          areTwoShown={canShowTwo ? areTwoShown : null}
          areLinked={areTwoShown ? areLinked : null}
          isFull={isFull}
          onTool={setTool}
          onCommand={(name) => handle && STACK_COMMANDS[name].act(handle.stack)}
          onWindow={(choice) => handle && chooseWindow(handle.stack, choice)}
          onTwo={() => setTwoRequested(!areTwoRequested)}
          onLinked={() => setLinked(!areLinked)}
          onFull={handleFull}
          onKeys={() => setKeysShown(true)}
        />
      )}
      {series.length > 1 && (
        <SeriesList
          series={series}
          instanceUrl={instanceUrl}
          shown={sides.flatMap((at) => shownOn(at)?.number ?? [])}
          onChoose={handleChoose}
        />
      )}
      <div className={styles.panes} data-several={areTwoShown || undefined}>
        {sides.map((at) => {
          const shown = shownOn(at);
          return (
            shown && (
              <StackPane
                key={`${at}-${shown.number}`}
                series={shown}
                instanceUrl={instanceUrl}
                label={seriesLabel(t, shown, series.length)}
                tool={tool}
                isActive={areTwoShown && side === at}
                onActivate={() => setActive(at)}
                onHandle={at === 0 ? handleLeft : handleRight}
              />
            )
          );
        })}
      </div>
      {areKeysShown && <StackKeyboardSheet modality={modality} onClose={() => setKeysShown(false)} />}
    </section>
  );
}
