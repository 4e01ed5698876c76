/** All texts of the viewer, including those for screen readers. */
export interface ViewerLabels {
  /** Accessible name of the viewing area, e.g. "Slide viewer". */
  readonly viewer: string;
  /** Instructions for screen readers, e.g. "Arrow keys move, plus and minus zoom, R turns". */
  readonly viewerHint: string;
  readonly overview: string;
  readonly showOverview: string;
  readonly hideOverview: string;
  readonly scaleBar: string;
  /** Label of the magnification, e.g. "Magnification"; also its tooltip. */
  readonly magnification: string;
  /** Shown if the magnification is estimated from the pixel size. */
  readonly magnificationEstimate: string;
  /** Shown when zoomed beyond the slide's own resolution, e.g. "Beyond the slide's resolution". */
  readonly beyondNative: string;
  readonly pointerPosition: string;
  readonly rotation: string;
}
