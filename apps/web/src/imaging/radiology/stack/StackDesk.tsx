/** The viewer of a radiology item: its series, one or two of them side by side, and the tools. */
import { useFullscreenDocument, useMediaQuery } from "@mantine/hooks";
import type { RadiologySeries } from "@parfocal/core/radiology/radiology.contract.ts";
import { type KeyboardEvent, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isTyping } from "#ui/is-typing.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { SeriesList } from "./SeriesList.tsx";
import styles from "./StackDesk.module.css";
import { StackKeyboardSheet } from "./StackKeyboardSheet.tsx";
import { type StackHandle, StackPane } from "./StackPane.tsx";
import { StackToolbar } from "./StackToolbar.tsx";
import { seriesLabel } from "./series-name.ts";
import { chooseWindow, indexByKey, STACK_COMMAND_NAMES, STACK_COMMANDS, windowChoices } from "./stack-commands.ts";
import { STACK_TOOL_NAMES, STACK_TOOLS, type StackTool } from "./stack-tools.ts";
import { useLinkedScroll } from "./useLinkedScroll.ts";
import { useStackViewState } from "./useStackViewState.ts";

const COARSE_QUERY = "(pointer: coarse)";
const ZOOM_STEP = 1.25;

interface StackDeskProps {
  /** At least one of them can be shown. */
  readonly series: readonly RadiologySeries[];
  readonly instanceUrl: string;
  /** false: a share hides it; gestures and keys remain. */
  readonly hasToolbar: boolean;
}

type Side = 0 | 1;

/** Whether it fills the page, and where the browser can, the screen. */
function useFullDesk() {
  const [isFull, setFull] = useState(false);
  const { fullscreen: isFullscreen, toggle: toggleFullscreen } = useFullscreenDocument();
  // The browser's own way out, Escape, ends it too.
  useEffect(() => {
    if (!isFullscreen) setFull(false);
  }, [isFullscreen]);
  function toggleFull(): void {
    const willBeFull = !isFull;
    setFull(willBeFull);
    // Where the browser cannot (iPhone), filling the page is what there is.
    if (willBeFull !== isFullscreen) void toggleFullscreen().catch(() => undefined);
  }
  return { isFull, toggleFull };
}

export function StackDesk({ series, instanceUrl, hasToolbar }: StackDeskProps) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, undefined, { getInitialValueInEffect: false }) ?? false;
  const isCoarse = useMediaQuery(COARSE_QUERY, undefined, { getInitialValueInEffect: false }) ?? false;
  const showable = series.filter(({ isShowable }) => isShowable);
  const [chosen, setChosen] = useState<readonly (number | undefined)[]>([showable[0]?.number, showable[1]?.number]);
  const [areTwoWanted, setTwoWanted] = useState(false);
  const [areLinked, setLinked] = useState(true);
  const [active, setActive] = useState<Side>(0);
  const [tool, setTool] = useState<StackTool>(isCoarse ? "scroll" : "window");
  const [handles, setHandles] = useState<readonly (StackHandle | null)[]>([null, null]);
  const [areKeysShown, setKeysShown] = useState(false);
  const { isFull, toggleFull: handleFull } = useFullDesk();

  const canShowTwo = !isSmall && showable.length > 1;
  const areTwoShown = canShowTwo && areTwoWanted;
  const sides: readonly Side[] = areTwoShown ? [0, 1] : [0];
  const side: Side = areTwoShown ? active : 0;
  const shownOn = (at: Side) => showable.find(({ number }) => number === chosen[at]) ?? showable[0];
  const handle = handles[side] ?? null;
  useLinkedScroll(handles[0]?.stack ?? null, handles[1]?.stack ?? null, areTwoShown && areLinked);
  const look = useStackViewState(handle?.stack ?? null);
  const modality = shownOn(side)?.modality ?? "";

  const handleLeft = useCallback((next: StackHandle | null) => setHandles(([, right]) => [next, right ?? null]), []);
  const handleRight = useCallback((next: StackHandle | null) => setHandles(([left]) => [left ?? null, next]), []);

  function handleChoose({ number }: RadiologySeries): void {
    setChosen((before) => before.map((one, at) => (at === side ? number : one)));
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (act(event)) event.preventDefault();
  }

  /** @returns whether the key meant something. */
  function act({ key, target }: KeyboardEvent): boolean {
    const letter = key.toUpperCase();
    if (key === "?") setKeysShown(true);
    else if (key === "Escape" && isFull) handleFull();
    else if (letter === "F") handleFull();
    else if (letter === "D" && canShowTwo) setTwoWanted(!areTwoWanted);
    else if (letter === "Y" && areTwoShown) setLinked(!areLinked);
    else return handle !== null && look !== null && actOnStack(key, letter, target);
    return true;
  }

  function actOnStack(key: string, letter: string, target: EventTarget): boolean {
    if (!handle || !look) return false;
    const { stack } = handle;
    const isOnPicture = target instanceof Element && target.getAttribute("role") === "application";
    const index = isOnPicture ? indexByKey(key, look) : null;
    const named = STACK_TOOL_NAMES.find((name) => STACK_TOOLS[name].key === letter);
    const command = STACK_COMMAND_NAMES.find((name) => STACK_COMMANDS[name].key === letter);
    const choice = windowChoices(modality)[Number(key) - 1];
    if (index !== null) void stack.goTo(index);
    else if (key === " " && isOnPicture) handle.togglePlay();
    else if (key === "Enter" && isOnPicture && tool === "measure") handle.addLine();
    else if (key === "+" || key === "-") stack.zoomBy(key === "+" ? ZOOM_STEP : 1 / ZOOM_STEP);
    else if (named) setTool(named);
    else if (command) STACK_COMMANDS[command].act(stack);
    else if (choice) chooseWindow(stack, choice);
    else return false;
    return true;
  }

  return (
    <section
      className={styles.desk}
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
          onTwo={() => setTwoWanted(!areTwoWanted)}
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
