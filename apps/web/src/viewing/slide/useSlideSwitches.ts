/** The user's preferences for the slide page, stored in this browser. */
import { useRememberedSwitch } from "#ui/remembered-switch.ts";

/** Minimum screen width at which the tools have labels, unless the user switched them off. */
const LABELS_FROM_PX = 1600;

export interface SlideSwitches {
  readonly isSurroundLight: boolean;
  readonly toggleSurround: () => void;
  readonly areLabelsOn: boolean;
  readonly toggleLabels: () => void;
  /** Whether single letters are keyboard shortcuts (WCAG 2.2, 2.1.4). */
  readonly areLettersOn: boolean;
  readonly setLettersOn: (areOn: boolean) => void;
}

export function useSlideSwitches(): SlideSwitches {
  const [isSurroundLight, setSurroundLight] = useRememberedSwitch("surround-light", false);
  const [areLabelsOn, setLabelsOn] = useRememberedSwitch("tool-names", window.innerWidth >= LABELS_FROM_PX);
  const [areLettersOn, setLettersOn] = useRememberedSwitch("letters", true);
  return {
    isSurroundLight,
    toggleSurround: () => setSurroundLight(!isSurroundLight),
    areLabelsOn,
    toggleLabels: () => setLabelsOn(!areLabelsOn),
    areLettersOn,
    setLettersOn,
  };
}
