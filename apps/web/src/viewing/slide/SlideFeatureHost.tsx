import { Suspense, useEffect, useState } from "react";
import type { AnnotationFeatureProps } from "#annotation/annotation-feature-props.ts";
import { SLIDE_FEATURE_NAMES, type SlideFeatureName, slideFeature, useOfferedFeatures } from "./slide-features.ts";

interface SlideFeatureHostProps extends Omit<AnnotationFeatureProps, "isOpen"> {
  /** Null: no panel is open. */
  readonly openFeature: SlideFeatureName | null;
}

/** The features in use: those opened once, and those with a setting left enabled. */
export function SlideFeatureHost({ openFeature, ...props }: SlideFeatureHostProps) {
  const isOffered = useOfferedFeatures(props.image);
  const [mounted, setMounted] = useState<readonly SlideFeatureName[]>(() =>
    SLIDE_FEATURE_NAMES.filter((name) => isOffered(name) && slideFeature(name).isNeededAtOnce(props.image)),
  );
  useEffect(() => {
    if (openFeature) setMounted((names) => (names.includes(openFeature) ? names : [...names, openFeature]));
  }, [openFeature]);
  return mounted.map((name) => {
    const { Component } = slideFeature(name);
    return (
      <Suspense key={name} fallback={null}>
        <Component {...props} isOpen={name === openFeature} />
      </Suspense>
    );
  });
}
