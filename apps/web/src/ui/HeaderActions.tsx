/** Lets a screen add its buttons to the header of the shell. */
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";

export const HEADER_ACTIONS_ID = "header-actions";

export function HeaderActions({ children }: { readonly children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById(HEADER_ACTIONS_ID)), []);
  return slot ? createPortal(children, slot) : null;
}
