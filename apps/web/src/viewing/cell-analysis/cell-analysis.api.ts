/** Queries and changes of cell analyses. */
import {
  type CellAnalysis,
  cancelCellAnalysis,
  correctCellAnalysis,
  createCellAnalysis,
  deleteCellAnalysis,
  getCellAnalysis,
  listCellAnalyses,
  listCellNuclei,
  previewCellAnalysis,
  renameCellAnalysis,
  restoreCellAnalysis,
} from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { Corrections } from "@parfocal/core/cell-analysis/corrections.ts";
import { joinNuclei, NO_NUCLEI, type PackedNuclei, unpackNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#platform/call.ts";
import { showFailure } from "#platform/failure-toast.ts";

/** Interval of the queries for the progress of a running analysis. */
const POLL_MS = 1_000;

const keys = {
  list: (imageId: number) => ["cellAnalyses", imageId] as const,
  one: (id: number) => ["cellAnalysis", id] as const,
};

export function useCellAnalyses(imageId: number, isEnabled: boolean) {
  return useQuery({
    queryKey: keys.list(imageId),
    queryFn: ({ signal }) => call(listCellAnalyses, { params: { itemId: String(imageId) } }, { signal }),
    enabled: isEnabled,
  });
}

/** The result, polled while it is running. @param id null: none. */
export function useCellAnalysis(id: number | null) {
  return useQuery({
    queryKey: keys.one(id ?? 0),
    queryFn: ({ signal }) => call(getCellAnalysis, { params: { id: String(id) } }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? POLL_MS : false),
  });
}

/** Caches the response to a change. */
export function putAnalysis(queryClient: QueryClient, analysis: CellAnalysis): void {
  queryClient.setQueryData(keys.one(analysis.id), analysis);
  void queryClient.invalidateQueries({ queryKey: keys.list(analysis.imageId) });
}

/** Mutations of results; each returns the current result. */
export function useCellAnalysisChanges(imageId: number) {
  const queryClient = useQueryClient();
  const onSuccess = (analysis: CellAnalysis): void => putAnalysis(queryClient, analysis);
  const onError = showFailure;
  const ofId = (id: number) => ({ params: { id: String(id) } });
  return {
    create: useMutation({
      mutationFn: ({ key, ...body }: Parameters<typeof createBody>[0]) =>
        call(createCellAnalysis, { body: createBody({ key, ...body }) }, { idempotencyKey: key }),
      onSuccess,
      onError,
    }),
    rename: useMutation({
      mutationFn: ({ id, name }: { readonly id: number; readonly name: string }) =>
        call(renameCellAnalysis, { ...ofId(id), body: { name } }),
      onSuccess,
      onError,
    }),
    correct: useMutation({
      mutationFn: ({
        id,
        version,
        removed,
        changed,
        added,
      }: Corrections & { readonly id: number; readonly version: number }) =>
        call(correctCellAnalysis, {
          ...ofId(id),
          body: {
            version,
            removed: [...removed],
            changed: changed.map((one) => ({ ...one })),
            added: added.map(({ at: [x, y], cellClass }) => ({ at: [x, y] as [number, number], cellClass })),
          },
        }),
      onSuccess,
      // It may have been corrected elsewhere, so the current result is loaded.
      onError: (error, { id }) => {
        showFailure(error);
        void queryClient.invalidateQueries({ queryKey: keys.one(id) });
      },
    }),
    cancel: useMutation({ mutationFn: (id: number) => call(cancelCellAnalysis, ofId(id)), onSuccess, onError }),
    restore: useMutation({ mutationFn: (id: number) => call(restoreCellAnalysis, ofId(id)), onSuccess, onError }),
    remove: useMutation({
      mutationFn: (id: number) => call(deleteCellAnalysis, ofId(id)),
      onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.list(imageId) }),
      onError,
    }),
  };
}

