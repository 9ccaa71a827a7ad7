import { openModel } from "#models";
import type { Model } from "#ports";
import { baseUrl } from "./start-wire-server.ts";
import { WIRE_MODELS, type WireKind } from "./wire-models.ts";

/** The model of a kind of provider, behind the server at this port. */
export function openWireModel(kind: WireKind, port: number): Promise<Model> {
  const { ref, format } = WIRE_MODELS[kind];
  return openModel(ref, {
    environment: () => "wire-key",
    baseUrl: baseUrl(port, format),
    readCassette: () => Promise.reject(new Error("no cassette is played here")),
  });
}
