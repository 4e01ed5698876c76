/** The part of an editor that shows and changes who sees the item; user groups provide it. */
import type { ComponentType } from "react";

export interface AccessSectionProps {
  readonly resourceId: number;
  readonly title: string;
}

export type AccessSectionComponent = ComponentType<AccessSectionProps>;