interface NewAnalysis {
  /** Idempotency key: one per click, so that a retry creates no second result. */
  readonly key: string;
  readonly imageId: number;
  readonly name: string;
  readonly analyser: CellAnalysis["analyser"];
  readonly settings: CellSettings;
  readonly regionKind: CellAnalysis["regionKind"];
  /** WKT. */
  readonly geometry: string;
}

const createBody = ({ imageId, name, analyser, settings, regionKind, geometry }: NewAnalysis) => ({
  imageId,
  name,
  analyser,
  settings: plainSettings(settings),
  regionKind,
  geometry,
});

/** Converts to the types of the request: mutable tuples. */
function plainSettings({ stainVectors, incidentLight, dabThresholds, ...settings }: CellSettings) {
  const [weak, moderate, strong] = dabThresholds;
  const triple = ([first, second, third]: readonly [number, number, number]): [number, number, number] => [
    first,
    second,
    third,
  ];
  return {
    ...settings,
    dabThresholds: triple([weak, moderate, strong]),
    ...(incidentLight ? { incidentLight: triple(incidentLight) } : {}),
    ...(stainVectors
      ? {
          stainVectors: [triple(stainVectors[0]), triple(stainVectors[1])] as [
            [number, number, number],
            [number, number, number],
          ],
        }
      : {}),
  };
}

export interface FoundPreview {
  readonly nuclei: PackedNuclei;
  /** The analysed region, slide pixels. */
  readonly bounds: Bounds;
  /** Share of the visible slide that was analysed: 1, or less if the view is too large. */
  readonly share: number;
}

export async function fetchPreview(
  imageId: number,
  settings: CellSettings,
  bounds: Bounds,
  signal: AbortSignal,
): Promise<FoundPreview> {
  const body = { imageId, settings: plainSettings(settings), bounds: { ...bounds } };
  const answer = await call(previewCellAnalysis, { body }, { signal });
  return {
    nuclei: joinNuclei(answer.parts.map((part) => unpackNuclei(bytesOfBase64(part)))),
    bounds: answer.bounds,
    share: areaOf(answer.bounds) / areaOf(bounds),
  };
}

const areaOf = ({ minX, minY, maxX, maxY }: Bounds): number => (maxX - minX) * (maxY - minY);

function bytesOfBase64(text: string): Uint8Array {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < characters.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
}

interface LoadedNuclei {
  readonly nuclei: PackedNuclei;
  /** Whether all nuclei found so far are loaded. */
  readonly isComplete: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

interface Loaded {
  readonly id: number | null;
  readonly nuclei: PackedNuclei;
  readonly next: number;
}

const NOTHING: Loaded = { id: null, nuclei: NO_NUCLEI, next: 0 };

/** The nuclei of a result, tile by tile as they are found. */
export function useCellNuclei(analysis: Pick<CellAnalysis, "id" | "tilesDone"> | null): LoadedNuclei {
  const id = analysis?.id ?? null;
  const tilesDone = analysis?.tilesDone ?? 0;
  const [loaded, setLoaded] = useState<Loaded>(NOTHING);
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const known = loaded.id === id ? loaded : { ...NOTHING, id };
  const { nuclei, next } = known;
  const isComplete = next >= tilesDone;
  useEffect(() => {
    if (id === null || isComplete || failedAt === id) return;
    const stop = new AbortController();
    call(listCellNuclei, { params: { id: String(id) }, query: { from: String(next) } }, { signal: stop.signal })
      .then((answer) => {
        if (answer.next <= next) return setFailedAt(id);
        const parts = answer.tiles.map((tile) => unpackNuclei(bytesOfBase64(tile.nuclei)));
        setLoaded({ id, nuclei: joinNuclei([nuclei, ...parts]), next: answer.next });
      })
      .catch(() => {
        if (!stop.signal.aborted) setFailedAt(id);
      });
    return () => stop.abort();
  }, [id, next, isComplete, failedAt, nuclei]);
  return { nuclei, isComplete, hasFailed: id !== null && failedAt === id, retry: () => setFailedAt(null) };
}
