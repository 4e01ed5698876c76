/** Every text that the viewer shows or tells a screen reader. */
export interface ViewerLabels {
  /** Name of the picture area, e.g. "Slide viewer". */
  readonly viewer: string;
  /** How the area is used, for screen readers, e.g. "Arrow keys move, plus and minus zoom, R turns". */
  readonly viewerHint: string;
  readonly overview: string;
  readonly showOverview: string;
  readonly hideOverview: string;
  readonly scaleBar: string;
  /** e.g. "Magnification"; also the tooltip of the number. */
  readonly magnification: string;
  /** Said when the magnification is estimated from the pixel size. */
  readonly magnificationEstimate: string;
  /** Said when zoomed beyond the slide's own resolution, e.g. "Beyond the slide's resolution". */
  readonly beyondNative: string;
  readonly pointerPosition: string;
  readonly rotation: string;
}
