/** Texts of the viewer, for the pages of the benchmarks. */
export const VIEWER_LABELS = {
  viewer: "Slide viewer",
  viewerHint: "",
  overview: "Overview",
  showOverview: "Show overview",
  hideOverview: "Hide overview",
  scaleBar: "Scale bar",
  magnification: "Magnification",
  magnificationEstimate: "",
  beyondNative: "",
  pointerPosition: "Pointer",
  rotation: "Rotation",
};
