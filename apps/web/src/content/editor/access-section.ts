/** The part of an editor that shows and changes access to the item; provided by user groups. */
import type { ComponentType } from "react";

export interface AccessSectionProps {
  readonly resourceId: number;
  readonly title: string;
}

export type AccessSectionComponent = ComponentType<AccessSectionProps>;
